import { parisClock } from '../core/calendar/paris-time.ts'
import { seconds, sometime, workingDayFrom } from './demo-calendar.ts'
import type { DemoBottle } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { type Random, seededRandom } from './random.ts'

/** Some lines are put elsewhere soon after they came in, a few of them in another warehouse. */
export function rearrangeShelves(world: DemoWorld): void {
  const random = seededRandom('shelves')
  for (const bottles of linesOnTheirShelves(world)) {
    const transferred = random.chance(2)
    if (transferred || random.chance(12)) rearrange(world, bottles, transferred, random)
  }
}

function rearrange(world: DemoWorld, bottles: DemoBottle[], transferred: boolean, random: Random): void {
  const [first] = bottles
  if (!first?.location) return
  const received = parisClock(first.updatedAt).toPlainDate()
  const day = workingDayFrom(received.add({ days: random.between(1, transferred ? 30 : 6) }))
  if (day.until(world.today).days < 1) return
  const present = first.location
  const places = Object.values(world.warehouses)
    .filter((warehouse) => (warehouse === present.warehouse) !== transferred)
    .flatMap((warehouse) => warehouse.locations)
    .filter((location) => location !== present)
  const target = random.pick(places)
  const startedAt = sometime(random, day, 14, 17)
  const comment = transferred ? `transfert vers ${target.warehouse.name}` : 'regroupement'
  for (const [index, bottle] of bottles.entries())
    world.ledger.move(bottle, target, comment, seconds(4 * index, startedAt))
}

/** What came in together stays together: a box is never torn apart by a move. */
function linesOnTheirShelves(world: DemoWorld): DemoBottle[][] {
  const stored = world.ledger.bottles.filter((bottle) => bottle.state === 'stored')
  const byPutaway = Map.groupBy(stored, (bottle) => bottle.putaway)
  return [...byPutaway.values()].flatMap((bottles) => [
    ...Map.groupBy(bottles, ({ wine, formatMl, packing }) => `${wine.key} ${formatMl} ${packing}`).values(),
  ])
}
