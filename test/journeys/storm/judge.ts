import type pg from 'pg'
import type { Received } from '../../support/open-receiver.ts'
import type { FlakyReceiver } from './flaky-receiver.ts'

export type Listener = FlakyReceiver & { accountId: number; endpointId: number }

const recordOf = ({ body }: Received): string =>
  body.type === 'stock'
    ? `stock ${(body.data as unknown as { id: number }[])[0]?.id}`
    : `${body.type} ${body.data.id}`

/** Which events an address must have been told of, those of each record in order: all since it was added. */
async function expectedOf(
  pool: pg.Pool,
  { accountId, endpointId }: Listener,
): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ record: string; events: string[] }>(
    `select e.subject || ' ' || e.subject_id as record, array_agg('evt_' || e.id order by e.id) as events
     from events e, webhook_endpoints w
     where w.account_id = $1 and w.id = $2 and e.account_id = $1 and e.created_at >= w.created_at group by 1`,
    [accountId, endpointId],
  )
  return new Map(rows.map(({ record, events }) => [record, events]))
}

/** What is wrong with what arrived at an address, against what was committed. */
export async function judge(pool: pg.Pool, listener: Listener): Promise<string[]> {
  const { messages } = listener.receiver
  const faults = [...listener.faults]
  const arrived = new Map<string, string[]>()
  const messageIds = new Map<string, string>()
  for (const message of messages) {
    const { id, body } = message
    const known = messageIds.get(body.id)
    if (known === undefined) {
      messageIds.set(body.id, id)
      const record = recordOf(message)
      arrived.set(record, [...(arrived.get(record) ?? []), body.id])
    } else if (known !== id) faults.push(`${body.id} came as ${known} and as ${id}`)
  }
  const expected = await expectedOf(pool, listener)
  for (const record of new Set([...expected.keys(), ...arrived.keys()])) {
    const [must, did] = [expected.get(record)?.join(), arrived.get(record)?.join()]
    if (must !== did) faults.push(`of ${record} came ${did ?? 'nothing'}, and there was ${must ?? 'nothing'}`)
  }
  return faults
}
