import type { Day } from './demo-calendar.ts'
import type { DemoLedger } from './demo-ledger.ts'
import type { DemoOrder, DemoPutaway, DemoWine } from './demo-records.ts'
import type { DemoWarehouses } from './places.ts'

/** The demo is first lived through in memory, with objects in place of ids, and then written down at once. */
export type DemoWorld = {
  today: Day
  wines: DemoWine[]
  warehouses: DemoWarehouses
  ledger: DemoLedger
  putaways: DemoPutaway[]
  orders: DemoOrder[]
}
