import { billMonths, type DemoInvoice } from './bill-months.ts'
import { findBottles, loseBottles } from './correct-inventory.ts'
import type { Day } from './demo-calendar.ts'
import { DemoLedger } from './demo-ledger.ts'
import type { DemoWorld } from './demo-world.ts'
import { fulfilOrders } from './fulfil-orders.ts'
import { makeWines } from './make-wines.ts'
import { buildWarehouses } from './places.ts'
import { rearrangeShelves } from './rearrange-shelves.ts'
import { receivePutaways } from './receive-putaways.ts'
import { type WineComment, type WinePrice, writeNotes } from './wine-notes.ts'

export type DemoStory = {
  world: DemoWorld
  invoices: DemoInvoice[]
  comments: WineComment[]
  prices: WinePrice[]
}

/** Three years of a warehouse that end on the evening before `today`. Nothing but the day decides what happens. */
export function liveThrough(today: Day): DemoStory {
  const world: DemoWorld = {
    today,
    wines: makeWines(today),
    warehouses: buildWarehouses(),
    ledger: new DemoLedger(),
    putaways: [],
    orders: [],
  }
  receivePutaways(world)
  rearrangeShelves(world)
  findBottles(world)
  fulfilOrders(world)
  loseBottles(world)
  return { world, invoices: billMonths(world), ...writeNotes(world) }
}
