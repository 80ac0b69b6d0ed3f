import type { Database } from '../../db/database.ts'
import { statement, text } from '../../db/statement.ts'
import { invalidField } from '../problems.ts'

/** Where a reader stands among the events of an account: the transaction that wrote the last one, and its number. */
type Place = readonly [transaction: bigint, id: bigint]

const largestTransaction = 2n ** 64n - 1n
const largestId = 2n ** 63n - 1n

function placeOf(cursor: string): Place | undefined {
  const [, transaction, id] = /^(\d{1,20})-(\d{1,19})$/.exec(cursor) ?? []
  if (transaction === undefined || id === undefined) return undefined
  const place = [BigInt(transaction), BigInt(id)] as const
  return place[0] <= largestTransaction && place[1] <= largestId ? place : undefined
}

/** The same cursor, if it is one. */
export function requireCursor(field: string, cursor: string): string {
  if (!placeOf(cursor)) throw invalidField(field, 'must be a cursor that the service has given')
  return cursor
}

/** Whether one cursor stands further on than another. */
export function isBeyond(cursor: string, other: string): boolean {
  const [[transaction, id], [otherTransaction, otherId]] = [
    placeOf(cursor) ?? [0n, 0n],
    placeOf(other) ?? [0n, 0n],
  ]
  return transaction > otherTransaction || (transaction === otherTransaction && id > otherId)
}

// Whatever was written by transactions that have ended by now is behind it.
const presentCursor = statement('events.present-cursor', `select end_of_events()::text || '-0' as cursor`, {
  cursor: text,
})

/** Behind all events that can be read now, and before all that come later. */
export async function readPresentCursor(db: Database): Promise<string> {
  const found = await db.row(presentCursor)
  return found?.cursor ?? '0-0'
}
