import type { Database } from '../../db/database.ts'
import {
  bool,
  instant,
  int,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import { requireWarehouse } from './warehouse-reads.ts'

const row = { id: int, code: text, isActive: bool, bottles: int, createdAt: instant }
/** A place on the shelves, with how many bottles lie there, reserved ones too. */
export type ListedLocation = Row<typeof row>

// Codes are made of capitals, digits and dashes, all of which come before the tilde.
const startsSo = `warehouse_id = $1 and code collate "C" >= $2 and code collate "C" < $2 || '~'`
const columns = `l.id, l.code, l.deactivated_at is null as "isActive", l.created_at as "createdAt",
  (select count(*) from bottles b where b.location_id = l.id and b.state = 'stored') as bottles`

const locationPage = pagedStatement(
  'locations.page',
  (window) => `with page as (select id from locations where ${startsSo} order by code collate "C" ${window})
    select ${columns} from page join locations l on l.id = page.id order by l.code collate "C"`,
  row,
)
const locationCount = statement(
  'locations.count',
  `select count(*) as total from locations where ${startsSo}`,
  {
    total: int,
  },
)
const locationById = statement(
  'locations.by-id',
  `select ${columns} from locations l where l.warehouse_id = $1 and l.id = $2`,
  row,
)

/** The locations of a warehouse whose codes begin so, in the order of their codes. */
export async function listLocations(db: Database, warehouseId: number, codePrefix: string, page: Page) {
  await requireWarehouse(db, warehouseId)
  const values = [warehouseId, codePrefix]
  const [records, counted] = await Promise.all([
    db.rows(locationPage(page), values),
    db.row(locationCount, values),
  ])
  return { records, total: counted?.total ?? 0 }
}

export async function getLocation(db: Database, warehouseId: number, id: number): Promise<ListedLocation> {
  const found = await db.row(locationById, [warehouseId, id])
  if (!found) throw notFound()
  return found
}
