import { queryOptions } from '@tanstack/react-query'
import { callApi, isSignedOut } from '../../ui/call-api.ts'

/** Who is signed in at the pages of an account. */
export type Session = {
  person: { name: string; email: string; role: string }
  account: { id: number; name: string; company: string | null }
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => orNobody(callApi<Session>('GET', '/dashboard/session')),
  staleTime: 60_000,
})

/** Nobody being signed in is an answer, not a failure. */
export async function orNobody<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isSignedOut(error)) return null
    throw error
  }
}

export type SignIn = { email: string; password: string }
export const signIn = (given: SignIn) => callApi<Session>('POST', '/dashboard/session', given)
export const signOut = () => callApi<void>('DELETE', '/dashboard/session')

export type AccessRequest = {
  first_name: string
  last_name: string
  email: string
  company?: string
  message?: string
}
export const askForAccess = (request: AccessRequest) =>
  callApi<unknown>('POST', '/dashboard/access-requests', request)

export const acceptInvitation = (given: { token: string; password: string }) =>
  callApi<{ email: string }>('POST', '/dashboard/invitations/accept', given)

export const askForNewPassword = (email: string) =>
  callApi<unknown>('POST', '/dashboard/password/forgotten', { email })
