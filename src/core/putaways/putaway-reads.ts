import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { type Warehouse, warehousesOf } from '../catalogue/warehouse.ts'
import { type ContentLine, linesOfPutaways } from '../cellar/content-lines.ts'

export type PutawayStatus = 'announced' | 'arrived' | 'validated' | 'refused'
export type Putaway = {
  id: number
  status: PutawayStatus
  shipper: string
  reference: string
  validatedAt: Date | null
  warehouse: Warehouse
  lines: ContentLine[]
}

const columns = `id, status, shipper, reference, warehouse_id as "warehouseId", validated_at as "validatedAt"`
const putawayRow = {
  id: int,
  status: text,
  shipper: text,
  reference: text,
  warehouseId: int,
  validatedAt: orNull(instant),
}

const putawayPage = pagedStatement(
  'putaways.page',
  (window) => `select ${columns} from putaways where account_id = $1 order by id desc ${window}`,
  putawayRow,
)
const putawayCount = statement(
  'putaways.count',
  'select count(*) as total from putaways where account_id = $1',
  { total: int },
)
const putawayById = statement(
  'putaways.by-id',
  `select ${columns} from putaways where account_id = $1 and id = $2`,
  putawayRow,
)

async function complete(db: Database, accountId: number, rows: Row<typeof putawayRow>[]): Promise<Putaway[]> {
  if (rows.length === 0) return []
  const [lines, warehouse] = await Promise.all([
    linesOfPutaways(
      db,
      accountId,
      rows.map((row) => row.id),
    ),
    warehousesOf(
      db,
      rows.map((row) => row.warehouseId),
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    status: row.status as PutawayStatus,
    shipper: row.shipper,
    reference: row.reference,
    validatedAt: row.validatedAt,
    warehouse: warehouse(row.warehouseId),
    lines: lines.get(row.id) ?? [],
  }))
}

export async function listPutaways(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(putawayPage(page), [accountId]),
    db.row(putawayCount, [accountId]),
  ])
  return { records: await complete(db, accountId, rows), total: counted?.total ?? 0 }
}

export async function findPutaway(db: Database, accountId: number, id: number): Promise<Putaway | undefined> {
  const row = await db.row(putawayById, [accountId, id])
  return row && (await complete(db, accountId, [row]))[0]
}
