import type { Database } from '../../db/database.ts'
import { type Goods, refuseUnknownGoods } from '../catalogue/goods.ts'
import { getLocations } from '../catalogue/location-reads.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { countBottles, goodsKey, mostBottles, requireStatus } from './putaway.ts'
import { type CountedGoods, writeCount } from './putaway-count-writes.ts'
import { getPutawayDetail, type PutawayDetail } from './putaway-detail-reads.ts'
import { lockPutaway, recordStep } from './putaway-writes.ts'
import { withPutaway } from './with-putaway.ts'

/** What somebody counted of one kind of bottle: where the whole ones were put, by the codes of the places, and how many are broken. */
export type CountLine = Goods & {
  broken: number
  received: readonly { location: string; quantity: number }[]
}

/** Keeps what was counted, in place of an earlier count, and sets it beside the announcement. Nothing changes in stock. */
export const countPutaway = (
  deps: Deps,
  staff: Staff,
  id: number,
  count: readonly CountLine[],
): Promise<PutawayDetail> =>
  withPutaway(deps, id, async ({ db, now }, accountId) => {
    const { status, warehouseId } = await lockPutaway(db, accountId, id)
    requireStatus({ id, status }, 'arrived', 'can be counted')
    await keepCount(db, { accountId, putawayId: id, warehouseId }, count, staff, now())
    return getPutawayDetail(db, accountId, id)
  })

type Which = { accountId: number; putawayId: number; warehouseId: number }

/** For a putaway that is locked. */
export async function keepCount(
  db: Database,
  which: Which,
  count: readonly CountLine[],
  staff: Staff,
  now: Date,
): Promise<void> {
  refuseTooMany(count)
  await refuseUnknownGoods(db, count, 'lines')
  const counted = sumCount(count, await locationsOf(db, which.warehouseId, count))
  await writeCount(db, which, counted, staff.name, now)
  await recordStep(db, which.accountId, which.putawayId, 'counted', staff, now)
}

export const countedBottles = (count: readonly { broken: number; quantity: number }[]): number =>
  count.reduce((sum, { broken, quantity }) => sum + broken + quantity, 0)

function refuseTooMany(count: readonly CountLine[]): void {
  const total = countedBottles(
    count.map(({ broken, received }) => ({ broken, quantity: countBottles(received) })),
  )
  if (total > mostBottles)
    throw invalidField('lines', `must count at most ${mostBottles} bottles in all, and counts ${total}`)
}

function locationsOf(db: Database, warehouseId: number, count: readonly CountLine[]) {
  const fields = new Map<string, string>()
  count.forEach(({ received }, line) => {
    received.forEach(({ location }, place) => {
      const field = `lines.${line}.received.${place}.location`
      if (!fields.has(location)) fields.set(location, field)
    })
  })
  return getLocations(db, warehouseId, [...fields.keys()], (code) => fields.get(code) ?? 'lines')
}

/** Lines of the same goods are one line, and so are bottles of them at the same place. */
function sumCount(
  count: readonly CountLine[],
  locations: ReadonlyMap<string, { id: number }>,
): CountedGoods[] {
  const lines = new Map<string, CountedGoods>()
  const places = new Map<string, CountedGoods['places'][number]>()
  for (const { broken, received, ...goods } of count) {
    const key = goodsKey(goods)
    const line = lines.get(key) ?? { ...goods, broken: 0, places: [] }
    lines.set(key, line)
    line.broken += broken
    for (const { location: code, quantity } of received) {
      const place = places.get(`${key} ${code}`)
      if (place) place.quantity += quantity
      else {
        const first = { locationId: locations.get(code)?.id ?? 0, code, quantity }
        places.set(`${key} ${code}`, first)
        line.places.push(first)
      }
    }
  }
  return [...lines.values()]
}
