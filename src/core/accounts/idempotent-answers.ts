import type { Database } from '../../db/database.ts'
import { bool, bytes, int, orNull, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../problems.ts'

/** A request that may be sent twice: the account's own key for it, and what was asked. */
export type RepeatableRequest = { accountId: number; key: string; requestHash: Buffer }
export type KeptAnswer = { status: number; text: string }

const keptMs = 24 * 3_600_000

// Waits for another request with the same key that is still running. An answer past its time is as good as none.
const claimKey = statement(
  'idempotent-answers.claim',
  `insert into idempotent_answers as kept (account_id, key, request_hash, created_at) values ($1, $2, $3, $4)
   on conflict (account_id, key) do update
     set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, body = null
     where kept.created_at <= $5
   returning true as claimed`,
  { claimed: bool },
)
const answerByKey = statement(
  'idempotent-answers.by-key',
  `select request_hash as "requestHash", status, body from idempotent_answers where account_id = $1 and key = $2`,
  { requestHash: bytes, status: orNull(int), body: orNull(text) },
)
const storeAnswer = statement(
  'idempotent-answers.store',
  'update idempotent_answers set status = $3, body = $4 where account_id = $1 and key = $2',
  {},
)
const deleteExpired = statement(
  'idempotent-answers.delete-expired',
  'delete from idempotent_answers where created_at <= $1',
  {},
)

/** The answer kept for this request, or undefined when it is the first of its kind and now holds the key. */
export async function claimOrFindAnswer(
  deps: Deps,
  request: RepeatableRequest,
): Promise<KeptAnswer | undefined> {
  const { accountId, key, requestHash } = request
  const now = deps.now()
  const claim = [accountId, key, requestHash, now, new Date(now.getTime() - keptMs)]
  if (await deps.db.row(claimKey, claim)) return undefined
  const kept = await deps.db.row(answerByKey, [accountId, key])
  if (!kept?.requestHash.equals(requestHash) || kept.status === null || kept.body === null)
    throw refuse({ code: 'idempotency_key_reused' })
  return { status: kept.status, text: kept.body }
}

export const keepAnswer = (
  db: Database,
  { accountId, key }: RepeatableRequest,
  { status, text }: KeptAnswer,
) => db.run(storeAnswer, [accountId, key, status, text])

export const forgetExpiredAnswers = (deps: Deps): Promise<number> =>
  deps.db.run(deleteExpired, [new Date(deps.now().getTime() - keptMs)])
