import type pg from 'pg'
import type { CountLine } from '../../src/core/putaways/count-putaway.ts'
import type { AnnouncedLine } from '../../src/core/putaways/putaway.ts'
import type { Staff } from '../../src/core/staff/staff.ts'
import { orderCellar } from './order-cellar.ts'
import { insert } from './small-cellar.ts'

const longAgo = '2020-01-06T09:00:00Z'

/** The cellar of orders, with a second location A-02 in its first warehouse, B-01 in its second, and an older vintage of its first wine. */
export async function putawayCellar(pool: pg.Pool) {
  const cellar = await orderCellar(pool)
  const [warehouseId = 0, otherWarehouseId = 0] = cellar.warehouseIds
  const location = (warehouse: number, code: string) =>
    insert(pool, 'locations', { warehouse_id: warehouse, code, created_at: longAgo })
  await location(warehouseId, 'A-02')
  await location(otherWarehouseId, 'B-01')
  const olderWineId = await cellar.addWine('Clos Un')
  await pool.query('update wines set vintage = 2017 where id = $1', [olderWineId])

  /** How many bottles of the account are in each state. */
  const states = async (accountId: number): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from bottles where account_id = $1 group by state',
      [accountId],
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
  /** What the ledger says of the account: each kind with its comment, and how often. */
  const ledger = async (accountId: number): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ entry: string; count: number }>(
      `select concat_ws(': ', kind, nullif(comment, '')) as entry, count(*)::int as count
       from stock_moves where account_id = $1 group by 1`,
      [accountId],
    )
    return Object.fromEntries(rows.map(({ entry, count }) => [entry, count]))
  }
  /** Where the stored bottles of the account lie: wine, format, box and place, and how many. */
  const shelves = async (accountId: number): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ shelf: string; count: number }>(
      `select concat_ws(' ', wine_id, format_ml, nullif(box_code, ''), l.code) as shelf, count(*)::int as count
       from bottles b join locations l on l.id = b.location_id where account_id = $1 and state = 'stored' group by 1`,
      [accountId],
    )
    return Object.fromEntries(rows.map(({ shelf, count }) => [shelf, count]))
  }
  return { ...cellar, warehouseId, otherWarehouseId, olderWineId, states, ledger, shelves }
}

export const someStaff: Staff = { id: null, email: 'sam@caveau.example', name: 'Sam Porter' }

/** One announced line: loose bottles of 0.75 l unless told otherwise. */
export const announced = (
  wineId: number,
  quantity: number,
  more: Partial<AnnouncedLine> = {},
): AnnouncedLine => ({ wineId, formatMl: 750, boxCode: '', quantity, ...more })

/** One counted line: so many bottles at each place. */
export const counted = (
  wineId: number,
  places: Record<string, number>,
  more: Partial<CountLine> = {},
): CountLine => ({
  wineId,
  formatMl: 750,
  boxCode: '',
  broken: 0,
  received: Object.entries(places).map(([location, quantity]) => ({ location, quantity })),
  ...more,
})
