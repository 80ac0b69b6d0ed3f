import type { Database } from '../../db/database.ts'
import {
  bool,
  bytes,
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
import { notFound } from '../problems.ts'
import type { Import, ImportKind, ImportState, Report } from './import.ts'

const columnsBut = (report: string) => `id, kind, account_id as "accountId", warehouse_id as "warehouseId",
  file_name as "fileName", state, is_dry_run as "isDryRun", makes_wines as "makesWines", is_again as "isAgain",
  runs_as_job as "runsAsJob", size_bytes as "sizeBytes", digest, storage_key as "storageKey", lines_read as "linesRead",
  lines_bad as "linesBad", made, known, wines_made as "winesMade", ${report} as report, failure, staff_id as "staffId",
  staff_name as "staffName", created_at as "createdAt", finished_at as "finishedAt"`
export const importColumns = columnsBut('report')
export const importRow = {
  id: int,
  kind: text,
  accountId: orNull(int),
  warehouseId: orNull(int),
  fileName: text,
  state: text,
  isDryRun: bool,
  makesWines: bool,
  isAgain: bool,
  runsAsJob: bool,
  sizeBytes: orNull(int),
  digest: orNull(bytes),
  storageKey: orNull(text),
  linesRead: int,
  linesBad: int,
  made: int,
  known: int,
  winesMade: int,
  report: json<Report>(),
  failure: orNull(text),
  staffId: orNull(int),
  staffName: text,
  createdAt: instant,
  finishedAt: orNull(instant),
}

const filtered = `($1::text is null or kind = $1) and ($2::bigint is null or account_id = $2) and ($3::text is null or state = $3)`
// A thousand errors of each would make a page of many MiB.
const importPage = pagedStatement(
  'imports.page',
  (window) =>
    `select ${columnsBut(`report - 'errors'`)} from imports where ${filtered} order by id desc ${window}`,
  importRow,
)
const importCount = statement('imports.count', `select count(*) as total from imports where ${filtered}`, {
  total: int,
})
const importById = statement('imports.by-id', `select ${importColumns} from imports where id = $1`, importRow)
const doneBefore = statement(
  'imports.done-before',
  `select id from imports where account_id = $1 and warehouse_id = $2 and digest = $3 and kind = 'stock' and state = 'done'
     and not is_dry_run order by id desc limit 1`,
  { id: int },
)
const destination = statement(
  'imports.destination',
  `select exists (select from accounts where id = $1) as "hasAccount",
     exists (select from warehouses where id = $2) as "hasWarehouse"`,
  { hasAccount: bool, hasWarehouse: bool },
)
const warehouseByName = statement('imports.warehouse-by-name', 'select id from warehouses where name = $1', {
  id: int,
})

export const toImport = (row: Row<typeof importRow>): Import => ({
  ...row,
  kind: row.kind as ImportKind,
  state: row.state as ImportState,
})

export type ImportFilter = { kind: ImportKind | null; accountId: number | null; state: ImportState | null }

/** Newest first, without the errors of their lines. */
export async function listImports(db: Database, { kind, accountId, state }: ImportFilter, page: Page) {
  const values = [kind, accountId, state]
  const [rows, counted] = await Promise.all([db.rows(importPage(page), values), db.row(importCount, values)])
  return { records: rows.map(toImport), total: counted?.total ?? 0 }
}

export async function findImport(db: Database, id: number): Promise<Import | undefined> {
  const row = await db.row(importById, [id])
  return row && toImport(row)
}

export async function getImport(db: Database, id: number): Promise<Import> {
  const found = await findImport(db, id)
  if (!found) throw notFound()
  return found
}

/** The import that brought the same stock in, if there is one. */
export const findDoneBefore = async (
  db: Database,
  { accountId, warehouseId, digest }: Pick<Import, 'accountId' | 'warehouseId' | 'digest'>,
): Promise<number | undefined> => (await db.row(doneBefore, [accountId, warehouseId, digest]))?.id

export const findDestination = async (db: Database, accountId: number | null, warehouseId: number | null) =>
  (await db.row(destination, [accountId, warehouseId])) ?? { hasAccount: false, hasWarehouse: false }

export const findWarehouseByName = async (db: Database, name: string): Promise<number | undefined> =>
  (await db.row(warehouseByName, [name]))?.id
