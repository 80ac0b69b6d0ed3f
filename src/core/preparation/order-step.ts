import { nextStatuses, type Order, type OrderStatus } from '../orders/order.ts'
import { WorkRefusal } from '../work-refusal.ts'

export type Standing = { id: number; status: OrderStatus; handover: Order['handover'] }

/** What may become of the order now: a delivery is shipped, and a pick-up is withdrawn. */
export const possibleSteps = ({ status, handover }: Standing): OrderStatus[] =>
  nextStatuses[status].filter((next) => next !== (handover === 'pickup' ? 'shipped' : 'withdrawn'))

/** Every step of every verb passes here, and no status is written without. */
export function refuseJump(order: Standing, next: OrderStatus): void {
  const possible = possibleSteps(order)
  if (possible.includes(next)) return
  const kind = order.handover === 'pickup' ? 'pick-up' : 'delivery'
  const rest =
    possible.length > 0
      ? `As a ${kind} it can now become ${possible.join(' or ')}.`
      : 'It is at its end, and nothing more can be done with it.'
  throw new WorkRefusal(
    'step_not_possible',
    `Order ${order.id} is ${order.status} and cannot become ${next}. ${rest}`,
  )
}

/** Work that leaves the status as it is, and that only some of them allow. */
export function refuseUnless(order: Standing, allowed: readonly OrderStatus[], what: string): void {
  if (allowed.includes(order.status)) return
  const hint = order.status === 'new' && allowed.includes('processing') ? ' Start its preparation first.' : ''
  throw new WorkRefusal(
    'step_not_possible',
    `Order ${order.id} is ${order.status}, and ${what} only while it is ${allowed.join(' or ')}.${hint}`,
  )
}
