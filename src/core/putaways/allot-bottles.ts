import { goodsKey } from './putaway.ts'
import type { AnnouncedBottles, UnannouncedBottles } from './putaway-bottle-writes.ts'
import type { CountedGoods } from './putaway-count-writes.ts'

export type Allotment = {
  stored: { bottleId: number; locationId: number }[]
  broken: number[]
  /** Announced, and neither stored nor broken. */
  missing: number[]
  unannounced: UnannouncedBottles[]
}

/** Decides for each announced bottle what became of it: those that came are the first announced, then the broken ones. */
export function allotBottles(
  announced: readonly AnnouncedBottles[],
  counted: readonly CountedGoods[],
): Allotment {
  const waiting = new Map(announced.map((line) => [goodsKey(line), [...line.ids]]))
  const allotment: Allotment = { stored: [], broken: [], missing: [], unannounced: [] }
  for (const { broken, places, ...goods } of counted) {
    const ids = waiting.get(goodsKey(goods)) ?? []
    const beyond = (locationId: number | null, quantity: number) => {
      if (quantity > 0) allotment.unannounced.push({ ...goods, locationId, quantity })
    }
    for (const { locationId, quantity } of places) {
      const came = ids.splice(0, quantity)
      for (const bottleId of came) allotment.stored.push({ bottleId, locationId })
      beyond(locationId, quantity - came.length)
    }
    const damaged = ids.splice(0, broken)
    for (const id of damaged) allotment.broken.push(id)
    beyond(null, broken - damaged.length)
  }
  for (const ids of waiting.values()) for (const id of ids) allotment.missing.push(id)
  return allotment
}
