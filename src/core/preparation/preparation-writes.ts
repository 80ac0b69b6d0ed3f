import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Leaf } from './lock-leaf.ts'

/** What the warehouse notes on an order at each step, and under which columns. */
const noteColumns = {
  claim: ['picker_id', 'picker_name', 'started_at'],
  packing: ['ready_at', 'parcels', 'weight_grams'],
  shipment: ['carrier', 'shipped_at'],
  delivery: ['delivered_on', 'delivery_remark'],
  collection: ['collected_by', 'withdrawn_at'],
  hold: ['held_by', 'held_at'],
} as const
type Note = keyof typeof noteColumns
type Notes<N extends Note> = { [Column in (typeof noteColumns)[N][number]]: string | number | Date | null }

const storeNote = (note: Note, columns: readonly string[]) =>
  statement(
    `preparations.store-${note}`,
    `insert into preparations (account_id, order_id, ${columns.join(', ')})
     values ($1, $2, ${columns.map((_, index) => `$${index + 3}`).join(', ')})
     on conflict (account_id, order_id) do update set ${columns.map((each) => `${each} = excluded.${each}`).join(', ')}`,
    {},
  )
const statements = {
  claim: storeNote('claim', noteColumns.claim),
  packing: storeNote('packing', noteColumns.packing),
  shipment: storeNote('shipment', noteColumns.shipment),
  delivery: storeNote('delivery', noteColumns.delivery),
  collection: storeNote('collection', noteColumns.collection),
  hold: storeNote('hold', noteColumns.hold),
}

export async function note<N extends Note>(
  db: Database,
  { accountId, id }: Leaf,
  kind: N,
  values: Notes<N>,
): Promise<void> {
  const columns: readonly (keyof Notes<N>)[] = noteColumns[kind]
  await db.run(statements[kind], [accountId, id, ...columns.map((column) => values[column])])
}
