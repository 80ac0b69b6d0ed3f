import { parisClock } from '../core/calendar/paris-time.ts'
import { at, sometime, workingDayFrom } from './demo-calendar.ts'
import type { DemoBottle } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { owners } from './people.ts'
import { seededRandom } from './random.ts'

const losses = [
  'casse',
  'casse lors de la préparation',
  'bouteille couleuse',
  'introuvable à l’inventaire',
] as const
const foundPerOwner = 3
const lostPerOwner = 5

/** Only loose bottles are found or lost: the boxes of the demo stay whole. */
const looseStored = (world: DemoWorld) => (bottle: DemoBottle) =>
  bottle.state === 'stored' &&
  bottle.order === null &&
  bottle.packing === '' &&
  daysUntilToday(world, bottle.updatedAt) > 40

const daysUntilToday = (world: DemoWorld, moment: Date) =>
  parisClock(moment).toPlainDate().until(world.today).days

export function findBottles(world: DemoWorld): void {
  const random = seededRandom('found')
  for (const owner of owners) {
    // The yearly count of the shelves is in January.
    const counted = workingDayFrom(lastJanuary(world).add({ days: random.between(0, 6) }))
    const known = world.ledger.bottles
      .filter(looseStored(world))
      .filter((bottle) => bottle.owner === owner && bottle.updatedAt < at(counted, 0))
    for (const { wine, formatMl, location } of random.shuffled(known).slice(0, foundPerOwner)) {
      if (!location) continue
      const identity = { owner, wine, formatMl, packing: '' as const, detail: null }
      world.ledger.find(identity, location, 'retrouvée à l’inventaire', sometime(random, counted, 9, 17))
    }
  }
}

export function loseBottles(world: DemoWorld): void {
  const random = seededRandom('lost')
  for (const owner of owners) {
    const known = world.ledger.bottles.filter(looseStored(world)).filter((bottle) => bottle.owner === owner)
    for (const bottle of random.shuffled(known).slice(0, lostPerOwner)) {
      const settled = parisClock(bottle.updatedAt).toPlainDate()
      const day = workingDayFrom(
        settled.add({ days: random.between(1, daysUntilToday(world, bottle.updatedAt) - 10) }),
      )
      world.ledger.lose(bottle, random.pick(losses), at(day, random.between(9, 16), random.between(0, 59)))
    }
  }
}

function lastJanuary(world: DemoWorld) {
  const january = world.today.with({ month: 1, day: 12 })
  return january.until(world.today).days > 20 ? january : january.subtract({ years: 1 })
}
