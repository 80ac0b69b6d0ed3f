import type { Database } from '../../db/database.ts'
import { bool, type ColumnType, decimal, instant, int, statement, text } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
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
     where n.account_id = $1 and n.wine_id = $2 and n.format_ml = $3`,
    row,
  )
  // No row comes back when the catalogue has no such wine. xmax is 0 for a row that this very statement made.
  const store = statement(
    `${table}.store`,
    `with n as (
       insert into ${table} (account_id, wine_id, format_ml, ${column}, created_at, updated_at)
       select $1, w.id, $3, $4, $5, $5 from wines w where w.id = $2
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

  return {
    /** Every note of the account, also on wines that it holds no bottle of. */
    list: (db: Database, accountId: number): Promise<WineNote[]> => db.rows(all, [accountId]),

    find: (db: Database, accountId: number, of: WineAndFormat): Promise<WineNote | undefined> =>
      db.row(one, [accountId, of.wineId, of.formatMl]),

    async store(
      deps: Deps,
      caller: Caller,
      of: WineAndFormat,
      value: string,
    ): Promise<WineNote & { isNew: boolean }> {
      const stored = await deps.db.row(store, [caller.accountId, of.wineId, of.formatMl, value, deps.now()])
      if (!stored) throw notFound()
      return stored
    },

    async remove(deps: Deps, caller: Caller, of: WineAndFormat): Promise<void> {
      if ((await deps.db.run(remove, [caller.accountId, of.wineId, of.formatMl])) === 0) throw notFound()
    },
  }
}

export const wineComments = noteBook('wine_comments', 'comment', text)
export const winePrices = noteBook('wine_prices', 'price', decimal)
export type NoteBook = typeof wineComments
