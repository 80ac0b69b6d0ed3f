import type { WarehouseKey } from '../core/sandbox/scenario-places.ts'
import { type Day, lastWorkingDayBefore, seconds, sometime, workingDayFrom } from './demo-calendar.ts'
import type { DemoBottle, DemoPutaway } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import { collector, type DemoOwner, merchant } from './people.ts'
import { announceLine, makeLines } from './putaway-lines.ts'
import { type Random, seededRandom } from './random.ts'

const shippers = [
  'Transports Gaudin',
  'Vinolog Express',
  'Les Routiers du Vignoble',
  'DHL Freight',
  'Geodis',
  'Dépôt par le propriétaire',
  'Négoce Larrieu & Cie',
] as const

type Supply = {
  owner: DemoOwner
  deliveries: number
  bottlesEach: number
  warehouses: readonly (readonly [WarehouseKey, number])[]
}
const supplies: readonly Supply[] = [
  {
    owner: collector,
    deliveries: 13,
    bottlesEach: 140,
    warehouses: [
      ['beaune', 5],
      ['paris', 3],
      ['bordeaux', 1],
    ],
  },
  {
    owner: merchant,
    deliveries: 12,
    bottlesEach: 97,
    warehouses: [
      ['bordeaux', 5],
      ['paris', 4],
    ],
  },
]

type Announcement = {
  owner: DemoOwner
  on: Day
  status: DemoPutaway['status']
  warehouse: WarehouseKey
  bottleCount: number
  withRareFormats?: boolean
}

/** Three years of deliveries, in the order in which they were announced. */
export function receivePutaways(world: DemoWorld): void {
  const random = seededRandom('putaways')
  const announcements = supplies.flatMap((supply) => [
    ...pastAnnouncements(world.today, supply, random),
    ...openAnnouncements(world.today, supply),
  ])
  const chronological = announcements.toSorted((one, other) => one.on.since(other.on).days)
  for (const announcement of chronological) world.putaways.push(receive(world, announcement, random))
}

function pastAnnouncements(today: Day, supply: Supply, random: Random): Announcement[] {
  const { owner, deliveries } = supply
  const opened = today.subtract({ months: 36 })
  const span = opened.until(today.subtract({ days: 35 })).days
  return Array.from({ length: deliveries }, (_, index) => {
    const on = opened.add({ days: Math.floor((index * span) / (deliveries - 1)) + random.between(0, 9) })
    const bottleCount = supply.bottlesEach + random.between(-20, 20)
    // The split order needs the collector's first two deliveries to lie in different warehouses.
    const warehouse = index < 2 ? nthWarehouse(supply, index) : random.weighted(supply.warehouses)
    return { owner, on, status: 'validated', warehouse, bottleCount, withRareFormats: index % 4 === 0 }
  })
}

function openAnnouncements(today: Day, supply: Supply): Announcement[] {
  const { owner } = supply
  const plan = (status: DemoPutaway['status'], daysAgo: number, which: number, bottleCount: number) => ({
    owner,
    status,
    on: today.subtract({ days: daysAgo }),
    warehouse: nthWarehouse(supply, which),
    bottleCount,
  })
  return [
    plan('refused', owner === merchant ? 140 : 410, 0, 24),
    plan('arrived', 12, 1, 36),
    plan('announced', 3, 0, 48),
  ]
}

const nthWarehouse = (supply: Supply, index: number): WarehouseKey => supply.warehouses[index]?.[0] ?? 'paris'

function receive(world: DemoWorld, announcement: Announcement, random: Random): DemoPutaway {
  const { owner, on, status } = announcement
  const announcedOn = lastWorkingDayBefore(on)
  const createdAt = sometime(random, announcedOn, 9, 17)
  const warehouse = world.warehouses[announcement.warehouse]
  const expectedOn = workingDayFrom(announcedOn.add({ days: 6 }))
  const putaway: DemoPutaway = {
    owner,
    warehouse,
    status,
    shipper: random.pick(shippers),
    reference: `${owner === merchant ? 'APPRO' : 'CAVE'}-${on.year}-${random.between(1000, 9999)}`,
    expectedOn,
    arrivedAt: null,
    validatedAt: null,
    createdAt,
    updatedAt: createdAt,
    lines: makeLines(world.wines, { ...announcement, before: createdAt }, random),
  }
  const bottles = putaway.lines.map((line) => announceLine(world.ledger, putaway, line, random))
  const arrivedAt = sometime(random, workingDayFrom(announcedOn.add({ days: random.between(4, 8) })), 8, 11)
  if (status === 'announced') return putaway
  putaway.arrivedAt = arrivedAt
  putaway.updatedAt = arrivedAt
  if (status === 'refused') {
    const reason =
      owner === merchant ? 'température de transport non conforme' : 'palette renversée, caisses ouvertes'
    for (const bottle of bottles.flat()) world.ledger.refuse(bottle, reason, arrivedAt)
  }
  if (status === 'validated')
    validate(world, putaway, bottles, random, seconds(random.between(1, 4) * 3600, arrivedAt))
  return putaway
}

/** Shelves the bottles line by line. Now and then one of a loose line is missing. */
function validate(
  world: DemoWorld,
  putaway: DemoPutaway,
  bottles: readonly DemoBottle[][],
  random: Random,
  startedAt: Date,
): void {
  let moment = startedAt
  const lineOfShortage = random.chance(35) ? putaway.lines.findIndex((line) => isLooseLine(line)) : -1
  putaway.lines.forEach((line, index) => {
    const shelf = random.pick(putaway.warehouse.locations)
    const missing = index === lineOfShortage ? 1 : 0
    line.received = line.quantity - missing
    for (const [position, bottle] of (bottles[index] ?? []).entries()) {
      moment = seconds(4, moment)
      if (position < line.received) world.ledger.receive(bottle, shelf, moment)
      else world.ledger.refuse(bottle, 'manquante à la réception', moment)
    }
  })
  putaway.validatedAt = seconds(30, moment)
  putaway.updatedAt = putaway.validatedAt
}

const isLooseLine = (line: { packing: string; quantity: number }) => line.packing === '' && line.quantity > 2
