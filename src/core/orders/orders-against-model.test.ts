import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { linesIn, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { type Goods, StockModel } from '../../../test/support/stock-model.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller } from '../deps.ts'
import { Refusal } from '../problems.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import type { OrderLine } from './new-order.ts'
import type { Order } from './order.ts'
import { findOrder, listOrders } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, addOwner, store, freeBottles } = await orderCellar(pool)

const goods: Goods[] = [
  { wineId, formatMl: 750, boxCode: '' },
  { wineId, formatMl: 750, boxCode: 'CBO6' },
  { wineId: otherWineId, formatMl: 750, boxCode: '' },
]

const anyLines = fc.array(
  fc
    .tuple(fc.constantFrom(...goods), fc.integer({ min: 1, max: 5 }))
    .map(([each, quantity]): OrderLine => ({ ...each, quantity })),
  { minLength: 1, maxLength: 4 },
)
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('create' as const),
      lines: anyLines,
      partial: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('edit' as const),
      which: fc.nat(),
      lines: anyLines,
      partial: fc.boolean(),
      part: fc.constantFrom('loose' as const, 'boxed' as const, 'both' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('delete' as const), which: fc.nat() }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never
const anyShelf = fc.record({
  content: fc.constantFrom(...goods),
  warehouse: fc.nat(2),
  count: fc.integer({ min: 1, max: 4 }),
  year: fc.integer({ min: 2015, max: 2025 }),
})

const isBoxed = ({ boxCode }: Goods) => boxCode !== ''

/** Undefined for a refusal because of the stock; anything else that goes wrong is not caught. */
const unlessShort = (attempt: Promise<{ order: Order }>): Promise<Order | undefined> =>
  attempt.then(
    ({ order }) => order,
    (error: unknown) => {
      if (error instanceof Refusal && error.problem.code === 'not_enough_bottles') return undefined
      throw error
    },
  )

async function take(owner: Caller, model: StockModel, drawn: Step): Promise<void> {
  if (drawn.verb === 'create') {
    const { lines, partial } = drawn
    const expected = model.outcome(lines, partial)
    const order = await unlessShort(createOrder(deps, owner, pickup(lines, { allowPartial: partial })))
    expect(order && linesIn(order)).toEqual(expected)
    if (order && expected) model.write(order.id, expected)
    return
  }
  const ids = [...model.orders.keys()]
  const id = ids[drawn.which % ids.length]
  if (id === undefined) return
  if (drawn.verb === 'delete') {
    await deleteOrder(deps, owner, id)
    model.remove(id)
    return
  }
  const held = model.orders.get(id) ?? []
  const loose = drawn.part === 'boxed' ? undefined : drawn.lines.filter((each) => !isBoxed(each))
  const boxed = drawn.part === 'loose' ? undefined : drawn.lines.filter(isBoxed)
  const after = [...(loose ?? held.filter((each) => !isBoxed(each))), ...(boxed ?? held.filter(isBoxed))]
  if (after.length === 0) return
  const expected = model.outcome(after, drawn.partial, held)
  const order = await unlessShort(
    editOrder(deps, owner, id, {
      ...(loose && { looseLines: loose }),
      ...(boxed && { boxedLines: boxed }),
      allowPartial: drawn.partial,
      recipient: {},
    }),
  )
  expect(order && linesIn(order)).toEqual(expected)
  if (expected) model.write(id, expected)
}

/** A split order is told by its children; together they are the whole, each in a warehouse of its own. */
function expectWhole({ children, lines }: Order): void {
  if (children.length === 0) return
  expect(children.length).toBeGreaterThan(1)
  expect(new Set(children.map(({ warehouse }) => warehouse.id)).size).toBe(children.length)
  const count = (order: Pick<Order, 'lines'>) => order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  expect(children.reduce((sum, child) => sum + count(child), 0)).toBe(count({ lines }))
}

async function expectAlike({ accountId }: Caller, model: StockModel): Promise<void> {
  const { total } = await listOrders(db, accountId, { page: 1, count: 30 })
  expect(total).toBe(model.orders.size)
  for (const [id, lines] of model.orders) {
    const order = await findOrder(db, accountId, id)
    expect(order && linesIn(order)).toEqual(lines)
    if (order) expectWhole(order)
  }
  expect(await freeBottles(accountId)).toHaveLength(model.freeCount())
  expect((await verifyLedger(db)).discrepancies).toEqual([])
}

test('any sequence of orders, edits and deletes leaves what simple arithmetic leaves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyShelf, { minLength: 1, maxLength: 8 }),
      fc.array(anyStep, { minLength: 1, maxLength: 12 }),
      async (shelves, steps) => {
        const owner = await addOwner()
        const model = new StockModel()
        for (const { content, warehouse, count, year } of shelves) {
          await store(owner.accountId, { ...content, warehouse, count, storedAt: `${year}-05-04T09:00:00Z` })
          model.store({ ...content, quantity: count })
        }
        for (const drawn of steps) await take(owner, model, drawn)
        await expectAlike(owner, model)
      },
    ),
    { seed: 20261116, numRuns: 25 },
  )
})
