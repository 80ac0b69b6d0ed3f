import { expect, test } from 'vitest'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { insert, openAccount } from '../support/small-cellar.ts'

const { operate, done, deps, pool, clock } = await operatorService()
const { wineId, warehouseIds, store } = await orderCellar(pool)
const { accountId } = await openAccount(deps, 'owner@example.com')
await store(accountId, { count: 100 })
await store(accountId, { count: 2, warehouse: 1 })
const [bercy, ivry] = warehouseIds

type Work = { date: string; total: number; orders: { id: number; overdue: boolean; picked_count: number }[] }
const work = (query = '') => done<Work>('GET', `/work-list?warehouse_id=${bercy}${query}`, { as: 'billing' })
const shown = ({ orders }: Work) => orders.map(({ id, overdue }) => `${id}${overdue ? ' overdue' : ''}`)

async function place(day: string, more: object = {}): Promise<number> {
  const content = [{ wine_id: wineId, format: '0.75', quantity: 1 }]
  const body = { account_id: accountId, content, ...more }
  const { id } = await done<{ id: number }>('POST', '/orders', { body })
  await pool.query(
    'update orders set preparation_date = $1, delivery_date = greatest(delivery_date, $1) where id = $2 or parent_id = $2',
    [day, id],
  )
  return id
}
const step = (id: number, verb: string, body?: object) =>
  done<{ bottles: { code: string }[] }>('POST', `/orders/${id}/${verb}`, { as: 'warehouse', body })

test('the overdue first, then by preparation, delivery, half day and number; what has left or is to come is not there', async () => {
  const today = await place('2026-11-16', { half_day: 'pm' })
  const morning = await place('2026-11-16', { half_day: 'am' })
  const later = await place('2026-11-16', { delivery_date: '2026-11-20' })
  const tomorrow = await place('2026-11-17')
  const overdue = await place('2026-11-13')
  const packed = await place('2026-11-12')
  const gone = await place('2026-11-12')
  const deleted = await place('2026-11-12')
  for (const id of [packed, gone]) {
    const { bottles } = await step(id, 'start')
    for (const { code } of bottles) await step(id, 'picks', { scan: code })
    await step(id, 'ready')
  }
  await step(gone, 'withdraw', { collected_by: 'x' })
  await done('DELETE', `/orders/${deleted}`)
  const list = await work()
  expect(list).toMatchObject({ date: '2026-11-16', total: 5 })
  expect(shown(list)).toEqual([`${overdue} overdue`, `${packed}`, `${morning}`, `${today}`, `${later}`])
  expect(list.orders[1]).toMatchObject({
    status: 'ready',
    bottle_count: 1,
    picked_count: 1,
    picker: { name: 'Sam warehouse' },
    account: { name: 'Ada Cave' },
  })
  expect(shown(await work('&date=2026-11-17'))).toEqual([...shown(list), `${tomorrow}`])
  expect(shown(await work('&date=2026-11-12'))).toEqual([`${packed}`])
  clock.now = new Date('2026-11-17T00:30:00+01:00')
  expect(shown(await work())).toEqual([
    ...[`${overdue} overdue`, `${morning} overdue`, `${today} overdue`, `${later} overdue`],
    ...[`${packed}`, `${tomorrow}`],
  ])
  clock.now = new Date('2026-11-16T09:30:00+01:00')
})

test('of a split order each warehouse has its part', async () => {
  const { accountId: other } = await openAccount(deps, 'split@example.com')
  await store(other, { count: 1 })
  await store(other, { count: 1, warehouse: 1 })
  const content = [{ wine_id: wineId, format: '0.75', quantity: 2 }]
  const { id, children } = await done<{ id: number; children: { id: number; warehouse: { id: number } }[] }>(
    'POST',
    '/orders',
    { body: { account_id: other, content } },
  )
  const there = await done<Work>('GET', `/work-list?warehouse_id=${ivry}`)
  expect(there.orders.map((each) => each.id)).toEqual([
    children.find(({ warehouse }) => warehouse.id === ivry)?.id,
  ])
  expect((await work()).orders.map((each) => each.id)).not.toContain(id)
})

test('an empty warehouse, one that there is not, and a bad question', async () => {
  expect(await done('GET', `/work-list?warehouse_id=${warehouseIds[2]}`)).toMatchObject({
    total: 0,
    orders: [],
  })
  for (const query of ['warehouse_id=999999999', 'warehouse_id=x', `warehouse_id=${bercy}&date=tomorrow`])
    expect(outcome(await operate('GET', `/work-list?${query}`)), query).toBe('400 parameter_invalid')
  expect(outcome(await operate('GET', '/work-list'))).toBe('400 parameter_missing')
})

test('a thousand orders at most, and how many there are', async () => {
  const template = await pool.query('select * from orders where account_id = $1 limit 1', [accountId])
  const { id: _, schedule_steps: _steps, ...order } = template.rows[0]
  for (let each = 0; each < 1005; each++)
    await insert(pool, 'orders', { ...order, status: 'new', deleted_at: null, warehouse_id: warehouseIds[2] })
  const list = await done<Work>('GET', `/work-list?warehouse_id=${warehouseIds[2]}&date=2026-11-30`)
  expect([list.total, list.orders.length]).toEqual([1005, 1000])
})
