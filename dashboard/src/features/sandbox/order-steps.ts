import type { Order } from '../../../../client/src/generated/v2.ts'

export type Step = { step: string; label: string; isNext?: boolean }

const byStatus: Record<string, (order: Order) => Step[]> = {
  NEW: () => [{ step: 'start', label: 'Start', isNext: true }],
  PROCESSING: () => [
    { step: 'pick', label: 'Pick' },
    { step: 'short-pick', label: 'Pick one too few' },
    { step: 'ready', label: 'Ready', isNext: true },
    { step: 'stop', label: 'Stop' },
  ],
  READY: ({ is_pickup }) => [
    is_pickup
      ? { step: 'withdraw', label: 'Withdraw', isNext: true }
      : { step: 'ship', label: 'Ship', isNext: true },
  ],
  SHIPPED: () => [{ step: 'deliver', label: 'Deliver', isNext: true }],
}
const canBeHeld = ['NEW', 'PROCESSING']

/** What the warehouse may do with an order as it is. One on hold waits until it is released. */
export function stepsOf(order: Order): Step[] {
  const { name } = order.status
  if (order.additional_status !== null) return [{ step: 'release', label: 'Release', isNext: true }]
  const steps = byStatus[name]?.(order) ?? []
  return canBeHeld.includes(name) ? [...steps, { step: 'hold', label: 'Hold' }] : steps
}

export const bottlesIn = (content: readonly { quantity: number }[]) =>
  content.reduce((sum, { quantity }) => sum + quantity, 0)

export const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`
