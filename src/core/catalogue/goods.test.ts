import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, untilWaiting } from '../../../test/support/open-transaction.ts'
import { orderCellar } from '../../../test/support/order-cellar.ts'
import { refuseUnknownGoods } from './goods.ts'
import { mergeWines } from './merge-wines.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, addWine, addOwner } = await orderCellar(pool)
const goods = (id: number, boxCode = '') => ({ wineId: id, formatMl: 750, boxCode })
const faultsOf = (...given: ReturnType<typeof goods>[]) =>
  refuseUnknownGoods(db, given, 'lines').then(
    () => [],
    (error: { problem: { fields: unknown[] } }) => error.problem.fields,
  )

test('goods of the catalogue pass, the same ones twice too', async () => {
  expect(await faultsOf(goods(wineId), goods(otherWineId, 'CBO6'), goods(wineId))).toEqual([])
})

test('what the catalogue does not have is named by its place', async () => {
  expect(await faultsOf(goods(wineId), goods(987_654), goods(wineId, 'NONE'))).toEqual([
    { field: 'lines.1.wine_id', message: '987654 is no wine of the catalogue' },
    { field: 'lines.2.box', message: 'NONE is no box code of the catalogue' },
  ])
})

test('a merged wine is refused, and the other named', async () => {
  const [survivorId, duplicateId] = [await addWine('Twin'), await addWine('Twin')]
  await mergeWines(deps, survivorId, duplicateId)
  expect(await faultsOf(goods(duplicateId), goods(survivorId))).toEqual([
    { field: 'lines.0.wine_id', message: `${duplicateId} was merged into wine ${survivorId}; name that one` },
  ])
})

test('a merge waits for whoever has had goods of the wine accepted', async () => {
  const [survivorId, duplicateId] = [await addWine('Twin'), await addWine('Twin')]
  const { accountId } = await addOwner()
  const announcing = await openTransaction(deps, async (within) => {
    await refuseUnknownGoods(within.db, [goods(duplicateId)], 'lines')
    await within.db.run({
      text: `insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
        values (${accountId}, ${duplicateId}, 750, '', 'announced', now(), now())`,
      columns: {},
    })
  })
  const merging = mergeWines(deps, survivorId, duplicateId)
  await untilWaiting(pool)
  await announcing.commit()
  expect(await merging).toMatchObject({ announced: 1 })
})
