import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  json,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { type Warehouse, warehouseJson } from '../catalogue/warehouse.ts'
import { type ContentLine, contentJson } from '../cellar/content-lines.ts'
import { notFound } from '../problems.ts'
import type { PutawayStatus } from './putaway.ts'

export type { PutawayStatus } from './putaway.ts'
export type Putaway = {
  id: number
  status: PutawayStatus
  shipper: string
  reference: string
  validatedAt: Date | null
  warehouse: Warehouse
  files: { id: number; name: string }[]
  lines: ContentLine[]
}

// Until the bottles have been counted in, a putaway holds what was announced.
const lines = contentJson(
  'select * from putaway_lines l where l.account_id = $1 and l.putaway_id = p.id',
  'coalesce(l.received, l.announced)',
)
const columns = `p.id, p.status, p.shipper, p.reference, p.validated_at as "validatedAt",
  ${warehouseJson('p.warehouse_id')} as warehouse, ${lines} as lines,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.id), '[]')
    from putaway_files f where f.account_id = $1 and f.putaway_id = p.id) as files`
const putawayRow = {
  id: int,
  status: text,
  shipper: text,
  reference: text,
  validatedAt: orNull(instant),
  warehouse: json<Warehouse>(),
  files: json<{ id: number; name: string }[]>(),
  lines: json<ContentLine[]>(),
}

const putawayPage = pagedStatement(
  'putaways.page',
  (window) => `with page as (select * from putaways where account_id = $1 order by id desc ${window})
    select ${columns} from page p order by p.id desc`,
  putawayRow,
)
const putawayCount = statement(
  'putaways.count',
  'select count(*) as total from putaways where account_id = $1',
  { total: int },
)
const putawayById = statement(
  'putaways.by-id',
  `select ${columns} from putaways p where p.account_id = $1 and p.id = $2`,
  putawayRow,
)

const accountById = statement(
  'putaways.account',
  'select account_id as "accountId" from putaways where id = $1',
  { accountId: int },
)

const toPutaway = (row: Row<typeof putawayRow>): Putaway => ({ ...row, status: row.status as PutawayStatus })

export async function listPutaways(db: Database, accountId: number, page: Page) {
  const [rows, counted] = await Promise.all([
    db.rows(putawayPage(page), [accountId]),
    db.row(putawayCount, [accountId]),
  ])
  return { records: rows.map(toPutaway), total: counted?.total ?? 0 }
}

export async function findPutaway(db: Database, accountId: number, id: number): Promise<Putaway | undefined> {
  const row = await db.row(putawayById, [accountId, id])
  return row && toPutaway(row)
}

/** Whose putaway it is: the operator's people name one by its number alone. */
export async function accountOfPutaway(db: Database, id: number): Promise<number> {
  const found = await db.row(accountById, [id])
  if (!found) throw notFound()
  return found.accountId
}
