import { int, statement, text } from '../../db/statement.ts'
import { parisClock, parisMoment, timeZone } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import type { OrderStatus } from '../orders/order.ts'
import { leafOrder } from '../orders/order-summary.ts'
import { deliver, type OrderStep, ready, ship, start, withdraw } from './order-steps.ts'
import type { Span, Step } from './step.ts'

/** `when` is of `orders o`, and `due` is what clocks in Paris show then; $3 is their time zone. */
type Rule = { when: string; due: string; step: OrderStep }

// Whoever has chosen no hours has a half of the day.
const startOfSlot = `o.delivery_date + coalesce(o.window_start, case o.half_day when 'am' then time '09:00' else time '14:00' end)`

/** The day of an order in a warehouse that works by itself. One on hold waits, whatever the time. */
const rules: Record<string, Rule> = {
  // The first thing in the morning, so that its owner can no longer change it.
  'order.start': { when: `o.status = 'new'`, due: `o.preparation_date + time '08:00'`, step: start },
  // Before noon; one that somebody began later is ready at once.
  'order.ready': {
    when: `o.status = 'processing'`,
    due: `greatest(o.preparation_date + time '11:00', p.started_at at time zone $3)`,
    step: ready({}),
  },
  // When the carriers come by.
  'order.ship': {
    when: `o.status = 'ready' and o.handover = 'delivery'`,
    due: `o.preparation_date + time '16:00'`,
    step: ship({}),
  },
  // Recipients get it, and others fetch it, when the hours begin that were promised.
  'order.withdraw': { when: `o.status = 'ready'`, due: startOfSlot, step: withdraw() },
  'order.deliver': { when: `o.status = 'shipped'`, due: startOfSlot, step: deliver({}) },
}

const byRule = (value: (what: string, rule: Rule) => string) =>
  `case ${Object.entries(rules)
    .map(([what, rule]) => `when ${rule.when} then ${value(what, rule)}`)
    .join(' ')} end`

// Many orders have the same hour, and it need not be found out again for each of them.
const mostAtOnce = 50

// All orders of the account are read for it, which are few in a sandbox: an index of those that are on their way would be written
// for every order of production.
const firstDue = statement(
  'sandboxes.first-order-steps',
  `with open as (
     select o.id, o.status, ${byRule((what) => `'${what}'`)} as what, ${byRule((_what, rule) => rule.due)} as due
     from orders o left join preparations p on p.account_id = o.account_id and p.order_id = o.id
     where o.account_id = $1 and o.status in ('new', 'processing', 'ready', 'shipped') and o.deleted_at is null
       and o.hold_reason is null and o.preparation_date <= $2::timestamp::date and ${leafOrder}
   )
   select id, status, what, to_char(due, 'YYYY-MM-DD"T"HH24:MI:SS.US') as due from open
   where open.due <= $2::timestamp and what || ' ' || id <> all($4::text[])
   order by open.due, id limit ${mostAtOnce}`,
  { id: int, status: text, what: text, due: text },
)

/** What the warehouse does next with orders of the account, if it is due by the end of the span: all of the same moment. */
export async function findOrderSteps(
  { db }: Deps,
  accountId: number,
  { until, tried }: Span,
): Promise<Step[]> {
  const found = await db.rows(firstDue, [accountId, parisClock(until).toString(), timeZone, [...tried]])
  return found
    .filter(({ due }) => due === found[0]?.due)
    .flatMap(({ id, status, what, due }): Step[] => {
      const step = rules[what]?.step
      const part = { id, status: status as OrderStatus }
      const run = async (deps: Deps) => {
        await inTransaction(deps, async (within) => step?.take(within, part, 0))
        return { id }
      }
      return step ? [{ key: `${what} ${id}`, at: parisMoment(due), what, id, run }] : []
    })
}
