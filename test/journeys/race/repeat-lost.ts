import { expect } from 'vitest'
import type { OrderRecord } from './answers.ts'
import { contentIn, sameContent } from './content.ts'
import type { OrderBook } from './order-book.ts'
import type { RaceClient } from './race-client.ts'

/** Orders that nobody was told of must be those whose answer was lost, to the bottle. */
export function expectLost(book: OrderBook, untold: readonly OrderRecord[]): void {
  for (const record of untold) {
    const lost = book.lostCreates.get(record.reference ?? '')
    expect(lost && sameContent(lost.content, contentIn(record)), `order ${record.id}`).toBe(true)
  }
}

/**
 * Sends every create whose answer was lost and that bears an Idempotency-Key again. One that was made is told and not made twice.
 * Returns those that are made now.
 */
export async function repeatLost(
  origin: string,
  client: RaceClient,
  book: OrderBook,
  untold: readonly OrderRecord[],
): Promise<OrderRecord[]> {
  const made: OrderRecord[] = []
  for (const [reference, { key, body }] of book.lostCreates) {
    if (key === undefined) continue
    const before = untold.find((record) => record.reference === reference)
    const { status, replayed, body: answer } = await client.call(origin, 'POST', '', { body, key })
    const record = answer as OrderRecord
    if (before) expect([status, replayed, record.id]).toEqual([201, true, before.id])
    else if (status === 201) made.push(record)
    else expect(status).toBe(400)
  }
  return made
}
