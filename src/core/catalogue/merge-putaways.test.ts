// A merge while goods of the duplicate come in: every bottle is stored once, under the survivor.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { announced, counted, putawayCellar, someStaff } from '../../../test/support/putaway-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { announcePutaway } from '../putaways/announce-putaway.ts'
import { arrivePutaway } from '../putaways/arrive-putaway.ts'
import { countPutaway } from '../putaways/count-putaway.ts'
import { validatePutaway } from '../putaways/validate-putaway.ts'
import { mergeWines } from './merge-wines.ts'

const { deps, db, pool } = await testDatabase()
const { addWine, addOwner, warehouseId, states, shelves } = await putawayCellar(pool)

/** A putaway of both wines that has arrived and was counted. */
async function countedTwins() {
  const [survivorId, duplicateId] = [await addWine('Clos Double'), await addWine('Clos Double')]
  const { accountId } = await addOwner()
  const { id } = await announcePutaway(deps, someStaff, {
    ...{ accountId, warehouseId, shipper: 'Geodis', reference: 'R1', expectedOn: null },
    lines: [announced(survivorId, 2), announced(duplicateId, 3)],
  })
  await arrivePutaway(deps, someStaff, id, { receivedBy: null, arrivedAt: null, parcels: 1, remarks: '' })
  const count = [counted(survivorId, { 'A-01': 2 }), counted(duplicateId, { 'A-01': 1, 'A-02': 2 })]
  await countPutaway(deps, someStaff, id, count)
  return { survivorId, duplicateId, accountId, id, count }
}

test('a putaway that was counted before the merge is validated after it', async () => {
  const { survivorId, duplicateId, accountId, id } = await countedTwins()
  await mergeWines(deps, survivorId, duplicateId)
  const { lines } = await validatePutaway(deps, someStaff, id, null)
  expect(lines).toMatchObject([{ wineId: survivorId, announced: 5, received: 5, missing: 0, over: 0 }])
  expect(await shelves(accountId)).toEqual({ [`${survivorId} 750 A-01`]: 3, [`${survivorId} 750 A-02`]: 2 })
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a putaway that is validated while the merge runs is looked at again', async () => {
  const { survivorId, duplicateId, accountId, id } = await countedTwins()
  const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
  const validating = validatePutaway(deps, someStaff, id, null)
  await untilWaiting(pool)
  await merging.commit()
  expect((await validating).lines).toMatchObject([{ wineId: survivorId, announced: 5, received: 5 }])
  expect(await states(accountId)).toEqual({ stored: 5 })
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('a count of the duplicate that comes while the merge runs is refused, and the survivor named', async () => {
  const { survivorId, duplicateId, id, count } = await countedTwins()
  const merging = await openTransaction(deps, (within) => mergeWines(within, survivorId, duplicateId))
  const counting = expect(countPutaway(deps, someStaff, id, count)).rejects.toMatchObject({
    problem: { fields: [{ message: `${duplicateId} was merged into wine ${survivorId}; name that one` }] },
  })
  await untilWaiting(pool)
  await merging.commit()
  await counting
})

test('both at once, whoever comes first', async () => {
  for (let round = 0; round < 8; round++) {
    const { survivorId, duplicateId, accountId, id } = await countedTwins()
    await Promise.all([validatePutaway(deps, someStaff, id, null), mergeWines(deps, survivorId, duplicateId)])
    expect(await states(accountId)).toEqual({ stored: 5 })
    expect(await shelves(accountId)).toEqual({ [`${survivorId} 750 A-01`]: 3, [`${survivorId} 750 A-02`]: 2 })
  }
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})
