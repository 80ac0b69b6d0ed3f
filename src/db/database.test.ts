import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { databaseOf } from './database.ts'
import type { Statement } from './statement.ts'

const { db, pool } = await testDatabase()
await pool.query('create table counters (id int primary key, value int not null)')
beforeEach(() =>
  pool.query('truncate counters').then(() => pool.query('insert into counters values (1, 0), (2, 0)')),
)

const sql = (text: string): Statement => ({ text, columns: {} })
const add = (id: number) => sql(`update counters set value = value + 1 where id = ${id}`)
const values = async () =>
  (await pool.query('select value from counters order by id')).rows.map((row) => row.value)

test('rows hold what the declarations say: ids as numbers, days and decimals as text, moments as dates', async () => {
  const row = await db.row(
    sql(`select 9007199254740991::bigint as id, date '2026-03-29' as day, 12.50::numeric(5, 2) as price,
      timestamptz '2026-03-29 02:30+01' as at, time '09:30' as time, array['a'] as texts, null as nothing`),
  )
  expect(row).toEqual({
    id: 9_007_199_254_740_991,
    day: '2026-03-29',
    price: '12.50',
    at: new Date('2026-03-29T01:30:00Z'),
    time: '09:30:00',
    texts: ['a'],
    nothing: null,
  })
})

test('row gives the first, or nothing; run tells how many were touched', async () => {
  expect(await db.row(sql('select 1 as one where false'))).toBeUndefined()
  expect(await db.rows(sql('select n from generate_series(1, 3) n'))).toHaveLength(3)
  expect(await db.run(sql('update counters set value = 5'))).toBe(2)
})

describe('a transaction', () => {
  test('keeps all of its work and gives its result back', async () => {
    expect(await db.transaction(async (tx) => [await tx.run(add(1)), await tx.run(add(2))])).toEqual([1, 1])
    expect(await values()).toEqual([1, 1])
  })

  test('keeps none of it when the work throws', async () => {
    const failure = new Error('no')
    const work = db.transaction(async (tx) => {
      await tx.run(add(1))
      throw failure
    })
    await expect(work).rejects.toBe(failure)
    expect(await values()).toEqual([0, 0])
  })

  test('inside another joins it', async () => {
    const work = db.transaction(async (outer) => {
      await outer.transaction((inner) => inner.run(add(1)))
      throw new Error('after the inner one')
    })
    await expect(work).rejects.toThrow('after the inner one')
    expect(await values()).toEqual([0, 0])
  })

  test('that meets a deadlock is run again, and no caller sees it', async () => {
    const bothHoldOne = Promise.withResolvers<void>()
    let holding = 0
    let attempts = 0
    const addBoth = (first: number, second: number) =>
      db.transaction(async (tx) => {
        attempts += 1
        await tx.run(add(first))
        holding += 1
        if (holding === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await tx.run(add(second))
      })
    await Promise.all([addBoth(1, 2), addBoth(2, 1)])
    expect(await values()).toEqual([2, 2])
    expect(attempts).toBeGreaterThan(2)
  })

  test('does not run again for any other failure', async () => {
    let attempts = 0
    const work = db.transaction(async (tx) => {
      attempts += 1
      await tx.run(sql('insert into counters values (1, 1)'))
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(attempts).toBe(1)
  })

  test('gives its connection back, also after a failure', async () => {
    const small = new pg.Pool({ ...pool.options, max: 1 })
    const single = databaseOf(small)
    for (let times = 0; times < 3; times++)
      await single.transaction(() => Promise.reject(new Error('no'))).catch(() => {})
    expect(await single.row(sql('select 1 as one'))).toEqual({ one: 1 })
    await small.end()
  })
})

test('a connection that the server cuts ends its own query only', async () => {
  const cut = db.transaction(async (tx) => {
    await pool.query('select pg_terminate_backend($1)', [
      ((await tx.row(sql('select pg_backend_pid() as pid'))) as { pid: number }).pid,
    ])
    await tx.row(sql('select 1 as one'))
  })
  await expect(cut).rejects.toThrow()
  expect(await db.row(sql('select 1 as one'))).toEqual({ one: 1 })
})
