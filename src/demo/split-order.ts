import { type Picked, pickFrom, type Shelf } from './pick-bottles.ts'
import type { Random } from './random.ts'

const sameGoods = (one: Shelf, other: Shelf) =>
  one.wine === other.wine && one.formatMl === other.formatMl && one.packing === other.packing

/** One part from each of two warehouses, of goods that lie nowhere else, so that no single one could serve it. */
export function pickForSplit(shelves: readonly Shelf[], random: Random): Picked[][] {
  const only = shelves.filter((shelf) => !shelves.some((other) => other !== shelf && sameGoods(shelf, other)))
  const [first, second] = [...Map.groupBy(only, (shelf) => shelf.warehouse).values()]
    .toSorted((one, other) => other.length - one.length)
    .map((group) => pickFrom(group, 'few', random))
  if (!first || !second) throw new Error('The split order needs bottles in two warehouses')
  return [first, second]
}
