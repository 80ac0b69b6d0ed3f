import type { Database } from '../db/database.ts'
import { int, statement } from '../db/statement.ts'

/** Inserts many rows by one statement; the rows must have these columns, no more and no fewer. */
export function bulkInsert<const C extends string>(table: string, columns: readonly C[]) {
  const list = columns.join(', ')
  const insert = statement(
    `demo.insert-${table}`,
    `insert into ${table} (${list}) overriding system value
     select ${list} from jsonb_populate_recordset(null::${table}, $1)`,
    {},
  )
  return (db: Database, rows: readonly Record<C, unknown>[]) => db.run(insert, [JSON.stringify(rows)])
}

const takeIds = statement(
  'demo.take-ids',
  `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
  { id: int },
)

/** Takes ids from the table's own sequence, in the order of the items, before any row is written. */
export async function reserveIds<T>(
  db: Database,
  table: string,
  items: readonly T[],
): Promise<(item: T) => number> {
  const rows = await db.rows(takeIds, [table, items.length])
  const ids = new Map(items.map((item, index) => [item, rows[index]?.id]))
  return (item) => {
    const id = ids.get(item)
    if (id === undefined) throw new Error(`A row of ${table} refers to something that is not written`)
    return id
  }
}
