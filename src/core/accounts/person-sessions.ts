import type { Database } from '../../db/database.ts'
import { instant, int, orNull, statement, text } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import type { PersonRole } from './people-reads.ts'
import {
  digest,
  makeCredential,
  passwordMatches,
  passwordOfNobody,
  refuseOtherEnvironment,
} from './secrets.ts'

const hourMs = 3_600_000
export const personSessionMs = 12 * hourMs

const signingIn = statement(
  'people.signing-in',
  `select p.account_id as "accountId", p.id as "personId", p.password_hash as "passwordHash", a.blocked_at as "blockedAt"
   from people p join accounts a on a.id = p.account_id
   where p.email = lower($1) and p.deactivated_at is null`,
  { accountId: int, personId: int, passwordHash: orNull(text), blockedAt: orNull(instant) },
)
// The two wait for whoever is just blocking the account, removing the person or changing the password, and then find that it no
// longer fits. The account comes first, as it does for those who change its people.
const openAccountToShare = statement(
  'accounts.open-for-session',
  'select id from accounts where id = $1 and blocked_at is null for share',
  { id: int },
)
const insertSession = statement(
  'person-sessions.insert',
  `insert into person_sessions (account_id, person_id, token_hash, created_at, expires_at)
   select p.account_id, p.id, $4, $5, $6 from people p
   where p.account_id = $1 and p.id = $2 and p.password_hash = $3 for share
   returning id`,
  { id: int },
)
const bySecret = statement(
  'person-sessions.by-hash',
  `select k.id as "sessionId", k.account_id as "accountId", k.person_id as "personId", k.expires_at as "expiresAt",
     p.email, p.first_name || ' ' || p.last_name as name, p.role, a.name as "accountName", a.company
   from person_sessions k join people p on p.account_id = k.account_id and p.id = k.person_id
     join accounts a on a.id = k.account_id
   where k.token_hash = $1 and k.ended_at is null and p.password_hash is not null and a.blocked_at is null`,
  {
    sessionId: int,
    accountId: int,
    personId: int,
    expiresAt: instant,
    email: text,
    name: text,
    role: text,
    accountName: text,
    company: orNull(text),
  },
)
const endOne = statement(
  'person-sessions.end',
  'update person_sessions set ended_at = $2 where token_hash = $1 and ended_at is null',
  {},
)
const endOthers = statement(
  'person-sessions.end-others',
  `update person_sessions set ended_at = $4
   where account_id = $1 and person_id = $2 and ended_at is null and ($3::bigint is null or id <> $3)`,
  {},
)
const endOfAccount = statement(
  'person-sessions.end-of-account',
  'update person_sessions set ended_at = $2 where account_id = $1 and ended_at is null',
  {},
)
const deleteOld = statement(
  'person-sessions.delete-old',
  'delete from person_sessions where expires_at <= $1',
  {},
)

/** Who is signed in at the owners' pages. */
export type OwnerSession = Caller & {
  sessionId: number
  personId: number
  role: PersonRole
  account: { name: string; company: string | null }
}

/**
 * Checks the password and opens a session. Its secret is told once, to be kept in a cookie. A blocked account is told only to
 * those who know the password; an address that nobody has and a wrong password are one answer, in the same time.
 */
export async function signInPerson(deps: Deps, given: { email: string; password: string }): Promise<string> {
  const found = await deps.db.row(signingIn, [given.email])
  const matches = await passwordMatches(given.password, found?.passwordHash ?? passwordOfNobody)
  if (!found?.passwordHash || !matches) throw refuse({ code: 'credentials_invalid' })
  if (found.blockedAt) throw refuse({ code: 'account_blocked' })
  const secret = makeCredential(deps.settings.env, 'ownerSession')
  const now = deps.now()
  const { accountId, personId, passwordHash } = found
  const hash = digest(deps.settings.secret, secret)
  const values = [accountId, personId, passwordHash, hash, now, new Date(now.getTime() + personSessionMs)]
  await deps.db.transaction(async (db) => {
    if (!(await db.row(openAccountToShare, [accountId]))) throw refuse({ code: 'account_blocked' })
    if (!(await db.row(insertSession, values))) throw refuse({ code: 'credentials_invalid' })
  })
  return secret
}

/** Who holds the secret of a session, while it lasts. It lasts by real time, whatever the clock of the account shows. */
export async function findOwnerSession(deps: Deps, secret: string): Promise<OwnerSession | undefined> {
  refuseOtherEnvironment(deps, secret)
  const found = await deps.db.row(bySecret, [digest(deps.settings.secret, secret)])
  if (!found || found.expiresAt <= deps.now()) return undefined
  const { sessionId, accountId, personId, email, name, accountName, company } = found
  const role = found.role as PersonRole
  const rights = role === 'read_only' ? 'read' : 'write'
  const account = { name: accountName, company }
  return { sessionId, personId, role, account, accountId, rights, email, name }
}

export const signOutPerson = (deps: Deps, secret: string): Promise<number> =>
  deps.db.run(endOne, [digest(deps.settings.secret, secret), deps.now()])

/** Ends the sessions of a person, but for the one to keep. */
export const endSessionsOfPerson = (
  db: Database,
  person: { accountId: number; personId: number },
  keptId: number | null,
  now: Date,
): Promise<number> => db.run(endOthers, [person.accountId, person.personId, keptId, now])

export const endSessionsOfAccount = (db: Database, accountId: number, now: Date): Promise<number> =>
  db.run(endOfAccount, [accountId, now])

/** A month after they ended nobody asks for them any more. */
export const forgetOldPersonSessions = (deps: Deps): Promise<number> =>
  deps.db.run(deleteOld, [new Date(deps.now().getTime() - 30 * 24 * hourMs)])
