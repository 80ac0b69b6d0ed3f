import type { HappenedEvent } from './sandbox-types.ts'

const changes: Record<string, string> = { create: 'created', update: 'changed', delete: 'deleted' }
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

type Subject = { id?: number; wine?: string; quantity?: number; status?: { name: string } }

/** "Order 17 changed: SHIPPED", "Stock of Chablis changed". */
export function eventInWords({ type, event, data }: HappenedEvent): string {
  const change = changes[event] ?? event
  if (type === 'stock') {
    const [first] = data as Subject[]
    return `Stock of ${first?.wine ?? 'a wine'} ${change}`
  }
  const { id, status } = data as Subject
  return `${sentence(type)} ${id} ${change}${status ? `: ${status.name.toLowerCase()}` : ''}`
}
