import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { blankDatabase } from '../../test/support/blank-database.ts'
import { StartRefusal } from '../start-refusal.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const files = readdirSync(new URL('./migrations/', import.meta.url)).filter((name) => name.endsWith('.sql'))

const namesIn = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>('select name from migrations order by name')).rows.map(
    ({ name }) => name,
  )
/** Everything that the migrations made, as one text. */
const schemaOf = async (pool: pg.Pool) =>
  (
    await pool.query<{ line: string }>(
      `select table_name || '.' || column_name || ' ' || data_type as line from information_schema.columns
       where table_schema in ('public', 'graphile_worker') order by 1`,
    )
  ).rows.map(({ line }) => line)

test('files are numbered without a gap and in the order of their names', () => {
  expect(files.toSorted().map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
})

test('a blank database gets every file in order, and the second time none', async () => {
  const pool = (await blankDatabase()).openPool()
  const applied: string[] = []
  await migrate(pool, (name) => applied.push(name))
  expect(applied).toEqual(files.toSorted())
  expect(await namesIn(pool)).toEqual(applied)
  expect(await pendingMigrations(pool)).toEqual([])
  const schema = await schemaOf(pool)
  await migrate(pool, (name) => expect.fail(`${name} was applied twice`))
  expect(await schemaOf(pool)).toEqual(schema)
})

test('processes that start at once on a blank database take turns', async () => {
  const database = await blankDatabase()
  const applied: string[] = []
  const pools = [database.openPool(), database.openPool(), database.openPool()]
  await Promise.all(pools.map((pool) => migrate(pool, (name) => applied.push(name))))
  expect(applied).toEqual(files.toSorted())
})

test('a file that fails leaves nothing of itself, and the next start goes on from there', async () => {
  const pool = (await blankDatabase()).openPool()
  // The third file wants to make a table of this name itself.
  await pool.query('create table orders (mine int)')
  await expect(migrate(pool)).rejects.toThrow('"orders" already exists')
  expect(await namesIn(pool)).toEqual(files.toSorted().slice(0, 2))
  expect(await pendingMigrations(pool)).toEqual(files.toSorted().slice(2))
  await pool.query('drop table orders')
  await migrate(pool)
  expect(await pendingMigrations(pool)).toEqual([])
})

test('the lock is given back after a failure', async () => {
  const database = await blankDatabase()
  const pool = database.openPool()
  await pool.query('create table accounts (mine int)')
  await expect(migrate(pool)).rejects.toThrow()
  await pool.query('drop table accounts')
  await migrate(database.openPool())
})

test('a schema of a newer version is refused by a sentence, and left as it is', async () => {
  const pool = (await blankDatabase()).openPool()
  await migrate(pool)
  await pool.query(`insert into migrations (name) values ('9998-a.sql'), ('9999-later.sql')`)
  const refusal = await migrate(pool).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartRefusal)
  expect((refusal as Error).message).toBe(
    'The database was migrated by a newer Caveau (9999-later.sql); start that version, or a newer one.',
  )
})
