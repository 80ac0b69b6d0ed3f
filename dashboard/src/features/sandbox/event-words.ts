import type { Event } from '../../generated/sandbox.ts'

const changes = { create: 'created', update: 'changed', delete: 'deleted' } as const
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "Order 17 changed: shipped", "Stock of Chablis changed". */
export function eventInWords(event: Event): string {
  const change = changes[event.event]
  if (event.type === 'stock') return `Stock of ${event.data[0]?.wine ?? 'a wine'} ${change}`
  const { id } = event.data
  const state = event.type === 'invoice' ? event.data.state : event.data.status
  return `${sentence(event.type)} ${id} ${change}: ${state.name.toLowerCase()}`
}
