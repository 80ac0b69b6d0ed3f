import type { Database } from '../../db/database.ts'
import { bool, int, orNull, statement } from '../../db/statement.ts'
import { type InvalidField, refuse } from '../problems.ts'

/** What is in a bottle and how it is packed; an empty box code is a loose bottle. */
export type Goods = { wineId: number; formatMl: number; boxCode: string }

// A merge of one of the wines waits until the transaction has ended, and moves what it has written.
const unknownGoods = statement(
  'goods.unknown',
  `with known as materialized (
     select id, merged_into_id from wines where id = any($1::bigint[]) order by id for share
   )
   select g.position, w.id is null as "isWineUnknown", w.merged_into_id as "mergedIntoId", b.code is null as "isBoxUnknown"
   from unnest($1::bigint[], $2::text[]) with ordinality as g (wine_id, box_code, position)
     left join known w on w.id = g.wine_id left join box_codes b on b.code = g.box_code
   where w.id is null or w.merged_into_id is not null or b.code is null order by g.position`,
  { position: int, isWineUnknown: bool, mergedIntoId: orNull(int), isBoxUnknown: bool },
)

/** Refuses goods that the catalogue does not have. `field` is the name of the list that they came in. */
export async function refuseUnknownGoods(
  db: Database,
  goods: readonly Goods[],
  field: string,
): Promise<void> {
  const values = [goods.map(({ wineId }) => wineId), goods.map(({ boxCode }) => boxCode)]
  const unknown = await db.rows(unknownGoods, values)
  const fields = unknown.flatMap(
    ({ position, isWineUnknown, mergedIntoId, isBoxUnknown }): InvalidField[] => {
      const at = `${field}.${position - 1}`
      const { wineId, boxCode } = goods[position - 1] ?? { wineId: 0, boxCode: '' }
      return [
        ...(isWineUnknown
          ? [{ field: `${at}.wine_id`, message: `${wineId} is no wine of the catalogue` }]
          : []),
        ...(mergedIntoId
          ? [
              {
                field: `${at}.wine_id`,
                message: `${wineId} was merged into wine ${mergedIntoId}; name that one`,
              },
            ]
          : []),
        ...(isBoxUnknown
          ? [{ field: `${at}.box`, message: `${boxCode} is no box code of the catalogue` }]
          : []),
      ]
    },
  )
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
}

export const sameGoods = (one: Goods, other: Goods): boolean =>
  one.wineId === other.wineId && one.formatMl === other.formatMl && one.boxCode === other.boxCode
