import type pg from 'pg'
import type { Caller, Deps } from '../../src/core/deps.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { deleteOrder } from '../../src/core/orders/delete-order.ts'
import { editOrder } from '../../src/core/orders/edit-order.ts'
import type { Order } from '../../src/core/orders/order.ts'
import { type ClaimedDelivery, claimDelivery } from '../../src/core/webhooks/claim-delivery.ts'
import { createEndpoint, type EndpointFields } from '../../src/core/webhooks/create-endpoint.ts'
import type { EndpointOwner } from '../../src/core/webhooks/endpoint-reads.ts'
import { type NewAttempt, settleDelivery } from '../../src/core/webhooks/settle-delivery.ts'
import { line, orderCellar, pickup } from './order-cellar.ts'
import { insert } from './small-cellar.ts'

/** Owners with bottles, addresses to tell them at, and orders to tell of. */
export async function webhookCellar(deps: Deps, pool: pg.Pool) {
  const cellar = await orderCellar(pool)

  const addOwner = async (bottles = 100): Promise<Caller> => {
    const owner = await cellar.addOwner()
    await cellar.store(owner.accountId, { count: bottles })
    return owner
  }
  const listen = async (
    { accountId }: Pick<Caller, 'accountId'>,
    given: Partial<EndpointFields> & { accessKeyId?: number } = {},
  ) => {
    const { accessKeyId = null, ...fields } = given
    const owner: EndpointOwner = { accountId, accessKeyId }
    const made = await createEndpoint(deps, owner, {
      name: 'Shop',
      url: 'http://127.0.0.1:9/hook',
      eventTypes: [],
      ...fields,
    })
    return {
      owner,
      id: made.endpoint.id,
      secret: made.secret,
      ref: { accountId, endpointId: made.endpoint.id },
    }
  }
  /** A key of nobody in particular, for addresses that belong to one. */
  const addKey = async (accountId: number): Promise<number> => {
    const at = '2026-01-05T09:00:00Z'
    const personId = await insert(pool, 'people', {
      ...{ account_id: accountId, email: `${accountId}@key.example`, first_name: 'Ada', last_name: 'Cave' },
      ...{ password_hash: 'x', role: 'owner', created_at: at },
    })
    return insert(pool, 'access_keys', {
      ...{ account_id: accountId, person_id: personId, access_key: `pre_ak_${accountId}`, name: 'test' },
      ...{ secret_hash: Buffer.alloc(32), rights: 'write', created_at: at },
    })
  }
  const order = async (owner: Caller): Promise<Order> =>
    (await createOrder(deps, owner, pickup([line(cellar.wineId, 1)]))).order
  const comment = async (owner: Caller, id: number, text: string): Promise<Order> =>
    (await editOrder(deps, owner, id, { allowPartial: false, recipient: {}, comment: text })).order
  const remove = (owner: Caller, id: number): Promise<Order> => deleteOrder(deps, owner, id)

  /** The rows of all deliveries to an address, in the order in which they were made. */
  const deliveries = async (endpointId: number) => {
    const { rows } = await pool.query<{
      id: number
      state: string
      attempts: number
      subject: string
      subject_id: number
      due_at: Date
      lease: string | null
    }>('select * from webhook_deliveries where endpoint_id = $1 order by event_id', [endpointId])
    return rows
  }
  return { ...cellar, addOwner, listen, addKey, order, comment, remove, deliveries }
}

const attempted = (status: number | null): NewAttempt => ({
  durationMs: 12,
  url: 'http://127.0.0.1:9/hook',
  signedAt: 1_763_282_000,
  status,
  error: status === null ? 'The connection was reset.' : null,
  responseHeaders: status === null ? null : { 'content-type': 'text/plain' },
  responseBody: status === null ? null : 'ok',
})

/** As if the receiver had answered so; null is no answer at all. */
export const answered = (deps: Deps, delivery: ClaimedDelivery, status: number | null, chance = 0) =>
  settleDelivery(deps, delivery, attempted(status), chance)

/** Takes what is due and answers it, one after the other, until nothing is. */
export async function answerAll(
  deps: Deps,
  ref: { accountId: number; endpointId: number },
  status: number | null,
) {
  const taken: ClaimedDelivery[] = []
  for (;;) {
    const delivery = await claimDelivery(deps, ref)
    if (!delivery) return taken
    taken.push(delivery)
    await answered(deps, delivery, status)
  }
}
