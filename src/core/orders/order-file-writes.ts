import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import type { Caller } from '../deps.ts'
import type { StoredFile } from '../files/upload.ts'

const countFiles = statement(
  'order-files.count',
  'select count(*) as total from order_files where account_id = $1 and order_id = $2',
  { total: int },
)
const insertFiles = statement(
  'order-files.insert',
  `insert into order_files (account_id, order_id, name, media_type, size_bytes, storage_key, created_at)
   select $1, $2, f.name, f.media_type, f.size_bytes, f.storage_key, $7
   from unnest($3::text[], $4::text[], $5::bigint[], $6::text[]) with ordinality
     as f (name, media_type, size_bytes, storage_key, place) order by f.place`,
  {},
)
const touchOrder = statement(
  'orders.touch',
  `update orders set updated_at = $3, updated_by_email = $4, updated_by_name = $5 where account_id = $1 and id = $2`,
  {},
)

export const countOrderFiles = async (db: Database, accountId: number, orderId: number): Promise<number> =>
  (await db.row(countFiles, [accountId, orderId]))?.total ?? 0

export async function insertOrderFiles(
  db: Database,
  { accountId, email, name }: Caller,
  orderId: number,
  files: readonly StoredFile[],
  now: Date,
): Promise<void> {
  await db.run(insertFiles, [
    accountId,
    orderId,
    files.map((file) => file.name),
    files.map((file) => file.mediaType),
    files.map((file) => file.size),
    files.map((file) => file.key),
    now,
  ])
  await db.run(touchOrder, [accountId, orderId, now, email, name])
}
