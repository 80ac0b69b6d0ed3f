import { at, workingDayFrom } from './demo-calendar.ts'
import type { DemoWine } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { collector, type DemoOwner, merchant } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { cellarRemarks } from './wine-words.ts'

type Goods = { wine: DemoWine; formatMl: number }
export type WineNote = Goods & { owner: DemoOwner; createdAt: Date }
export type WineComment = WineNote & { comment: string }
export type WinePrice = WineNote & { priceCents: number }

const percentOfBottlePrice: Record<number, number> = {
  330: 50,
  375: 58,
  500: 78,
  750: 100,
  1500: 215,
  3000: 460,
  6000: 980,
}

/** The merchant numbers and prices what it sells; the collector remarks on some wines and values them. */
export function writeNotes(world: DemoWorld): { comments: WineComment[]; prices: WinePrice[] } {
  const random = seededRandom('notes')
  const comments: WineComment[] = []
  const prices: WinePrice[] = []
  for (const [index, goods] of [...heldBy(world, merchant), ...neverHeld(world, random)].entries()) {
    const note = noteOf(world, merchant, goods, random)
    if (random.chance(90))
      comments.push({ ...note, comment: `SKU-${String(412 + 3 * index).padStart(5, '0')}` })
    if (random.chance(95)) prices.push({ ...note, priceCents: priceOf(goods, 135) })
  }
  for (const goods of heldBy(world, collector)) {
    const note = noteOf(world, collector, goods, random)
    if (random.chance(35)) comments.push({ ...note, comment: random.pick(cellarRemarks) })
    if (random.chance(65)) prices.push({ ...note, priceCents: priceOf(goods, 100) })
  }
  return { comments: chronological(comments), prices: chronological(prices) }
}

const chronological = <T extends WineNote>(notes: T[]): T[] =>
  notes.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())

function heldBy(world: DemoWorld, owner: DemoOwner): Goods[] {
  const groups = Map.groupBy(
    world.ledger.bottles.filter((bottle) => bottle.owner === owner),
    ({ wine, formatMl }) => `${wine.key} ${formatMl}`,
  )
  return [...groups.values()].flatMap((bottles) => bottles.slice(0, 1))
}

/** A price list runs ahead of the cellar: some of its wines have not come in yet. */
function neverHeld(world: DemoWorld, random: Random): Goods[] {
  const held = new Set(world.ledger.bottles.map((bottle) => bottle.wine))
  const others = world.wines.filter((wine) => !held.has(wine))
  return random
    .shuffled(others)
    .slice(0, 8)
    .map((wine) => ({ wine, formatMl: 750 }))
}

function noteOf(world: DemoWorld, owner: DemoOwner, { wine, formatMl }: Goods, random: Random): WineNote {
  const opened = at(workingDayFrom(world.today.subtract({ months: 35 })), 9)
  const from = Math.max(opened.getTime(), wine.createdAt.getTime())
  const minutes = random.between(30, 20 * 24 * 60)
  return { owner, wine, formatMl, createdAt: new Date(from + minutes * 60_000) }
}

/** Rounded to 50 cents, since nobody writes 17.83 on a price list. */
const priceOf = ({ wine, formatMl }: Goods, percent: number): number =>
  Math.round((wine.priceCents * (percentOfBottlePrice[formatMl] ?? 100) * percent) / 10_000 / 50) * 50
