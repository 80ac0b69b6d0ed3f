import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { goodRows } from './good-rows.ts'
import { insert } from './small-cellar.ts'

type Rows = Awaited<ReturnType<typeof goodRows>>['rows']

/** Tries what the database should refuse, one transaction each that is taken back, and remembers what refused it. */
export async function refusals(pool: pg.Pool, rows: Rows) {
  const connection = await pool.connect()
  afterAll(() => connection.release())
  const tried = new Set<string>()

  /** The constraint that refused the work, or the SQL state where it has no name; undefined when nothing did. */
  async function refusalOf(
    work: (connection: pg.PoolClient) => Promise<unknown>,
  ): Promise<string | undefined> {
    await connection.query('begin')
    try {
      await work(connection)
      return undefined
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      const found = error.constraint ?? error.code
      tried.add(String(found))
      return found
    } finally {
      await connection.query('rollback')
    }
  }

  /** The same for the good row of a table with a change. */
  const refusalOfRow = (table: string, change: Record<string, unknown> = {}) =>
    refusalOf((db) => insert(db, table, { ...rows[table], ...change }))

  /** To be the last test of a file. */
  const testEveryCheckTried = (tables: readonly string[]) =>
    test('every CHECK of these tables was tried', async () => {
      const { rows: checks } = await pool.query<{ name: string }>(
        `select conname as name from pg_constraint
         where contype = 'c' and conrelid = any($1::regclass[]) order by 1`,
        [tables],
      )
      expect(checks.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
    })

  return { refusalOf, refusalOfRow, testEveryCheckTried }
}
