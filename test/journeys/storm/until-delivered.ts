import { setTimeout as pause } from 'node:timers/promises'
import { resendDelivery } from '../../../src/core/webhooks/resend-deliveries.ts'
import type { StormSite } from './storm.ts'

type Left = {
  accountId: number
  endpointId: number
  id: number
  state: string
  attempts: number
  tries: string[]
}

const undelivered = `select d.account_id as "accountId", d.endpoint_id as "endpointId", d.id, d.state, d.attempts, array(
    select coalesce(a.error, a.status::text) || ' after ' || a.duration_ms || ' ms' from webhook_attempts a
    where a.account_id = d.account_id and a.delivery_id = d.id order by a.id) as tries
  from webhook_deliveries d where d.state <> 'delivered'`

/**
 * Until everything was delivered; and not for ever. What fails a second time, as on a machine that has too much to do, would be tried
 * in five minutes. Nobody waits so long here, so it is sent again by hand; told is how often.
 */
export async function untilDelivered(
  { deps, pool, signal }: Pick<StormSite, 'deps' | 'pool' | 'signal'>,
  until: number,
): Promise<number> {
  for (let helped = 0; ; ) {
    const left = await pool.query<Left>(undelivered).catch(() => undefined)
    if (left?.rows.length === 0) return helped
    if (performance.now() > until) throw new Error(`The storm did not end. ${inWords(left?.rows ?? [])}`)
    for (const { accountId, endpointId, id } of left?.rows.filter(({ attempts }) => attempts > 1) ?? []) {
      await resendDelivery(deps, { accountId, accessKeyId: null }, endpointId, id)
      helped += 1
    }
    await pause(300, undefined, { signal })
  }
}

const inWords = (left: readonly Left[]) =>
  `${left.length} deliveries are left, such as ${JSON.stringify(left.slice(0, 5))}`
