/**
 * SQL kept as SQL, with the columns it returns declared beside it. The declaration gives the row its type, and
 * `statement.test.ts` describes every registered statement against a real server and compares the two.
 */
export type ColumnType<T> = { readonly oids: readonly number[]; readonly value?: T }
export type Columns = Record<string, ColumnType<unknown>>
export type Row<C extends Columns> = { [K in keyof C]: C[K] extends ColumnType<infer T> ? T : never }
export type Statement<C extends Columns = Columns> = {
  /** Named statements are prepared once per connection; a statement without a name is planned at each call. */
  readonly name?: string
  readonly text: string
  readonly columns: C
}

export const int: ColumnType<number> = { oids: [20, 23, 21] }
export const text: ColumnType<string> = { oids: [25] }
export const texts: ColumnType<string[]> = { oids: [1009] }
export const bool: ColumnType<boolean> = { oids: [16] }
export const bytes: ColumnType<Buffer> = { oids: [17] }
/** A moment, as a Date. */
export const instant: ColumnType<Date> = { oids: [1184] }
/** A calendar day, as `YYYY-MM-DD`. */
export const day: ColumnType<string> = { oids: [1082] }
/** A time of day, as `HH:MM:SS`. */
export const time: ColumnType<string> = { oids: [1083] }
/** An exact decimal, as text: money never passes through a binary float. */
export const decimal: ColumnType<string> = { oids: [1700] }
export const json = <T>(): ColumnType<T> => ({ oids: [3802, 114] })
export const orNull = <T>(column: ColumnType<T>): ColumnType<T | null> => ({ oids: column.oids })

const registered = new Map<string, Statement>()
export const registeredStatements = (): readonly Statement[] => [...registered.values()]

export function statement<const C extends Columns>(name: string, text: string, columns: C): Statement<C> {
  if (registered.has(name)) throw new Error(`Two statements are called ${name}`)
  const made = { name, text, columns }
  registered.set(name, made)
  return made
}

/** Which part of a list to read; the two numbers have been checked by the caller's schema. */
export type Page = { page: number; count: number }

// A LIMIT bound as a parameter is planned anew at every call; only the usual counts are worth a prepared statement.
const preparedCounts = new Set([30, 50, 100, 1000])

/** A list read page by page: `write` gets the LIMIT and OFFSET clause as literals. */
export function pagedStatement<const C extends Columns>(
  name: string,
  write: (window: string) => string,
  columns: C,
): (page: Page) => Statement<C> {
  const byCount = new Map<number, Statement<C>>()
  byCount.set(30, statement(name, write('limit 30'), columns))
  return ({ page, count }) => {
    if (!Number.isSafeInteger(page) || !Number.isSafeInteger(count))
      throw new Error('A page is two whole numbers')
    if (page > 1) return { text: write(`limit ${count} offset ${BigInt(page - 1) * BigInt(count)}`), columns }
    if (!preparedCounts.has(count)) return { text: write(`limit ${count}`), columns }
    let prepared = byCount.get(count)
    if (!prepared) {
      prepared = { name: `${name}.${count}`, text: write(`limit ${count}`), columns }
      byCount.set(count, prepared)
    }
    return prepared
  }
}
