import type { Goods } from '../catalogue/goods.ts'
import { invalidField } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'

/** Which status may follow which; there is no other way to move a putaway. */
export const nextPutawayStatuses = {
  announced: ['arrived', 'refused'],
  arrived: ['validated', 'refused'],
  validated: [],
  refused: [],
} as const satisfies Record<string, readonly string[]>
export type PutawayStatus = keyof typeof nextPutawayStatuses

export const mostLines = 500
export const mostBottles = 20_000

/** Goods that somebody says will come; a quantity always counts bottles. */
export type AnnouncedLine = Goods & { quantity: number }

type Moved = { id: number; status: PutawayStatus }

/** Refuses a step that does not follow the present one. */
export function requireStep({ id, status }: Moved, next: PutawayStatus): void {
  if ((nextPutawayStatuses[status] as readonly string[]).includes(next)) return
  throw stepNotPossible({ id, status }, `cannot become ${next}`)
}

/** Refuses work that belongs to another status. `deed` is what the putaway can undergo, such as "can be counted". */
export function requireStatus({ id, status }: Moved, needed: PutawayStatus, deed: string): void {
  if (status !== needed) throw stepNotPossible({ id, status }, `${deed} only while it is ${needed}`)
}

export function stepNotPossible({ id, status }: Moved, words: string): WorkRefusal {
  const next = nextPutawayStatuses[status]
  const possible = next.length > 0 ? `It can become ${next.join(' or ')}.` : 'No other status can follow.'
  return new WorkRefusal('step_not_possible', `Putaway ${id} is ${status}; it ${words}. ${possible}`)
}

export const goodsKey = ({ wineId, formatMl, boxCode }: Goods): string => `${wineId} ${formatMl} ${boxCode}`

/** Goods as statements take many of them: one array a column. */
export const goodsColumns = (goods: readonly Goods[]) => [
  goods.map(({ wineId }) => wineId),
  goods.map(({ formatMl }) => formatMl),
  goods.map(({ boxCode }) => boxCode),
]

/** Lines of the same goods are one line. */
export function sumAnnounced(lines: readonly AnnouncedLine[]): AnnouncedLine[] {
  const summed = new Map<string, AnnouncedLine>()
  for (const line of lines) {
    const known = summed.get(goodsKey(line))
    summed.set(goodsKey(line), { ...line, quantity: line.quantity + (known?.quantity ?? 0) })
  }
  const total = countBottles(lines)
  if (total > mostBottles)
    throw invalidField('lines', `must announce at most ${mostBottles} bottles in all, and announces ${total}`)
  return [...summed.values()]
}

export const countBottles = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)
