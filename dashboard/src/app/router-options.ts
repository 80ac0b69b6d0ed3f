import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

export type RouterContext = { queryClient: QueryClient }

/** The same for the pages of owners and of the operator. */
export const routerOptions = {
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
} as const

/** A page of the same part to go on to; an address of anywhere else is none. */
export const pageIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/[\w/-]*$/.test(value) && !value.startsWith('//') ? value : undefined

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Where those go who are not signed in, to come back afterwards. */
export const toSignIn = (next: string) => redirect({ to: '/sign-in', search: { next } })
