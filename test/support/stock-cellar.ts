import type pg from 'pg'
import type { Deps } from '../../src/core/deps.ts'
import { Refusal } from '../../src/core/problems.ts'
import { WorkRefusal } from '../../src/core/work-refusal.ts'
import { orderCellar } from './order-cellar.ts'
import { insert } from './small-cellar.ts'

/** The cellar of orders with more shelves in its first warehouse: A-01, where bottles are stored, A-02 and A-03. */
export async function stockCellar({ db }: Deps, pool: pg.Pool) {
  const cellar = await orderCellar(pool)
  const [warehouseId = 0, otherWarehouseId = 0] = cellar.warehouseIds
  const addLocation = (warehouse_id: number, code: string) =>
    insert(pool, 'locations', { warehouse_id, code, created_at: '2020-01-06T09:00:00Z' })
  await addLocation(warehouseId, 'A-02')
  await addLocation(warehouseId, 'A-03')
  await addLocation(otherWarehouseId, 'I-09')

  /** Where each of the bottles lies: its location's code, or its state when it lies nowhere. */
  const placesOf = async (bottleIds: readonly number[]): Promise<string[]> => {
    const { rows } = await pool.query<{ place: string }>(
      `select coalesce(w.name || ' ' || l.code, b.state) as place
       from unnest($1::bigint[]) with ordinality as asked (id, position) join bottles b on b.id = asked.id
         left join locations l on l.id = b.location_id left join warehouses w on w.id = l.warehouse_id
       order by asked.position`,
      [bottleIds],
    )
    return rows.map(({ place }) => place)
  }

  /** What the ledger says of an account, in the order of its rows: kind, places and comment. */
  const ledgerOf = async (accountId: number): Promise<string[]> => {
    const { rows } = await pool.query<{ words: string }>(
      `select concat_ws(' ', m.kind, coalesce(f.code, '-'), coalesce(t.code, '-'), nullif(m.comment, '')) as words
       from stock_moves m left join locations f on f.id = m.from_location_id
         left join locations t on t.id = m.to_location_id
       where m.account_id = $1 order by m.id`,
      [accountId],
    )
    return rows.map(({ words }) => words)
  }

  /** A bottle that is expected and has not come. */
  const announce = async (accountId: number): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `with b as (
         insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
         values ($1, $2, 750, '', 'announced', now(), now()) returning *
       ), m as (
         insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, created_at)
         select account_id, id, 'announced', wine_id, format_ml, created_at from b
       ) select id from b`,
      [accountId, cellar.wineId],
    )
    return Number(rows[0]?.id)
  }

  return { ...cellar, announce, db, warehouseId, otherWarehouseId, addLocation, placesOf, ledgerOf }
}

/** What a refusal says in short: its code and the fields that it names. */
export const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'nothing was refused',
    (error: unknown) => {
      if (error instanceof WorkRefusal)
        return [error.code, ...error.fields.map(({ field }) => field)].join(' ')
      if (!(error instanceof Refusal)) throw error
      const { problem } = error
      return [problem.code, ...('fields' in problem ? problem.fields.map(({ field }) => field) : [])].join(
        ' ',
      )
    },
  )

export const sam = { id: null, email: 'sam@caveau.example', name: 'Sam Shelf' }
