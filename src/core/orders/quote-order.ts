import { int, statement } from '../../db/statement.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Span } from '../catalogue/warehouse-times.ts'
import type { Caller, Deps } from '../deps.ts'
import { scheduleOrRefuse } from './create-order.ts'
import { deliveryCost } from './delivery-cost.ts'
import { listSlots } from './delivery-hours.ts'
import { checkedRecipient, countBottles, type NewOrder, sumLines } from './new-order.ts'
import type { DeliveryCost } from './price-delivery.ts'

// As the order itself would choose: who can serve every line, then who has most of it, then who has the oldest bottle.
const servingWarehouse = statement(
  'warehouses.that-would-serve',
  `select w.id from warehouses w
     cross join unnest($2::bigint[], $3::int[], $4::text[], $5::int[]) as l (wine_id, format_ml, box_code, quantity)
     cross join lateral (
       select count(*) as quantity, min(stored_at) as oldest from (
         select stored_at from bottles b
         where b.account_id = $1 and b.wine_id = l.wine_id and b.format_ml = l.format_ml and b.box_code = l.box_code
           and b.warehouse_id = w.id and b.state = 'stored' and b.order_id is null
         order by b.stored_at, b.id limit l.quantity) free
     ) free
   group by w.id order by bool_and(free.quantity = l.quantity) desc, sum(free.quantity) desc, min(free.oldest), w.id limit 1`,
  { id: int },
)

/** What the delivery of an order would cost if it were placed now. Nothing is reserved. */
export async function quoteDelivery(deps: Deps, given: NewOrder): Promise<DeliveryCost> {
  const recipient = checkedRecipient(given.handover, given.recipient)
  if (given.handover === 'pickup') return deliveryCost(deps.db, { kind: 'pickup' })
  const bottleCount = countBottles(sumLines(given.lines))
  const now = deps.now()
  const closedDays = await closedDaysFrom(deps.db, parisClock(now).toPlainDate().toString())
  const { deliveryDate } = scheduleOrRefuse({ ...given, recipient, bottleCount, orderedAt: now, closedDays })
  const { zipcode, country } = recipient
  return deliveryCost(deps.db, {
    kind: 'delivery',
    zipcode: zipcode ?? '',
    country: country ?? '',
    bottleCount,
    deliveryDate,
  })
}

/** The hours that an order could ask for, of the warehouse that would serve it now. */
export async function offerHours(deps: Deps, { accountId }: Caller, given: NewOrder): Promise<Span[]> {
  const lines = sumLines(given.lines)
  const serving = await deps.db.row(servingWarehouse, [
    accountId,
    lines.map((line) => line.wineId),
    lines.map((line) => line.formatMl),
    lines.map((line) => line.boxCode),
    lines.map((line) => line.quantity),
  ])
  return serving ? listSlots(deps.db, serving.id, given.handover) : []
}
