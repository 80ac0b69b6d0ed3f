import { int, orNull, statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { inTurn } from '../orders/take-turn.ts'
import { invalidField, notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { moveToSurvivor } from './merge-writes.ts'
import { type CountedWine, getWine } from './wine-reads.ts'

// Of more owners the turns would fill the server's table of locks. Without its turn an order that waits for bottles may meet the
// merge halfway, and one of the two is run again.
const mostTurns = 1000

const ownersOf = statement(
  'wines.owners-of',
  `select distinct account_id as "accountId" from bottles where wine_id = $1 order by account_id limit ${mostTurns}`,
  { accountId: int },
)
// Whoever is at work on one comes to the wines and bottles after it, and so does the merge.
const lockPutaways = statement(
  'wines.lock-putaways-of',
  `select p.id from putaways p where p.status in ('announced', 'arrived') and exists (
     select from putaway_lines l where l.account_id = p.account_id and l.putaway_id = p.id and l.wine_id = $1)
   order by p.account_id, p.id for update of p`,
  { id: int },
)
// Weaker than a lock that a reference to a wine would wait for: orders go on, and only what a merge must not overlook waits.
const lockWines = statement(
  'wines.lock-for-merge',
  `select id, merged_into_id as "mergedIntoId" from wines where id = any($1::bigint[]) or merged_into_id = any($1::bigint[])
   order by id for no key update`,
  { id: int, mergedIntoId: orNull(int) },
)
const takeYourTime = statement('wines.merge-without-limit', 'set local statement_timeout = 0', {})

/** Makes everything of a duplicate the survivor's. The duplicate's number leads to the survivor from then on. */
export async function mergeWines(deps: Deps, survivorId: number, duplicateId: number): Promise<CountedWine> {
  if (survivorId === duplicateId)
    throw invalidField('duplicate_id', 'must be another wine than the one that stays')
  return deps.db.transaction(async (db) => {
    await db.run(takeYourTime)
    for (const { accountId } of await db.rows(ownersOf, [duplicateId]))
      await inTurn(db, accountId, async () => {})
    await db.run(lockPutaways, [duplicateId])
    const wines = await db.rows(lockWines, [[survivorId, duplicateId]])
    const survivor = wines.find(({ id }) => id === survivorId)
    const duplicate = wines.find(({ id }) => id === duplicateId)
    if (!survivor) throw notFound()
    if (!duplicate) throw invalidField('duplicate_id', `${duplicateId} is no wine of the catalogue`)
    for (const { id, mergedIntoId } of [survivor, duplicate])
      if (mergedIntoId !== null)
        throw new WorkRefusal(
          'step_not_possible',
          `Wine ${id} was merged into wine ${mergedIntoId} already; name that one instead.`,
          [{ field: id === duplicateId ? 'duplicate_id' : 'id', message: `was merged into ${mergedIntoId}` }],
        )
    await moveToSurvivor(db, { survivorId, duplicateId }, deps.now())
    return getWine(db, survivorId)
  })
}
