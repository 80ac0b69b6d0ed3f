import type { Database } from '../../db/database.ts'
import { int, type Row, statement, text } from '../../db/statement.ts'

const warehouseRow = {
  id: int,
  name: text,
  publicName: text,
  street1: text,
  street2: text,
  city: text,
  zipcode: text,
  country: text,
}
export type Warehouse = Row<typeof warehouseRow>

const warehousesById = statement(
  'warehouses.by-id',
  `select id, name, public_name as "publicName", street1, street2, city, zipcode, country
   from warehouses where id = any($1::bigint[])`,
  warehouseRow,
)

/** The warehouses of some records, to be looked up by id; a record's warehouse always exists. */
export async function warehousesOf(db: Database, ids: readonly number[]): Promise<(id: number) => Warehouse> {
  const rows = await db.rows(warehousesById, [[...new Set(ids)]])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const warehouse = byId.get(id)
    if (!warehouse) throw new Error(`There is no warehouse ${id}`)
    return warehouse
  }
}
