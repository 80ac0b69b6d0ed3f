import type { Database } from '../../db/database.ts'
import { int, statement, text } from '../../db/statement.ts'
import type { KeptFile } from '../files/open-file.ts'
import type { StoredFile } from '../files/upload.ts'
import { notFound } from '../problems.ts'

const countFiles = statement(
  'putaway-files.count',
  'select count(*) as total from putaway_files where account_id = $1 and putaway_id = $2',
  { total: int },
)
const insertFiles = statement(
  'putaway-files.insert',
  `insert into putaway_files (account_id, putaway_id, name, media_type, size_bytes, storage_key, created_at)
   select $1, $2, f.name, f.media_type, f.size_bytes, f.storage_key, $7
   from unnest($3::text[], $4::text[], $5::bigint[], $6::text[]) with ordinality
     as f (name, media_type, size_bytes, storage_key, place) order by f.place`,
  {},
)
const fileById = statement(
  'putaway-files.by-id',
  `select name, media_type as "mediaType", size_bytes as size, storage_key as key from putaway_files
   where account_id = $1 and putaway_id = $2 and id = $3`,
  { name: text, mediaType: text, size: int, key: text },
)

export const countPutawayFiles = async (db: Database, accountId: number, id: number): Promise<number> =>
  (await db.row(countFiles, [accountId, id]))?.total ?? 0

export async function insertPutawayFiles(
  db: Database,
  accountId: number,
  id: number,
  files: readonly StoredFile[],
  now: Date,
): Promise<void> {
  await db.run(insertFiles, [
    accountId,
    id,
    files.map((file) => file.name),
    files.map((file) => file.mediaType),
    files.map((file) => file.size),
    files.map((file) => file.key),
    now,
  ])
}

export async function getPutawayFile(
  db: Database,
  accountId: number,
  id: number,
  fileId: number,
): Promise<KeptFile> {
  const file = await db.row(fileById, [accountId, id, fileId])
  if (!file) throw notFound()
  return file
}
