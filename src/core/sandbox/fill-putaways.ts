import type { Temporal } from 'temporal-polyfill'
import type { Database } from '../../db/database.ts'
import { firstWorkingDayFrom } from '../calendar/working-days.ts'
import { allotBottles } from '../putaways/allot-bottles.ts'
import { sumAnnounced } from '../putaways/putaway.ts'
import { announceBottles, lockAnnouncedBottles, shelveBottles } from '../putaways/putaway-bottle-writes.ts'
import { type CountedGoods, markPutawayValidated, writeCount } from '../putaways/putaway-count-writes.ts'
import {
  insertPutawayRow,
  markPutawayArrived,
  recordStep,
  writeAnnouncedLines,
} from '../putaways/putaway-writes.ts'
import type { Staff } from '../staff/staff.ts'
import { daysAgo } from './days-ago.ts'
import type { CatalogueIds } from './scenario-catalogue.ts'
import type { ScenarioPutaway } from './scenario-cellar.ts'

/** The account that is filled, and the day that it is by its clock. */
export type Filled = { accountId: number; today: Temporal.PlainDate; ids: CatalogueIds }

const warehouseman: Staff = { id: null, email: '', name: 'Sandbox' }
const everyWorkingDay: ReadonlyMap<string, string> = new Map()

/** Announces each putaway and, where it has come, takes it in; with the same writes as the real work, on days of the past. */
export async function fillPutaways(
  db: Database,
  filled: Filled,
  putaways: readonly ScenarioPutaway[],
): Promise<void> {
  for (const putaway of putaways) {
    const announced = await announce(db, filled, putaway)
    if (putaway.validatedDaysAgo !== null)
      await takeIn(db, filled, { ...announced, lines: putaway.lines, daysAgo: putaway.validatedDaysAgo })
  }
}

type Which = {
  accountId: number
  putawayId: number
  warehouseId: number
  warehouse: ScenarioPutaway['warehouse']
}

async function announce(
  db: Database,
  { accountId, today, ids }: Filled,
  putaway: ScenarioPutaway,
): Promise<Which> {
  const { warehouse, shipper, reference, expectedInDays } = putaway
  const { warehouseId } = ids.placeOf(warehouse, 0)
  const now = daysAgo(today, putaway.announcedDaysAgo, '10:00')
  const expectedOn = workingDay(today.add({ days: expectedInDays }))
  const lines = sumAnnounced(
    putaway.lines.map(({ wine, formatMl, packing, quantity }) => ({
      ...{ wineId: ids.wineId(wine), formatMl, boxCode: packing, quantity },
    })),
  )
  const putawayId = await insertPutawayRow(
    db,
    accountId,
    { warehouseId, shipper, reference, expectedOn },
    now,
  )
  await writeAnnouncedLines(db, accountId, putawayId, lines)
  await announceBottles(db, accountId, putawayId, lines, now)
  await recordStep(db, accountId, putawayId, 'announced', warehouseman, now)
  return { accountId, putawayId, warehouseId, warehouse }
}

const workingDay = (day: Temporal.PlainDate): string =>
  firstWorkingDayFrom(day.toString(), everyWorkingDay) ?? day.toString()

type Came = Which & { lines: ScenarioPutaway['lines']; daysAgo: number }

async function takeIn(db: Database, { today, ids }: Filled, came: Came): Promise<void> {
  const { accountId, putawayId, lines } = came
  const [arrivedAt, validatedAt] = [
    daysAgo(today, came.daysAgo, '09:00'),
    daysAgo(today, came.daysAgo, '11:00'),
  ]
  const arrival = { arrivedAt, receivedBy: warehouseman.name, parcels: 2, remarks: '' }
  await markPutawayArrived(db, accountId, putawayId, arrival, arrivedAt)
  await recordStep(db, accountId, putawayId, 'arrived', warehouseman, arrivedAt)
  const counted = lines.map(({ wine, formatMl, packing, quantity, shelf }): CountedGoods => {
    const { locationId, code } = ids.placeOf(came.warehouse, shelf)
    return {
      ...{ wineId: ids.wineId(wine), formatMl, boxCode: packing, broken: 0 },
      places: [{ locationId, code, quantity }],
    }
  })
  await writeCount(db, came, counted, warehouseman.name, validatedAt)
  await recordStep(db, accountId, putawayId, 'counted', warehouseman, validatedAt)
  const { stored } = allotBottles(await lockAnnouncedBottles(db, accountId, putawayId), counted)
  await shelveBottles(db, came, stored, validatedAt)
  await markPutawayValidated(db, came, validatedAt)
  await recordStep(db, accountId, putawayId, 'validated', warehouseman, validatedAt)
}
