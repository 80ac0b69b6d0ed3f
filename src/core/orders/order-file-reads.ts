import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import type { KeptFile } from '../files/open-file.ts'
import { notFound } from '../problems.ts'

const fileById = statement(
  'order-files.by-id',
  `select f.name, f.media_type as "mediaType", f.size_bytes as size, f.storage_key as key
   from order_files f join orders o on o.account_id = f.account_id and o.id = f.order_id
   where f.account_id = $1 and f.order_id = $2 and f.id = $3 and o.deleted_at is null`,
  { name: text, mediaType: text, size: int, key: text },
)

/** One file of an order that is still there. */
export async function getOrderFile(
  db: Database,
  accountId: number,
  orderId: number,
  fileId: number,
): Promise<KeptFile> {
  const file = await db.row(fileById, [accountId, orderId, fileId])
  if (!file) throw notFound()
  return file
}
