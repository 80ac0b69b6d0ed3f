import type pg from 'pg'
import { expect } from 'vitest'
import { verifyLedger } from '../../../src/core/cellar/verify-ledger.ts'
import { databaseOf } from '../../../src/db/database.ts'
import { isWhole, type OrderRecord } from './answers.ts'
import { type Content, contentIn, sameContent, together } from './content.ts'
import type { OrderBook } from './order-book.ts'
import type { RaceClient } from './race-client.ts'

/** Reads every order that anybody was told of; each must be as it was told. Returns those that are still there. */
export async function expectOrdersAsTold(origin: string, client: RaceClient, book: OrderBook) {
  const faults: string[] = []
  const kept: OrderRecord[] = []
  for (const id of book.ids()) {
    const { status, body } = await client.call(origin, 'GET', `/${id}`)
    const record = status === 200 ? (body as OrderRecord) : null
    const possible = book.possible(id)
    const matches = possible.some((content) =>
      content && record ? sameContent(content, contentIn(record)) : !content && status === 404,
    )
    if (!matches)
      faults.push(
        `order ${id}: ${status} ${record && JSON.stringify(contentIn(record))}, told ${JSON.stringify(possible)}`,
      )
    if (record && !isWhole(record)) faults.push(`the children of order ${id} are not the whole`)
    if (record) kept.push(record)
  }
  expect(faults).toEqual([])
  return kept
}

/** What is there beside what was told: orders whose creation was never answered. */
export async function readUntold(
  origin: string,
  client: RaceClient,
  book: OrderBook,
): Promise<OrderRecord[]> {
  const { status, body } = await client.call(origin, 'GET', '?count=1000')
  expect(status).toBe(200)
  const known = new Set(book.ids())
  return (body as OrderRecord[]).filter(({ id }) => !known.has(id))
}

/** Sold and left make what was stored, the ledger rebuilds the stock, and no bottle was ever in two orders. */
export async function expectStockWhole(
  pool: pg.Pool,
  accountId: number,
  { stored, sold }: { stored: Content; sold: readonly Content[] },
): Promise<void> {
  const { rows: free } = await pool.query<{ goods: string; count: number }>(
    `select wine_id || '|' || box_code as goods, count(*) as count from bottles
     where account_id = $1 and order_id is null group by wine_id, box_code`,
    [accountId],
  )
  const left = Object.fromEntries(free.map(({ goods, count }) => [goods, Number(count)]))
  expect(together([left, ...sold])).toEqual(stored)
  expect((await verifyLedger(databaseOf(pool))).discrepancies).toEqual([])
  const { rows: soldTwice } = await pool.query(
    `select bottle_id, kind, former from (
       select bottle_id, kind, lag(kind, 1, 'released') over (partition by account_id, bottle_id order by id) as former
       from stock_moves where account_id = $1 and kind in ('reserved', 'released')) m
     where kind = former`,
    [accountId],
  )
  expect(soldTwice).toEqual([])
}
