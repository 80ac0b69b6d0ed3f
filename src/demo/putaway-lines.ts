import type { DemoLedger } from './demo-ledger.ts'
import type { DemoBottle, DemoPutaway, DemoWine } from './demo-records.ts'
import type { DemoOwner } from './people.ts'
import { bottlesPer, type Packing } from './places.ts'
import type { Random } from './random.ts'
import type { Color } from './wine-labels.ts'
import { bottleDetails } from './wine-words.ts'

type Choices<T> = readonly (readonly [T, number])[]
type Wish = { owner: DemoOwner; bottleCount: number; before: Date; withRareFormats?: boolean }

const everyColor: readonly Color[] = ['Rouge', 'Blanc', 'Rosé', 'Effervescent', 'Liquoreux']
const colorsOfFormat: Record<number, readonly Color[]> = {
  330: ['Rosé', 'Blanc'],
  375: ['Rouge', 'Blanc', 'Liquoreux', 'Effervescent'],
  500: ['Liquoreux'],
  750: everyColor,
  1500: ['Rouge', 'Blanc', 'Rosé', 'Effervescent'],
  3000: ['Rouge', 'Effervescent'],
  6000: ['Rouge', 'Effervescent'],
}
const formatsOf: Record<DemoOwner['kind'], Choices<number>> = {
  collector: [
    [750, 78],
    [1500, 11],
    [375, 4],
    [500, 2],
    [3000, 3],
    [6000, 2],
  ],
  merchant: [
    [750, 84],
    [1500, 6],
    [375, 6],
    [330, 2],
    [500, 2],
  ],
}
const rareFormats: Record<DemoOwner['kind'], readonly number[]> = {
  collector: [6000, 3000, 1500, 500, 375],
  merchant: [330, 375, 500, 1500],
}
const wholesale: Choices<Packing> = [
  ['', 8],
  ['CTN6', 5],
  ['CTN12', 1],
  ['CBO6', 2],
  ['CTN3', 1],
]
const collection: Choices<Packing> = [
  ['', 8],
  ['CBO6', 5],
  ['CBO12', 3],
  ['CBO3', 2],
  ['CBO1', 1],
  ['CTN6', 1],
]
const largeBottles: Choices<Packing> = [
  ['CBO1', 3],
  ['', 2],
]
const packingsOf = (owner: DemoOwner, formatMl: number): Choices<Packing> => {
  if (formatMl >= 1500) return largeBottles
  if (formatMl === 750) return owner.kind === 'merchant' ? wholesale : collection
  return [
    ['CTN12', 1],
    ['', 3],
  ]
}

const drinkablePrice: Record<DemoOwner['kind'], (cents: number) => boolean> = {
  collector: (cents) => cents >= 1900,
  merchant: (cents) => cents <= 9000,
}

/** Whole boxes and loose bottles until the putaway is full, no line twice. */
export function makeLines(wines: readonly DemoWine[], wish: Wish, random: Random): DemoPutaway['lines'] {
  const { owner } = wish
  const known = wines.filter(
    (wine) => wine.createdAt < wish.before && drinkablePrice[owner.kind](wine.priceCents),
  )
  const wanted = wish.withRareFormats ? [...rareFormats[owner.kind]] : []
  const lines = new Map<string, DemoPutaway['lines'][number]>()
  for (let left = wish.bottleCount; left > 0; ) {
    const formatMl = wanted.shift() ?? random.weighted(formatsOf[owner.kind])
    const suited = known.filter((wine) => colorsOfFormat[formatMl]?.includes(wine.color))
    const wine = random.pick(suited)
    const packing = random.weighted(packingsOf(owner, formatMl))
    const quantity = quantityOf(packing, formatMl, random)
    lines.set(`${wine.key} ${formatMl} ${packing}`, {
      wine,
      formatMl,
      packing,
      quantity,
      received: null,
    })
    left -= quantity
  }
  return [...lines.values()]
}

function quantityOf(packing: Packing, formatMl: number, random: Random): number {
  const most = formatMl >= 3000 ? 2 : formatMl === 1500 || packing === 'CBO1' ? 4 : 12
  if (packing === '') return random.between(1, most)
  const perBox = bottlesPer(packing)
  return perBox * random.between(1, Math.max(1, Math.min(3, Math.floor(24 / perBox), most)))
}

export function announceLine(
  ledger: DemoLedger,
  putaway: DemoPutaway,
  line: DemoPutaway['lines'][number],
  random: Random,
): DemoBottle[] {
  const { wine, formatMl, packing } = line
  // Nobody has looked at a bottle that has not been unpacked.
  const detailPercent = putaway.status === 'validated' && packing === '' ? 7 : 0
  return Array.from({ length: line.quantity }, () => {
    const detail = random.chance(detailPercent) ? random.pick(bottleDetails) : null
    return ledger.announce(
      { owner: putaway.owner, wine, formatMl, packing, detail },
      putaway,
      putaway.createdAt,
    )
  })
}
