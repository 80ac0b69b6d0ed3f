import type { Database } from '../../db/database.ts'
import { orNull, statement, text } from '../../db/statement.ts'
import type { Shelf } from './bottle-reads.ts'

const shelfOfBottle = statement(
  'bottles.shelf',
  `select case when state = 'announced' then 'future' when order_id is null then 'stock' end as shelf
   from bottles where account_id = $1 and id = $2 and state <> 'gone'`,
  { shelf: orNull(text) },
)

/** Where a bottle is counted; undefined when it is reserved or has left, and so is counted nowhere. */
export async function findShelf(db: Database, accountId: number, id: number): Promise<Shelf | undefined> {
  const row = await db.row(shelfOfBottle, [accountId, id])
  return (row?.shelf ?? undefined) as Shelf | undefined
}
