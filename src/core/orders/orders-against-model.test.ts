import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { linesIn, orderCellar, pickup, type Shelf } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller } from '../deps.ts'
import { Refusal } from '../problems.ts'
import { createOrder } from './create-order.ts'
import { deleteOrder } from './delete-order.ts'
import { editOrder } from './edit-order.ts'
import { type OrderLine, sumLines } from './new-order.ts'
import type { Order } from './order.ts'
import { findOrder, listOrders } from './order-reads.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, otherWineId, addOwner, store, freeBottles } = await orderCellar(pool)

type Goods = Omit<OrderLine, 'quantity'>
const goods: Goods[] = [
  { wineId, formatMl: 750, boxCode: '' },
  { wineId, formatMl: 750, boxCode: 'CBO6' },
  { wineId: otherWineId, formatMl: 750, boxCode: '' },
]
const keyOf = ({ wineId: wine, formatMl, boxCode }: Goods) => `${wine} ${formatMl} ${boxCode}`

type Quantities = Map<string, number>
const quantitiesOf = (lines: readonly OrderLine[]): Quantities =>
  new Map(lines.map((each) => [keyOf(each), each.quantity]))

/** The whole of the stock rules in numbers: what is free, and what each order holds. */
class Model {
  readonly free: Quantities
  readonly orders = new Map<number, OrderLine[]>()
  constructor(free: Quantities) {
    this.free = free
  }
  /** What an order for these lines gets, when `own` is given back first; undefined when it is refused. */
  outcome(lines: readonly OrderLine[], allowPartial: boolean, own: readonly OrderLine[] = []) {
    const held = quantitiesOf(own)
    const got = sumLines(lines).map((asked) => {
      const there = (this.free.get(keyOf(asked)) ?? 0) + (held.get(keyOf(asked)) ?? 0)
      return { ...asked, asked: asked.quantity, quantity: Math.min(there, asked.quantity) }
    })
    const isShort = got.some(({ asked, quantity }) => quantity < asked)
    const taken = got.filter(({ quantity }) => quantity > 0).map(({ asked: _, ...each }) => each)
    return isShort && (!allowPartial || taken.length === 0) ? undefined : taken
  }
  write(id: number, lines: OrderLine[]): void {
    this.remove(id)
    this.orders.set(id, lines)
    this.#add(lines, -1)
  }
  remove(id: number): void {
    this.#add(this.orders.get(id) ?? [], 1)
    this.orders.delete(id)
  }
  #add(lines: readonly OrderLine[], sign: 1 | -1): void {
    for (const each of lines)
      this.free.set(keyOf(each), (this.free.get(keyOf(each)) ?? 0) + sign * each.quantity)
  }
}

const linesArbitrary = fc.array(
  fc.record({ kind: fc.nat(goods.length - 1), quantity: fc.integer({ min: 1, max: 5 }) }),
  { minLength: 1, maxLength: 4 },
)
const asLines = (drawn: { kind: number; quantity: number }[]): OrderLine[] =>
  drawn.flatMap(({ kind, quantity }) => {
    const each = goods[kind]
    return each ? [{ ...each, quantity }] : []
  })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('create' as const),
      lines: linesArbitrary,
      partial: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('edit' as const),
      which: fc.nat(),
      lines: linesArbitrary,
      partial: fc.boolean(),
      part: fc.constantFrom('loose' as const, 'boxed' as const, 'both' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('delete' as const), which: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const shelfArbitrary = fc.record({
  kind: fc.nat(goods.length - 1),
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

async function take(owner: Caller, model: Model, drawn: Step): Promise<void> {
  if (drawn.verb === 'create') {
    const lines = asLines(drawn.lines)
    const expected = model.outcome(lines, drawn.partial)
    const order = await unlessShort(createOrder(deps, owner, pickup(lines, { allowPartial: drawn.partial })))
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
  const asked = asLines(drawn.lines)
  const loose = drawn.part === 'boxed' ? undefined : asked.filter((each) => !isBoxed(each))
  const boxed = drawn.part === 'loose' ? undefined : asked.filter(isBoxed)
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

async function expectAlike({ accountId }: Caller, model: Model): Promise<void> {
  const { total } = await listOrders(db, accountId, { page: 1, count: 30 })
  expect(total).toBe(model.orders.size)
  for (const [id, lines] of model.orders) {
    const order = await findOrder(db, accountId, id)
    expect(order && linesIn(order)).toEqual(lines)
    if (order) expectWhole(order)
  }
  const left = [...model.free.values()].reduce((sum, count) => sum + count, 0)
  expect(await freeBottles(accountId)).toHaveLength(left)
  expect((await verifyLedger(db)).discrepancies).toEqual([])
}

test('any sequence of orders, edits and deletes leaves what simple arithmetic leaves', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(shelfArbitrary, { minLength: 1, maxLength: 8 }),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (shelves, steps) => {
        const owner = await addOwner()
        const free: Quantities = new Map()
        for (const { kind, warehouse, count, year } of shelves) {
          const each = goods[kind]
          if (!each) continue
          const shelf: Shelf = { ...each, warehouse, count, storedAt: `${year}-05-04T09:00:00Z` }
          await store(owner.accountId, shelf)
          free.set(keyOf(each), (free.get(keyOf(each)) ?? 0) + count)
        }
        const model = new Model(free)
        for (const drawn of steps) await take(owner, model, drawn)
        await expectAlike(owner, model)
      },
    ),
    { seed: 20261116, numRuns: 40 },
  )
})
