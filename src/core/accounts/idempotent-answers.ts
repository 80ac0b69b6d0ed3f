import type { Database } from '../../db/database.ts'
import { bool, bytes, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../problems.ts'
import { accountsWithOwnClock } from '../sandbox/several-clocks.ts'

/** A request that may be sent twice: the sender's own key for it, and what was asked. */
export type RepeatableRequest = { sender: Sender; key: string; requestHash: Buffer }
export type Sender = { kind: 'account' | 'staff'; id: number }
export type KeptAnswer = { status: number; text: string }

const keptMs = 24 * 3_600_000

const answersIn = (table: string, sender: string) => ({
  // Waits for another request with the same key that is still running. An answer past its time is as good as none.
  claim: statement(
    `${table}.claim`,
    `insert into ${table} as kept (${sender}, key, request_hash, created_at) values ($1, $2, $3, $4)
     on conflict (${sender}, key) do update
       set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, body = null
       where kept.created_at <= $5
     returning true as claimed`,
    { claimed: bool },
  ),
  byKey: statement(
    `${table}.by-key`,
    `select request_hash as "requestHash", status, body from ${table} where ${sender} = $1 and key = $2`,
    { requestHash: bytes, status: orNull(int), body: orNull(text) },
  ),
  store: statement(
    `${table}.store`,
    `update ${table} set status = $3, body = $4 where ${sender} = $1 and key = $2`,
    {},
  ),
})
const answers = {
  account: answersIn('idempotent_answers', 'account_id'),
  staff: answersIn('staff_answers', 'staff_id'),
}
const expired = (realNow: string) => `${realNow} - make_interval(secs => ${keptMs / 1000})`
const deleteExpired = [
  statement(
    'idempotent_answers.delete-expired',
    `delete from idempotent_answers where created_at <= ${expired('$1::timestamptz')} and account_id <> all($2::bigint[])`,
    {},
  ),
  statement(
    'idempotent_answers.delete-expired-apart',
    `delete from idempotent_answers
     where account_id = any($2::bigint[]) and created_at <= ${expired('account_time(account_id, $1)')}`,
    {},
  ),
]
const deleteExpiredOfStaff = statement(
  'staff_answers.delete-expired',
  `delete from staff_answers where created_at <= ${expired('$1::timestamptz')}`,
  {},
)

/** The answer kept for this request, or undefined when it is the first of its kind and now holds the key. */
export async function claimOrFindAnswer(
  deps: Deps,
  { sender, key, requestHash }: RepeatableRequest,
): Promise<KeptAnswer | undefined> {
  const { claim, byKey } = answers[sender.kind]
  const now = deps.now()
  const expired = new Date(now.getTime() - keptMs)
  if (await deps.db.row(claim, [sender.id, key, requestHash, now, expired])) return undefined
  const kept = await deps.db.row(byKey, [sender.id, key])
  if (!kept?.requestHash.equals(requestHash) || kept.status === null || kept.body === null)
    throw refuse({ code: 'idempotency_key_reused' })
  return { status: kept.status, text: kept.body }
}

export const keepAnswer = (
  db: Database,
  { sender, key }: RepeatableRequest,
  { status, text }: KeptAnswer,
): Promise<number> => db.run(answers[sender.kind].store, [sender.id, key, status, text])

/** Each by the clock of its account; those of accounts with a clock of their own are looked for apart. */
export async function forgetExpiredAnswers({ db, now }: Deps): Promise<number> {
  const apart = await accountsWithOwnClock(db)
  let forgotten = await db.run(deleteExpiredOfStaff, [now()])
  for (const each of deleteExpired) forgotten += await db.run(each, [now(), apart])
  return forgotten
}
