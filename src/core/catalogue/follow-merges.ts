import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'

const mergedAmong = statement(
  'wines.merged-among',
  `select id, merged_into_id as "survivorId" from wines where id = any($1::bigint[]) and merged_into_id is not null`,
  { id: int, survivorId: int },
)
const survivor = statement(
  'wines.survivor',
  'select coalesce(merged_into_id, id) as id from wines where id = $1 for share',
  { id: int },
)

/** The same goods with every merged wine under the number of the one it was merged into; undefined when there is none. */
export async function followMerges<G extends { wineId: number }>(
  db: Database,
  goods: readonly G[],
): Promise<G[] | undefined> {
  const merged = await db.rows(mergedAmong, [goods.map(({ wineId }) => wineId)])
  if (merged.length === 0) return undefined
  const survivors = new Map(merged.map(({ id, survivorId }) => [id, survivorId]))
  return goods.map((each) => ({ ...each, wineId: survivors.get(each.wineId) ?? each.wineId }))
}

/** The number that a wine goes by now. No merge of it begins before the transaction has ended. */
export const findSurvivor = async (db: Database, wineId: number): Promise<number | undefined> =>
  (await db.row(survivor, [wineId]))?.id
