import { statement } from '../../db/statement.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { changeLeaf } from './change-leaf.ts'
import { type Leaf, refuseHeld, withLeaf } from './lock-leaf.ts'
import { tellDelivered, tellShipped } from './order-mails.ts'
import { refuseJump } from './order-step.ts'
import { note } from './preparation-writes.ts'

export type Shipment = { carrier: string; trackingNumbers: readonly string[] }
export type Delivery = { deliveredOn?: string; remark?: string }

// The bottles keep their order, so that it can always be told what an order took with it.
const sendBottles = statement(
  'preparations.send-bottles',
  `with held as (
     select id, wine_id, format_ml, location_id from bottles
     where account_id = $1 and order_id = $2 and state = 'stored' order by id for update
   ), sent as (
     update bottles b set state = 'gone', warehouse_id = null, location_id = null, updated_at = $4
     from held where b.account_id = $1 and b.id = held.id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, order_id, created_at)
   select $1, id, $3, wine_id, format_ml, location_id, $2, $4 from held order by id`,
  {},
)

const takeOut = (within: Deps, { accountId, id }: Leaf, kind: 'shipped' | 'withdrawn') =>
  within.db.run(sendBottles, [accountId, id, kind, within.now()])

/** The carrier has it: the bottles have left. */
export const shipOrder = (deps: Deps, staff: Staff, orderId: number, shipment: Shipment): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseJump(leaf, 'shipped')
    refuseHeld(leaf)
    await takeOut(within, leaf, 'shipped')
    const { carrier, trackingNumbers } = shipment
    await note(within.db, leaf, 'shipment', { carrier, shipped_at: within.now() })
    const order = await changeLeaf(within, staff, leaf, { status: 'shipped', trackingNumbers })
    await tellShipped(within, leaf, order, carrier)
  })

/** The recipient has it, since a day that may be in the past: carriers tell late. */
export const deliverOrder = (deps: Deps, staff: Staff, orderId: number, delivery: Delivery): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseJump(leaf, 'delivered')
    const shippedOn = leaf.shippedAt ? dayOf(leaf.shippedAt) : ''
    const today = dayOf(within.now())
    // The clock of the owner may have been turned back since the order was shipped.
    const [, latest = today] = [today, shippedOn].sort()
    const { deliveredOn = latest, remark = null } = delivery
    if (deliveredOn > latest) throw invalidField('delivered_on', 'must not be in the future')
    if (deliveredOn < shippedOn)
      throw invalidField('delivered_on', `must not be before the order was shipped, on ${shippedOn}`)
    await note(within.db, leaf, 'delivery', { delivered_on: deliveredOn, delivery_remark: remark })
    const order = await changeLeaf(within, staff, leaf, { status: 'delivered' })
    await tellDelivered(within, leaf, order, { deliveredOn, remark })
  })

/** Somebody fetched it at the counter: the bottles have left. */
export const withdrawOrder = (
  deps: Deps,
  staff: Staff,
  orderId: number,
  collectedBy: string,
): Promise<void> =>
  withLeaf(deps, orderId, async (within, leaf) => {
    refuseJump(leaf, 'withdrawn')
    refuseHeld(leaf)
    await takeOut(within, leaf, 'withdrawn')
    const collection = { collected_by: collectedBy, withdrawn_at: within.now() }
    await note(within.db, leaf, 'collection', collection)
    await changeLeaf(within, staff, leaf, { status: 'withdrawn' })
  })

const dayOf = (moment: Date): string => parisClock(moment).toPlainDate().toString()
