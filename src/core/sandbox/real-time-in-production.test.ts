// Production has no clock but the real one, whatever anybody tries.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { orderCellar } from '../../../test/support/order-cellar.ts'
import { testNow } from '../../../test/support/settings.ts'
import { showClock, shownThen } from '../../../test/support/show-clock.ts'
import { openInstallation } from '../installation.ts'
import { atTimeOf } from './account-clock.ts'
import { timesOf } from './several-clocks.ts'

const { deps, pool } = await testDatabase()
const { addOwner } = await orderCellar(pool)
const { accountId } = await addOwner()
const production = { ...deps, settings: { ...deps.settings, env: 'production' as const } }

test('the business runs with the very clock it was started with', async () => {
  // Also where a row of another environment has come into the database.
  await showClock(pool, accountId)
  expect((await atTimeOf(deps, accountId)).now()).toEqual(shownThen)
  expect(await atTimeOf(production, accountId)).toBe(production)
  const timeOf = await timesOf(production, [accountId])
  expect(timeOf(accountId)).toEqual(testNow)
  await pool.query('delete from sandboxes')
})

test('no clock can be set', async () => {
  await pool.query('delete from installation')
  await openInstallation(production)
  await expect(showClock(pool, accountId)).rejects.toMatchObject({ code: '23514' })
  await expect(showClock(pool, accountId, null)).rejects.toMatchObject({ code: '23514' })
  const { rows } = await pool.query('select from sandboxes')
  expect(rows).toEqual([])
})
