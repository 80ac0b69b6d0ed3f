// An account of another year beside one of today: its owner sees its own time in all that the operator does, the audit the real one.
import { expect, test } from 'vitest'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { showClock } from '../support/show-clock.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, done, pool } = await operatorService()
const { store, wineId } = await orderCellar(pool)
const content = [{ wine_id: wineId, format: '0.75', quantity: 1 }]

type Sheet = { id: number; bottles: { code: string }[] }
type Told = { created_at: string; updated_at: string }

async function served(email: string, isElsewhere: boolean) {
  const { accountId, keys } = await openAccount(deps, email)
  await store(accountId, { count: 2 })
  if (isElsewhere) await showClock(pool, accountId)
  const body = { account_id: accountId, content, pickup: true }
  const { id } = await done<Sheet>('POST', '/orders', { body })
  const { bottles } = await done<Sheet>('POST', `/orders/${id}/start`)
  for (const { code } of bottles) await done('POST', `/orders/${id}/picks`, { body: { scan: code } })
  await done('POST', `/orders/${id}/ready`)
  await done('POST', `/orders/${id}/withdraw`, { body: { collected_by: 'Zoé' } })
  const shown = await call('GET', `/v1/get-out-requests/${id}`, { keys })
  const { rows: audited } = await pool.query<{ at: Date }>(
    'select distinct created_at as at from audit_entries where account_id = $1',
    [accountId],
  )
  return { shown: shown.body as Told, audited: audited.map(({ at }) => at) }
}

test('two accounts at different times do not disturb each other', async () => {
  const [elsewhere, here] = await Promise.all([
    served('then@example.com', true),
    served('now@example.com', false),
  ])
  const then = '2027-07-13T12:59:00+02:00'
  expect(elsewhere.shown).toMatchObject({ created_at: then, updated_at: then })
  expect(here.shown.created_at).toMatch(/^2026-11-16T09:30:00/)
  for (const { audited } of [elsewhere, here]) expect(audited).toEqual([deps.now()])
})
