// Every change is told in its own transaction, with the record as it then was, in an order that skips nothing.
import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction } from '../../../test/support/open-transaction.ts'
import { line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import type { Caller } from '../deps.ts'
import { createOrder } from '../orders/create-order.ts'
import { deleteOrder } from '../orders/delete-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { isBeyond, readPresentCursor } from './cursor.ts'
import { type AccountEvent, listEventsAfter } from './event-reads.ts'
import { numberEventsOn } from './number-on.ts'

const { deps, db, pool } = await testDatabase()
const cellar = await orderCellar(pool)
const { wineId, otherWineId, addOwner, store } = cellar

const since = (accountId: number, cursor?: string) => listEventsAfter(db, accountId, cursor, 100)
/** As many as there must be. Transactions of other test files, which share the server, may hold them back for a moment. */
const come = (count: number, accountId: number, cursor?: string) =>
  vi.waitFor(
    async () => {
      const events = await since(accountId, cursor)
      expect(events).toHaveLength(count)
      return events
    },
    { timeout: 20_000, interval: 20 },
  )
const told = (events: AccountEvent[]) => events.map(({ subject, change }) => `${subject}.${change}`)
const free = (events: AccountEvent[]) =>
  events.flatMap((event) =>
    event.subject === 'stock' ? [event.record.packings.map(({ quantity }) => quantity).join()] : [],
  )

describe('an order', () => {
  test('is told when it is made, changed and deleted, each time as every reader sees it', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 6 })
    const [stored] = await come(1, owner.accountId)
    expect(stored).toMatchObject({
      subject: 'stock',
      record: { wine: { id: wineId }, packings: [{ boxCode: '', quantity: 6 }] },
    })

    const { order } = await createOrder(deps, owner, pickup([line(wineId, 2)]))
    const made = await come(2, owner.accountId, stored?.cursor)
    expect(told(made).toSorted()).toEqual(['order.create', 'stock.update'])
    expect(made.find(({ subject }) => subject === 'order')?.record).toEqual(order)
    expect(free(made)).toEqual(['4'])

    const { order: edited } = await editOrder(deps, owner, order.id, {
      allowPartial: false,
      recipient: {},
      comment: 'Ring twice',
    })
    const [change] = await come(1, owner.accountId, made.at(-1)?.cursor)
    expect(change).toMatchObject({ subject: 'order', change: 'update', changed: ['comment'], record: edited })

    const before = await findOrder(db, owner.accountId, order.id)
    await deleteOrder(deps, owner, order.id)
    const gone = await come(2, owner.accountId, change?.cursor)
    expect(told(gone).toSorted()).toEqual(['order.delete', 'stock.update'])
    expect(gone.find(({ subject }) => subject === 'order')?.record).toEqual(before)
    expect(free(gone)).toEqual(['6'])
  })

  test('over two warehouses is told with its parts', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 2, warehouse: 0 })
    await store(owner.accountId, { count: 2, warehouse: 1 })
    const { order } = await createOrder(deps, owner, pickup([line(wineId, 4)]))
    const events = await come(5, owner.accountId)
    const made = events.filter(({ subject }) => subject === 'order')
    expect(made).toMatchObject([{ change: 'create', record: { id: order.id } }])
    expect(made[0]?.record).toEqual(order)
    expect(order.children).toHaveLength(2)
    // The last bottle is gone, and the wine is still told.
    expect(free(events).at(-1)).toBe('')
  })

  test('that is refused tells nothing', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 1 })
    const before = await come(1, owner.accountId)
    await expect(createOrder(deps, owner, pickup([line(wineId, 2)]))).rejects.toThrow()
    await expect(
      db.transaction(async (within) => {
        await createOrder({ ...deps, db: within }, owner, pickup([line(wineId, 1)]))
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    const { rows } = await pool.query('select id from events where account_id = $1', [owner.accountId])
    expect(rows).toEqual(before.map(({ id }) => ({ id })))
  })
})

describe('stock', () => {
  const take = (within: typeof deps, owner: Caller) => createOrder(within, owner, pickup([line(wineId, 1)]))
  const quantities = (events: AccountEvent[]) => free(events).map(Number)

  test('is told as it was, however late', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 10 })
    for (let each = 0; each < 3; each++) await take(deps, owner)
    expect(quantities(await come(7, owner.accountId))).toEqual([10, 9, 8, 7])
  })

  test('is told as it is when several changed it at the same time, and none saw the others', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 10 })
    const [stored] = await come(1, owner.accountId)
    const open = [
      await openTransaction(deps, (within) => take(within, owner)),
      await openTransaction(deps, (within) => take(within, owner)),
    ]
    await take(deps, owner)
    for (const each of open.toReversed()) await each.commit()
    expect(quantities(await come(6, owner.accountId, stored?.cursor))).toEqual([7, 7, 7])
  })

  test('ends with what is free when one took long and many others did not see it', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 40 })
    const slow = await openTransaction(deps, (within) => take(within, owner))
    for (let each = 0; each < 20; each++) await take(deps, owner)
    await slow.commit()
    expect(quantities(await come(43, owner.accountId)).at(-1)).toBe(19)
  })

  test('ends with what is free after many orders at once', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 30 })
    await Promise.all(Array.from({ length: 12 }, () => take(deps, owner)))
    expect(quantities(await come(25, owner.accountId)).at(-1)).toBe(18)
  })
})

describe('the cursor', () => {
  test('never skips an event that was written early and committed late', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 1 })
    const [first] = await come(1, owner.accountId)
    const slow = await pool.connect()
    await slow.query('begin')
    const insert = (wine: number) =>
      `insert into events (account_id, subject, change, subject_id, record, created_at)
       values (${owner.accountId}, 'stock', 'update', ${wine}, '{}', now())`
    await slow.query(insert(wineId))
    await pool.query(insert(otherWineId))
    // The quick one is committed and has to wait for the slow one all the same.
    expect(await since(owner.accountId, first?.cursor)).toEqual([])
    await slow.query('commit')
    slow.release()
    await come(2, owner.accountId, first?.cursor)
  })

  test('gives each event once, whatever the page', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 9 })
    for (let count = 0; count < 5; count++) await createOrder(deps, owner, pickup([line(wineId, 1)]))
    const all = await come(11, owner.accountId)
    const pages: AccountEvent[] = []
    for (;;) {
      const page = await listEventsAfter(db, owner.accountId, pages.at(-1)?.cursor, 2)
      if (page.length === 0) break
      pages.push(...page)
    }
    expect(pages).toEqual(all)
  })

  test('goes on in a server that counts its transactions anew, as after a dump was restored', async () => {
    const owner = await addOwner()
    await store(owner.accountId, { count: 1 })
    const [first] = await come(1, owner.accountId)
    const ahead = 5_000_000_000n
    await pool.query('update events set written_by = $2::text::xid8 where account_id = $1', [
      owner.accountId,
      ahead,
    ])
    expect(await since(owner.accountId)).toEqual([])
    // Whoever read on after the backup was made holds a cursor beyond everything in it.
    const lost = `${ahead + 5000n}-9`
    await Promise.all([numberEventsOn(db), numberEventsOn(db)])
    expect(await numberEventsOn(db)).toBe(0)
    await store(owner.accountId, { count: 1 })
    const [restored, next] = await come(2, owner.accountId)
    expect([restored?.id, restored?.cursor]).toEqual([first?.id, `${ahead}-${first?.id}`])
    for (const cursor of [restored?.cursor, lost])
      expect(await come(1, owner.accountId, cursor)).toEqual([next])
    expect(isBeyond(await readPresentCursor(db), next?.cursor ?? '')).toBe(true)
  })

  test('shows nobody else’s', async () => {
    const [owner, stranger] = [await addOwner(), await addOwner()]
    await store(owner.accountId, { count: 1 })
    await come(1, owner.accountId)
    expect(await since(stranger.accountId)).toEqual([])
  })
})
