// The owner over v1 and the warehouse over its own API want the same order, or the same bottle, at the same moment.
import { afterEach, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar, type Shelf } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, db, deps, pool } = await operatorService()
const { wineId, store } = await orderCellar(pool)
const rounds = 25

let owners = 0
async function ownerOf(...shelves: Shelf[]) {
  const { accountId, keys } = await openAccount(deps, `racer${owners++}@example.com`)
  const stored: number[][] = []
  for (const shelf of shelves) stored.push(await store(accountId, shelf))
  const bottles = (quantity: number) => ({ bottles: { [wineId]: { '0.75': quantity } } })
  const create = (quantity: number) =>
    call('POST', '/v1/get-out-requests', { keys, body: { ...bottles(quantity), half_day: 'am' } })
  const place = async (quantity: number) => ((await create(quantity)).body as { id: number }).id
  const edit = (id: number, quantity: number) =>
    call('PUT', `/v1/get-out-requests/${id}`, { keys, body: bottles(quantity) })
  const remove = (id: number) => call('DELETE', `/v1/get-out-requests/${id}`, { keys })
  const find = (id: number) => call('GET', `/v1/get-out-requests/${id}`, { keys })
  return { accountId, keys, stored, create, place, edit, remove, find }
}
const start = (id: number) => operate('POST', `/orders/${id}/start`)
/** Both at once, in either order. */
async function together<T>(one: () => Promise<T>, other: () => Promise<T>, round: number): Promise<[T, T]> {
  if (round % 2 === 0) return Promise.all([one(), other()])
  const [second, first] = await Promise.all([other(), one()])
  return [first, second]
}

afterEach(async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test("an owner's deletion against the start of the preparation: exactly one wins", async () => {
  const owner = await ownerOf({ count: 2 * rounds })
  for (let round = 0; round < rounds; round++) {
    const id = await owner.place(2)
    const [removed, started] = await together(
      () => owner.remove(id),
      () => start(id),
      round,
    )
    const both = `${outcome(removed)}, ${outcome(started)}`
    expect(['200 ok, 404 not_found', '409 order_not_editable, 200 ok']).toContain(both)
    expect((await owner.find(id)).status).toBe(both.startsWith('200') ? 404 : 200)
  }
})

test("an owner's edit against the start: it is in before, or it is refused", async () => {
  const owner = await ownerOf({ count: 5 * rounds })
  for (let round = 0; round < rounds; round++) {
    const id = await owner.place(2)
    const [edited, started] = await together(
      () => owner.edit(id, 3),
      () => start(id),
      round,
    )
    expect(outcome(started)).toBe('200 ok')
    expect(['200 ok', '409 order_not_editable']).toContain(outcome(edited))
    expect((await owner.find(id)).body).toMatchObject({
      'status-name': 'STATUS_PROCESSING',
      'bottle-quantity': edited.status === 200 ? 3 : 2,
    })
  }
})

test('an edit that splits the order against the start: exactly one wins', async () => {
  for (let round = 0; round < rounds; round++) {
    const owner = await ownerOf({ count: 2 }, { count: 2, warehouse: 1 })
    const id = await owner.place(2)
    const [edited, started] = await together(
      () => owner.edit(id, 3),
      () => start(id),
      round,
    )
    expect(['200 ok, 409 step_not_possible', '409 order_not_editable, 200 ok']).toContain(
      `${outcome(edited)}, ${outcome(started)}`,
    )
  }
})

test('an edit or deletion of a split order against the start of a part: exactly one wins', async () => {
  for (let round = 0; round < rounds; round++) {
    const owner = await ownerOf({ count: 3 }, { count: 3, warehouse: 1 })
    const id = await owner.place(4)
    const { children } = await done<{ children: { id: number }[] }>('GET', `/orders/${id}`)
    const part = children[round % 2]?.id ?? 0
    const [changed, started] = await together(
      () => (round % 3 === 0 ? owner.remove(id) : owner.edit(id, 5)),
      () => start(part),
      round,
    )
    expect(['200 ok, 404 not_found', '409 order_not_editable, 200 ok']).toContain(
      `${outcome(changed)}, ${outcome(started)}`,
    )
  }
})

test('a free bottle that is scanned for an order and ordered by its owner goes to one of them', async () => {
  for (let round = 0; round < rounds; round++) {
    const owner = await ownerOf({ count: 2 })
    const id = await owner.place(1)
    const [, free = 0] = owner.stored[0] ?? []
    await start(id)
    const [scanned, created] = await together(
      () => operate('POST', `/orders/${id}/picks`, { body: { scan: `B${free}` } }),
      () => owner.create(1),
      round,
    )
    expect(created.status).toBe(201)
    expect(['200 ok', '409 wrong_bottle']).toContain(outcome(scanned))
    const { id: other } = created.body as { id: number }
    const held = async (order: number) =>
      (await done<{ bottles: { id: number }[] }>('GET', `/orders/${order}`)).bottles.map((each) => each.id)
    expect([...(await held(id)), ...(await held(other))].toSorted((a, b) => a - b)).toEqual(owner.stored[0])
  }
})

test('a replacement for a lost bottle and an order for it: the bottle goes to one of them', async () => {
  for (let round = 0; round < rounds; round++) {
    const owner = await ownerOf({ count: 3 })
    const id = await owner.place(2)
    await start(id)
    const [lost, created] = await together(
      () =>
        operate('POST', `/orders/${id}/losses`, {
          body: { bottle_id: owner.stored[0]?.[0], reason: 'missing' },
        }),
      () => owner.create(1),
      round,
    )
    const { short } = lost.body as { short: number }
    expect([`0 400 bottle_not_found`, '1 201 ok']).toContain(`${short} ${outcome(created)}`)
  }
})

test('two scanners at one order count every bottle once', async () => {
  const owner = await ownerOf({ count: 12 })
  const id = await owner.place(12)
  await start(id)
  const scans = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      operate('POST', `/orders/${id}/picks`, {
        body: index % 2 ? { scan: 'A-01' } : { scan: `B${owner.stored[0]?.[index / 2]}` },
      }),
    ),
  )
  expect(scans.filter(({ status }) => status === 200)).toHaveLength(12)
  expect(scans.every((scan) => ['200 ok', '409 wrong_bottle'].includes(outcome(scan)))).toBe(true)
  const list = await done<{ picked_count: number; stops: unknown[] }>('GET', `/orders/${id}/pick-list`)
  expect([list.picked_count, list.stops]).toEqual([12, []])
})
