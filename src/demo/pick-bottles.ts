import type { DemoBottle, DemoLine } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import type { DemoOwner } from './people.ts'
import { bottlesPer, type DemoWarehouse } from './places.ts'
import type { Random } from './random.ts'

/** The free bottles of one wine, format and packing in one warehouse, oldest first. */
export type Shelf = Omit<DemoLine, 'quantity'> & { warehouse: DemoWarehouse; bottles: DemoBottle[] }
export type Picked = { line: DemoLine; bottles: DemoBottle[] }
/** How much an order takes: a few bottles, some boxes, or more than the 24 that ship fast. */
export type Appetite = 'few' | 'boxes' | 'many'

export function shelvesOf(world: DemoWorld, owner: DemoOwner, before: Date): Shelf[] {
  const free = world.ledger.bottles.filter(
    (bottle) =>
      bottle.owner === owner &&
      bottle.state === 'stored' &&
      bottle.order === null &&
      bottle.updatedAt < before,
  )
  const oldestFirst = free.toSorted((one, other) => Number(one.storedAt) - Number(other.storedAt))
  const groups = Map.groupBy(
    oldestFirst,
    ({ wine, formatMl, packing, location }) =>
      `${location?.warehouse.name} ${wine.key} ${formatMl} ${packing}`,
  )
  return [...groups.values()].flatMap((bottles) => {
    const [first] = bottles
    if (!first?.location) return []
    const { wine, formatMl, packing, location } = first
    return [{ wine, formatMl, packing, warehouse: location.warehouse, bottles }]
  })
}

/** Takes whole boxes and loose bottles from shelves of one warehouse. */
export function pickFrom(shelves: readonly Shelf[], appetite: Appetite, random: Random): Picked[] {
  const suited = shelves.filter((shelf) => (shelf.packing === '') === (appetite === 'few'))
  const choice = random.shuffled(suited.length > 0 ? suited : shelves)
  const picked: Picked[] = []
  const lineCount = appetite === 'few' ? random.between(1, 3) : random.between(1, 2)
  let bottleCount = 0
  for (const shelf of choice) {
    const full = appetite === 'many' ? bottleCount > 24 : picked.length === lineCount
    if (full) break
    const one = takeFrom(shelf, appetite, random)
    picked.push(one)
    bottleCount += one.bottles.length
  }
  return picked
}

function takeFrom(shelf: Shelf, appetite: Appetite, random: Random): Picked {
  const perBox = bottlesPer(shelf.packing)
  const mostBoxes = Math.floor(shelf.bottles.length / perBox)
  const wanted = perBox > 1 ? (appetite === 'many' ? 2 : 1) : random.between(1, 6)
  const bottles = shelf.bottles.slice(0, Math.min(wanted, mostBoxes) * perBox)
  const { wine, formatMl, packing } = shelf
  return { line: { wine, formatMl, packing, quantity: bottles.length }, bottles }
}
