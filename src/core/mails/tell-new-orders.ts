import { int, json, statement, text } from '../../db/statement.ts'
import { dayInWords } from '../calendar/day-in-words.ts'
import { formatLitres } from '../catalogue/format.ts'
import type { ContentLine } from '../cellar/content-lines.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { tellOwner } from './tell-owner.ts'

const batch = 200

// Locked, so that two workers take turns. An event beyond the oldest running transaction waits: another may still come before it.
const newOrders = statement(
  'new-order-mails.next',
  `with reached as materialized (select written_by, event_id from new_order_mails for update)
   select e.account_id as "accountId", e.id, e.written_by::text as "writtenBy", e.record -> 'rows' -> 0 as "order"
   from reached, events e
   where e.subject = 'order' and e.change = 'create' and e.written_by < end_of_events()
     and (e.written_by, e.id) > (reached.written_by, reached.event_id)
   order by e.written_by, e.id limit ${batch}`,
  { accountId: int, id: int, writtenBy: text, order: json<OrderRow>() },
)
const reach = statement(
  'new-order-mails.reach',
  'update new_order_mails set written_by = $1::text::xid8, event_id = $2',
  {},
)

/** Mails owners about orders that were placed since the last time, each once, and tells how many orders those were. */
export async function tellNewOrders(deps: Deps): Promise<number> {
  for (let told = 0; ; ) {
    const orders = await inTransaction(deps, tellSome)
    told += orders
    if (orders < batch) return told
  }
}

async function tellSome(within: Deps): Promise<number> {
  const orders = await within.db.rows(newOrders)
  for (const { accountId, order } of orders)
    await tellOwner(await atTimeOf(within, accountId), accountId, {
      kind: 'order_new',
      copies: 'none',
      ...inWords(order),
    })
  const last = orders.at(-1)
  if (last) await within.db.run(reach, [last.writtenBy, last.id])
  return orders.length
}

function inWords(order: OrderRow): { subject: string; body: string } {
  const reference = order.reference ? ` (your reference: ${order.reference})` : ''
  const isPickup = order.handover === 'pickup'
  return {
    subject: `Order ${order.id} was placed`,
    body: [
      `Order ${order.id} was placed by ${order.createdByName}${reference}.`,
      order.lines.map(lineInWords).join('\n'),
      `${isPickup ? 'It can be collected' : 'It will be delivered'} on ${dayInWords(order.deliveryDate)}.`,
      '',
    ].join('\n\n'),
  }
}

const lineInWords = ({ quantity, wine, formatMl, boxCode }: ContentLine) =>
  `${quantity} × ${wine.name}${wine.vintage ? ` ${wine.vintage}` : ''}, ${formatLitres(formatMl)} l${boxCode && `, ${boxCode}`}`
