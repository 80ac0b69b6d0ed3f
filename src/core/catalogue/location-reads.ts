import type { Database } from '../../db/database.ts'
import { bool, int, statement, text } from '../../db/statement.ts'
import { type InvalidField, refuse } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'

export type Location = { id: number; code: string }

// Whoever wants to take one of them out of use waits until the transaction has ended, and sees what was put there.
const locationsByCode = statement(
  'locations.by-code',
  `select l.id, l.code, l.warehouse_id as "warehouseId", w.name as "warehouseName", l.deactivated_at is null as "isActive"
   from locations l join warehouses w on w.id = l.warehouse_id where l.code = any($1::text[])
   order by l.warehouse_id, l.id for key share of l`,
  { id: int, code: text, warehouseId: int, warehouseName: text, isActive: bool },
)

/** The locations of one warehouse by their codes, all of them in use. `fieldOf` names the field that a code came in. */
export async function getLocations(
  db: Database,
  warehouseId: number,
  codes: readonly string[],
  fieldOf: (code: string) => string,
): Promise<Map<string, Location>> {
  const rows = await db.rows(locationsByCode, [[...new Set(codes)]])
  const ofWarehouse = rows.filter((row) => row.warehouseId === warehouseId)
  const here = new Map(
    ofWarehouse.filter(({ isActive }) => isActive).map(({ id, code }) => [code, { id, code }]),
  )
  const outOfUse = new Set(ofWarehouse.filter(({ isActive }) => !isActive).map(({ code }) => code))
  const fields: InvalidField[] = []
  for (const code of new Set(codes)) {
    if (here.has(code)) continue
    if (outOfUse.has(code)) {
      fields.push({ field: fieldOf(code), message: `${code} is out of use; choose another location` })
      continue
    }
    const elsewhere = rows.find((row) => row.code === code)
    if (elsewhere)
      throw new WorkRefusal(
        'location_elsewhere',
        `The location ${code} belongs to the warehouse ${elsewhere.warehouseName}; choose one of this warehouse.`,
        [{ field: fieldOf(code), message: `belongs to the warehouse ${elsewhere.warehouseName}` }],
      )
    fields.push({ field: fieldOf(code), message: `${code} is no location of this warehouse` })
  }
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return here
}
