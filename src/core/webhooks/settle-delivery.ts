import { int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { atTimeOf, realTime } from '../sandbox/account-clock.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  claimedColumns,
  claimedEvent,
  claimedRow,
  leaseMs,
  mostAtOnce,
  mostAtOnceInTrouble,
  toClaimed,
} from './claim-delivery.ts'
import type { Attempt } from './delivery-reads.ts'
import { mostAttempts, retryDelayMs } from './retry-ladder.ts'
import { tellOfFailing, tellOfGone } from './tell-of-webhook.ts'
import { wakeEndpoint } from './wake-endpoint.ts'

/** An attempt that has just ended. */
export type NewAttempt = Omit<Attempt, 'createdAt'>

const released = 'lease = null, leased_until = null'
const held = 'd.account_id = $1 and d.id = $2 and d.lease = $11::uuid'
/** What follows on `d`, of the same record. */
const followsOn = (d: string) =>
  `n.account_id = $1 and n.endpoint_id = ${d}.endpoint_id and n.subject = ${d}.subject and n.subject_id = ${d}.subject_id
     and n.state = 'pending' and n.event_id > ${d}.event_id`

const noteAttempt = `insert into webhook_attempts (account_id, delivery_id, created_at, duration_ms, url, signed_at, status,
     error, response_headers, response_body)
   select account_id, id, $3, $4, $5, $6, $7, $8, $9, $10 from webhook_deliveries where account_id = $1 and id = $2`
const settleTaken = statement(
  'webhook-deliveries.settle-taken',
  `select ${claimedColumns}
   from settle_and_claim_webhook($1, $2, $4, $5, account_time($1, $3), $6, $7, $8, $9, $10, $11, ${leaseMs}, $12,
     ${mostAtOnceInTrouble}) c, ${claimedEvent}`,
  claimedRow,
)
const markFailedAttempt = statement(
  'webhook-deliveries.mark-failed-attempt',
  `with noted as (
     ${noteAttempt}
   )
   update webhook_deliveries d set attempts = least(attempts + 1, ${mostAttempts}), ${released} where ${held}
   returning d.attempts`,
  { attempts: int },
)
// What follows is not due before it either; else it would be looked at again and again in vain.
const postpone = statement(
  'webhook-deliveries.postpone',
  `with postponed as (
     update webhook_deliveries d set due_at = $3 where d.account_id = $1 and d.id = $2
     returning d.endpoint_id, d.subject, d.subject_id, d.event_id
   )
   update webhook_deliveries n set due_at = $3 from postponed p where ${followsOn('p')} and n.due_at < $3`,
  {},
)
const giveUp = statement(
  'webhook-deliveries.give-up',
  `update webhook_deliveries set state = 'failed', settled_at = $3 where account_id = $1 and id = $2`,
  {},
)
const markTrouble = statement(
  'webhook-endpoints.mark-trouble',
  `update webhook_endpoints set last_attempt_failed = true where account_id = $1 and id = $2 and not last_attempt_failed`,
  {},
)
const markFailing = statement(
  'webhook-endpoints.mark-failing',
  `update webhook_endpoints set failing_since = $3 where account_id = $1 and id = $2 and failing_since is null
   returning name, url`,
  { name: text, url: text },
)
const markGone = statement(
  'webhook-endpoints.mark-gone',
  `with gone as (
     update webhook_endpoints set state = 'gone', updated_at = $3 where account_id = $1 and id = $2 and state <> 'gone'
     returning account_id, id, name, url
   ), cancelled as (
     update webhook_deliveries d set state = 'cancelled', settled_at = $3, ${released} from gone
     where d.account_id = gone.account_id and d.endpoint_id = gone.id and d.state = 'pending'
   )
   select name, url from gone`,
  { name: text, url: text },
)
const release = statement(
  'webhook-deliveries.release',
  `update webhook_deliveries d set ${released} where d.account_id = $1 and d.id = $2 and d.lease = $3::uuid`,
  {},
)
// Before its deliveries, as everybody does who changes both.
const lockEndpoint = statement(
  'webhook-endpoints.lock-to-settle',
  'select id from webhook_endpoints where account_id = $1 and id = $2 for no key update',
  { id: int },
)

/**
 * Writes down an attempt and what follows from it. Whoever lost the lease in the meantime, to another worker or because the
 * address was deleted, only leaves a note of the attempt. `chance` is from 0 to 1 and spreads the next one.
 */
export async function settleDelivery(
  deps: Deps,
  delivery: ClaimedDelivery,
  attempt: NewAttempt,
  chance: number,
): Promise<void> {
  if (isTaken(attempt)) await settleWell(deps, delivery, attempt, 0)
  else await settleFailure(deps, delivery, attempt, chance)
}

/** The same, and takes the next delivery of the address, which mostly costs nothing more. */
export async function settleAndClaim(
  deps: Deps,
  delivery: ClaimedDelivery,
  attempt: NewAttempt,
  chance: number,
): Promise<ClaimedDelivery | undefined> {
  if (isTaken(attempt)) return settleWell(deps, delivery, attempt, mostAtOnce)
  await settleFailure(deps, delivery, attempt, chance)
  return claimDelivery(deps, delivery)
}

async function settleWell(
  deps: Deps,
  delivery: ClaimedDelivery,
  { durationMs, url, signedAt, status, responseHeaders, responseBody }: NewAttempt,
  most: number,
): Promise<ClaimedDelivery | undefined> {
  const { accountId, endpointId, id, lease } = delivery
  const next = await deps.db.row(settleTaken, [
    ...[accountId, endpointId, realTime(deps), id, lease],
    ...[durationMs, url, signedAt, status, responseHeaders, responseBody, most],
  ])
  return next && toClaimed(deps, delivery, next)
}

async function settleFailure(
  outside: Deps,
  delivery: ClaimedDelivery,
  attempt: NewAttempt,
  chance: number,
): Promise<void> {
  const { accountId, endpointId, id, lease } = delivery
  const deps = await atTimeOf(outside, accountId)
  await inTransaction(deps, async (within) => {
    await within.db.row(lockEndpoint, [accountId, endpointId])
    const failed = await within.db.row(markFailedAttempt, [
      ...[accountId, id, deps.now(), attempt.durationMs, attempt.url, attempt.signedAt],
      ...[attempt.status, attempt.error, attempt.responseHeaders, attempt.responseBody, lease],
    ])
    if (failed) await followUp(within, delivery, attempt, retryDelayMs(failed.attempts, chance))
  })
}

const isTaken = ({ status, error }: NewAttempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300

async function followUp(
  within: Deps,
  { accountId, endpointId, id }: ClaimedDelivery,
  { status }: NewAttempt,
  delayMs: number | undefined,
): Promise<void> {
  const { db } = within
  const now = within.now()
  if (status === 410) {
    await db.run(giveUp, [accountId, id, now])
    const gone = await db.row(markGone, [accountId, endpointId, now])
    if (gone) await tellOfGone(within, accountId, gone)
    return
  }
  await db.run(markTrouble, [accountId, endpointId])
  if (delayMs !== undefined) {
    await db.run(postpone, [accountId, id, new Date(now.getTime() + delayMs)])
    return wakeEndpoint(db, { accountId, endpointId }, delayMs)
  }
  await db.run(giveUp, [accountId, id, now])
  const failing = await db.row(markFailing, [accountId, endpointId, now])
  if (failing) await tellOfFailing(within, accountId, failing)
}

/** Gives a delivery back that could not be tried to its end, as if nobody had taken it. */
export const releaseDelivery = ({ db }: Deps, { accountId, id, lease }: ClaimedDelivery): Promise<number> =>
  db.run(release, [accountId, id, lease])
