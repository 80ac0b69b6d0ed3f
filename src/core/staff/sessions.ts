import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import { digest, makeCredential, passwordMatches, passwordOfNobody } from '../accounts/secrets.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../problems.ts'

const hourMs = 3_600_000
export const sessionMs = 12 * hourMs

const staffByEmail = statement(
  'staff.by-email',
  `select id, password_hash as "passwordHash" from staff where email = lower($1) and deactivated_at is null`,
  { id: int, passwordHash: text },
)
// Waits for whoever is just shutting the person out or changing the password, and then finds that it no longer fits.
const insertSession = statement(
  'staff-sessions.insert',
  `insert into staff_sessions (staff_id, token_hash, created_at, expires_at)
   select s.id, $3, $4, $5 from staff s where s.id = $1 and s.password_hash = $2 and s.deactivated_at is null for share
   returning id`,
  { id: int },
)
const endSession = statement(
  'staff-sessions.end',
  'update staff_sessions set ended_at = $2 where id = $1',
  {},
)
const endOthers = statement(
  'staff-sessions.end-others',
  `update staff_sessions set ended_at = $3
   where staff_id = $1 and ended_at is null and ($2::bigint is null or id <> $2)`,
  {},
)
const deleteOld = statement(
  'staff-sessions.delete-old',
  'delete from staff_sessions where expires_at <= $1',
  {},
)

/** Checks the password and opens a session. Its secret is told once, to be kept in a cookie. */
export async function signIn(deps: Deps, given: { email: string; password: string }): Promise<string> {
  const found = given.email.includes('\0') ? undefined : await deps.db.row(staffByEmail, [given.email])
  const matches = await passwordMatches(given.password, found?.passwordHash ?? passwordOfNobody)
  if (!found || !matches) throw refuse({ code: 'credentials_invalid' })
  const secret = makeCredential(deps.settings.env, 'staffSession')
  const now = deps.now()
  const expires = new Date(now.getTime() + sessionMs)
  const values = [found.id, found.passwordHash, digest(deps.settings.secret, secret), now, expires]
  if (!(await deps.db.row(insertSession, values))) throw refuse({ code: 'credentials_invalid' })
  return secret
}

export const signOut = (deps: Deps, sessionId: number): Promise<number> =>
  deps.db.run(endSession, [sessionId, deps.now()])

/** Ends the sessions of a person, but for the one to keep. */
export const endSessionsOf = (
  db: Database,
  staffId: number,
  keptId: number | null,
  now: Date,
): Promise<number> => db.run(endOthers, [staffId, keptId, now])

/** A month after they ended nobody asks for them any more. */
export const forgetOldSessions = (deps: Deps): Promise<number> =>
  deps.db.run(deleteOld, [new Date(deps.now().getTime() - 30 * 24 * hourMs)])
