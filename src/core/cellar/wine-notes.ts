import type { Database } from '../../db/database.ts'
import { bool, type ColumnType, decimal, instant, int, statement, text } from '../../db/statement.ts'
import { findSurvivor } from '../catalogue/follow-merges.ts'
import type { Caller, Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { notFound } from '../problems.ts'

/** What an owner notes on a wine in a format: a comment (often a product reference) or a price. */
export type WineNote = {
  id: number
  value: string
  wineId: number
  wineName: string
  formatMl: number
  createdAt: Date
  updatedAt: Date
}
export type WineAndFormat = { wineId: number; formatMl: number }

function noteBook(
  table: 'wine_comments' | 'wine_prices',
  column: 'comment' | 'price',
  type: ColumnType<string>,
) {
  const row = {
    id: int,
    value: type,
    wineId: int,
    wineName: text,
    formatMl: int,
    createdAt: instant,
    updatedAt: instant,
  }
  const columns = `n.id, n.${column} as value, n.wine_id as "wineId", w.name as "wineName", n.format_ml as "formatMl",
    n.created_at as "createdAt", n.updated_at as "updatedAt"`
  const all = statement(
    `${table}.all`,
    `select ${columns} from ${table} n join wines w on w.id = n.wine_id where n.account_id = $1 order by n.id desc`,
    row,
  )
  const one = statement(
    `${table}.one`,
    `select ${columns} from ${table} n join wines w on w.id = n.wine_id
     where n.account_id = $1 and n.format_ml = $3
       and n.wine_id = (select coalesce(asked.merged_into_id, asked.id) from wines asked where asked.id = $2)`,
    row,
  )
  // xmax is 0 for a row that this very statement made.
  const store = statement(
    `${table}.store`,
    `with n as (
       insert into ${table} (account_id, wine_id, format_ml, ${column}, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5)
       on conflict (account_id, wine_id, format_ml) do update set ${column} = excluded.${column}, updated_at = excluded.updated_at
       returning *, xmax = 0 as is_new
     ) select ${columns}, n.is_new as "isNew" from n join wines w on w.id = n.wine_id`,
    { ...row, isNew: bool },
  )
  const remove = statement(
    `${table}.remove`,
    `delete from ${table} where account_id = $1 and wine_id = $2 and format_ml = $3`,
    {},
  )

  /** Owners keep the numbers of wines in their own systems: one that was merged into another still leads to its note. */
  const withSurvivor = <T>(
    deps: Deps,
    wineId: number,
    work: (db: Database, survivorId: number) => Promise<T>,
  ) =>
    inTransaction(deps, async ({ db }) => {
      const survivorId = await findSurvivor(db, wineId)
      if (survivorId === undefined) throw notFound()
      return work(db, survivorId)
    })

  return {
    /** Every note of the account, also on wines that it holds no bottle of. */
    list: (db: Database, accountId: number): Promise<WineNote[]> => db.rows(all, [accountId]),

    find: (db: Database, accountId: number, of: WineAndFormat): Promise<WineNote | undefined> =>
      db.row(one, [accountId, of.wineId, of.formatMl]),

    store: (
      deps: Deps,
      caller: Caller,
      of: WineAndFormat,
      value: string,
    ): Promise<WineNote & { isNew: boolean }> =>
      withSurvivor(deps, of.wineId, async (db, wineId) => {
        const stored = await db.row(store, [caller.accountId, wineId, of.formatMl, value, deps.now()])
        if (!stored) throw notFound()
        return stored
      }),

    remove: (deps: Deps, caller: Caller, of: WineAndFormat): Promise<void> =>
      withSurvivor(deps, of.wineId, async (db, wineId) => {
        if ((await db.run(remove, [caller.accountId, wineId, of.formatMl])) === 0) throw notFound()
      }),
  }
}

export const wineComments = noteBook('wine_comments', 'comment', text)
export const winePrices = noteBook('wine_prices', 'price', decimal)
export type NoteBook = typeof wineComments
