import { inject } from 'vitest'
import { createStaff } from '../../src/core/accounts/create-account.ts'
import { issueOperatorToken } from '../../src/core/staff/operator-tokens.ts'
import { type StaffRole, staffRoles } from '../../src/core/staff/staff.ts'
import { type Call, type Reply, startService } from './service.ts'

type StaffCall = Omit<Call, 'keys'> & { as?: StaffRole | null; token?: string }
export const staffPassword = 'a long enough password'
export const staffEmail = (role: StaffRole) => `${role}@caveau.example`

/**
 * The service with the operator's side in view: `operate` calls /operator as an admin unless told otherwise, `call` is an owner's.
 * One person and one token for each role.
 */
export async function operatorService(
  choice: { content?: 'empty' | 'demo'; environment?: NodeJS.ProcessEnv } = {},
) {
  const { content = 'empty', environment = {} } = choice
  const [owner, stranger] = inject('demoCredentials').owners
  if (!owner || !stranger) throw new Error('The demo has two owners')
  const service = await startService({ content, environment }, content === 'demo' ? owner : null)
  const tokens = new Map<StaffRole, string>()
  const staffIds = new Map<StaffRole, number>()
  for (const role of staffRoles) {
    const person = { email: staffEmail(role), firstName: 'Sam', lastName: role, password: staffPassword }
    const staffId = await createStaff(service.deps, { ...person, role })
    const token = { staffId, name: `${role} scanner`, role, expiresAt: null }
    staffIds.set(role, staffId)
    tokens.set(role, (await issueOperatorToken(service.deps, token)).token)
  }

  function operate(
    method: string,
    path: string,
    { as = 'admin', token, ...call }: StaffCall = {},
  ): Promise<Reply> {
    const bearer = token ?? (as && tokens.get(as))
    const headers = { ...(bearer && { authorization: `Bearer ${bearer}` }), ...call.headers }
    return service.call(method, `/operator${path}`, { ...call, keys: null, headers })
  }
  /** The body of a call that must succeed. */
  async function done<T>(method: string, path: string, options: StaffCall = {}): Promise<T> {
    const { status, body, text } = await operate(method, path, options)
    if (status >= 300) throw new Error(`${method} /operator${path} answered ${status}: ${text}`)
    return body as T
  }
  return { ...service, operate, done, tokens, staffIds, owner, stranger }
}
