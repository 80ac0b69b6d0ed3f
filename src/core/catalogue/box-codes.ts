import pg from 'pg'
import type { Database } from '../../db/database.ts'
import { bool, int, type Page, pagedStatement, type Row, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'

const row = { code: text, bottleCount: int, label: text }
/** A way to pack bottles. The empty code of loose ones is none. */
export type BoxCode = Row<typeof row>

const columns = 'code, bottle_count as "bottleCount", label'
const boxCodePage = pagedStatement(
  'box-codes.page',
  (window) => `select ${columns} from box_codes where code <> '' order by code ${window}`,
  row,
)
const boxCodeCount = statement(
  'box-codes.count',
  `select count(*) as total from box_codes where code <> ''`,
  { total: int },
)
const insertBoxCode = statement(
  'box-codes.insert',
  `insert into box_codes (code, bottle_count, label) values ($1, $2, $3) on conflict (code) do nothing returning ${columns}`,
  row,
)
const updateLabel = statement(
  'box-codes.update-label',
  `update box_codes set label = $2 where code = $1 and code <> '' returning ${columns}`,
  row,
)
const boxCodeUse = statement(
  'box-codes.use',
  `select exists (select from bottles where box_code = $1) or exists (select from order_lines where box_code = $1)
     or exists (select from putaway_lines where box_code = $1) as "isUsed"
   from box_codes where code = $1 and code <> ''`,
  { isUsed: bool },
)
const removeRow = statement('box-codes.delete', `delete from box_codes where code = $1 and code <> ''`, {})

export async function listBoxCodes(db: Database, page: Page) {
  const [records, counted] = await Promise.all([db.rows(boxCodePage(page)), db.row(boxCodeCount)])
  return { records, total: counted?.total ?? 0 }
}

export async function createBoxCode(deps: Deps, { code, bottleCount, label }: BoxCode): Promise<BoxCode> {
  const made = await deps.db.row(insertBoxCode, [code, bottleCount, label.trim()])
  if (made) return made
  throw new WorkRefusal('already_exists', `There is a box code ${code} already; choose another code.`, [
    { field: 'code', message: 'is taken' },
  ])
}

/** How many bottles a code holds never changes: bottles are packed by it. */
export async function relabelBoxCode(deps: Deps, code: string, label: string): Promise<BoxCode> {
  const changed = await deps.db.row(updateLabel, [code, label.trim()])
  if (!changed) throw notFound()
  return changed
}

const isReferred = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23503'

/** Deletes a code that nothing was ever packed by. One in use is not even locked, since orders would wait for it. */
export async function deleteBoxCode(deps: Deps, code: string): Promise<void> {
  const inUse = () =>
    new WorkRefusal('in_use', `Bottles, orders or putaways refer to the box code ${code}, so it stays.`)
  const found = await deps.db.row(boxCodeUse, [code])
  if (!found) throw notFound()
  if (found.isUsed) throw inUse()
  await deps.db.run(removeRow, [code]).catch((error: unknown) => {
    throw isReferred(error) ? inUse() : error
  })
}
