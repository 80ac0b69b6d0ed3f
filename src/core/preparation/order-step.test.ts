// Every verb in every status, for deliveries and pick-ups: what happens, or which refusal.
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { refusalOf, warehouseFloor } from '../../../test/support/warehouse-floor.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { nextStatuses, type Order, type OrderStatus } from '../orders/order.ts'
import { findOrder } from '../orders/order-reads.ts'
import { holdOrder, releaseHold } from './hold-order.ts'
import { makeReady } from './make-ready.ts'
import { possibleSteps } from './order-step.ts'
import { pickByScan, unpickBottle } from './pick-by-scan.ts'
import { startPreparation, stopPreparation, takeOver } from './prepare-order.ts'
import { reportLoss } from './report-loss.ts'
import { deliverOrder, shipOrder, withdrawOrder } from './send-order.ts'

const { deps, db, pool } = await testDatabase()
const { ana, orderedWhole, advance, pickAll } = await warehouseFloor(deps, pool)

type Standing = `${Order['handover']} ${OrderStatus}`
type Prepared = Awaited<ReturnType<typeof orderedWhole>>
const [no, held] = ['step_not_possible', 'order_on_hold']

const standings: Standing[] = [
  'delivery new',
  'delivery processing',
  'delivery ready',
  'delivery shipped',
  'delivery delivered',
  'pickup new',
  'pickup processing',
  'pickup ready',
  'pickup withdrawn',
]

const verbs: Record<string, (order: Prepared) => Promise<unknown>> = {
  start: ({ id }) => startPreparation(deps, ana, id),
  'take over': ({ id }) => takeOver(deps, ana, id),
  pick: ({ id, bottleIds }) => pickByScan(deps, ana, id, { scan: `B${bottleIds[0]}` }),
  unpick: ({ id, bottleIds }) => unpickBottle(deps, ana, id, bottleIds[0] ?? 0),
  lose: ({ id, bottleIds }) =>
    reportLoss(deps, ana, id, { bottleId: bottleIds[0] ?? 0, reason: 'broken', comment: '' }),
  stop: ({ id }) => stopPreparation(deps, ana, id),
  ready: async ({ id, owner }) => {
    await pickAll(owner.accountId, id).catch(() => {})
    await makeReady(deps, ana, id, {})
  },
  ship: ({ id }) => shipOrder(deps, ana, id, { carrier: 'Chrono', trackingNumbers: [] }),
  deliver: ({ id }) => deliverOrder(deps, ana, id, {}),
  withdraw: ({ id }) => withdrawOrder(deps, ana, id, 'Zoé'),
  hold: ({ id }) => holdOrder(deps, ana, id, 'Adresse à confirmer'),
  release: ({ id }) => releaseHold(deps, ana, id),
}

// The status afterwards, or the refusal. Columns are the standings above.
const table: Record<keyof typeof verbs, readonly string[]> = {
  start: ['processing', no, no, no, no, 'processing', no, no, no],
  'take over': [no, 'processing', no, no, no, no, 'processing', no, no],
  pick: [no, 'processing', no, no, no, no, 'processing', no, no],
  unpick: [no, 'wrong_bottle', no, no, no, no, 'wrong_bottle', no, no],
  lose: [no, 'processing', no, no, no, no, 'processing', no, no],
  stop: [no, 'new', no, no, no, no, 'new', no, no],
  ready: [no, 'ready', no, no, no, no, 'ready', no, no],
  ship: [no, no, 'shipped', no, no, no, no, no, no],
  deliver: [no, no, no, 'delivered', no, no, no, no, no],
  withdraw: [no, no, no, no, no, no, no, 'withdrawn', no],
  hold: ['new', 'processing', 'ready', no, no, 'new', 'processing', 'ready', no],
  release: [no, no, no, no, no, no, no, no, no],
}

async function standingOrder(standing: Standing): Promise<Prepared> {
  const [handover, status] = standing.split(' ') as [Order['handover'], OrderStatus]
  const prepared = await orderedWhole([{ count: 2 }], handover)
  await advance(prepared.owner.accountId, prepared.id, status)
  return prepared
}

describe.each(standings.map((standing, column) => ({ standing, column })))('$standing', (at) => {
  test.each(Object.keys(verbs))('%s', async (verb) => {
    const prepared = await standingOrder(at.standing)
    const before = await checksumOf(pool)
    const run = verbs[verb]?.(prepared) ?? expect.fail(verb)
    const expected = table[verb]?.[at.column] ?? expect.fail(verb)
    if (expected.includes('_')) {
      const { code, message } = await refusalOf(run)
      expect(code).toBe(expected)
      expect(message).toMatch(code === no ? new RegExp(`Order ${prepared.id} is `) : /./)
      expect(await checksumOf(pool)).toEqual(before)
    } else {
      await run
      const order = await findOrder(db, prepared.owner.accountId, prepared.id)
      expect(order?.status).toBe(expected)
    }
  })
})

describe('on hold', () => {
  // Holding is possible in these; what goes on, and what does not.
  const whileHeld: Record<string, readonly string[]> = {
    start: [held, no, no, held, no, no],
    'take over': [no, 'processing', no, no, 'processing', no],
    pick: [no, 'processing', no, no, 'processing', no],
    lose: [no, 'processing', no, no, 'processing', no],
    stop: [no, 'new', no, no, 'new', no],
    ready: [no, held, no, no, held, no],
    ship: [no, no, held, no, no, no],
    deliver: [no, no, no, no, no, no],
    withdraw: [no, no, no, no, no, held],
    hold: ['new', 'processing', 'ready', 'new', 'processing', 'ready'],
    release: ['new', 'processing', 'ready', 'new', 'processing', 'ready'],
  }
  const holdable = standings.filter((each) => /new|processing|ready/.test(each))

  describe.each(holdable.map((standing, column) => ({ standing, column })))('$standing', (at) => {
    test.each(Object.keys(whileHeld))('%s', async (verb) => {
      const prepared = await standingOrder(at.standing)
      await holdOrder(deps, ana, prepared.id, 'Adresse à confirmer')
      const run = verbs[verb]?.(prepared) ?? expect.fail(verb)
      const expected = whileHeld[verb]?.[at.column] ?? expect.fail(verb)
      if (expected.includes('_')) expect((await refusalOf(run)).code).toBe(expected)
      else {
        await run
        const order = await findOrder(db, prepared.owner.accountId, prepared.id)
        expect(order).toMatchObject({
          status: expected,
          holdReason: verb === 'release' ? null : 'Adresse à confirmer',
        })
      }
    })
  })

  test('the refusal tells the reason', async () => {
    const { id } = await standingOrder('delivery new')
    await holdOrder(deps, ana, id, 'Adresse à confirmer')
    expect((await refusalOf(startPreparation(deps, ana, id))).message).toBe(
      `Order ${id} is on hold: Adresse à confirmer. Release the hold before going on.`,
    )
  })
})

test('a jump names the present status and what is possible', async () => {
  const ready = await standingOrder('pickup ready')
  expect((await refusalOf(startPreparation(deps, ana, ready.id))).message).toBe(
    `Order ${ready.id} is ready and cannot become processing. As a pick-up it can now become withdrawn.`,
  )
  const fresh = await standingOrder('delivery processing')
  const ship = shipOrder(deps, ana, fresh.id, { carrier: 'x', trackingNumbers: [] })
  expect((await refusalOf(ship)).message).toBe(
    `Order ${fresh.id} is processing and cannot become shipped. As a delivery it can now become ready or new.`,
  )
  const gone = await standingOrder('pickup withdrawn')
  expect((await refusalOf(stopPreparation(deps, ana, gone.id))).message).toContain('It is at its end')
})

test('what is possible is the table of the statuses, but for the way out that does not fit the handover', () => {
  for (const status of Object.keys(nextStatuses) as OrderStatus[])
    for (const handover of ['pickup', 'delivery'] as const) {
      const wrongWay = handover === 'pickup' ? 'shipped' : 'withdrawn'
      expect(possibleSteps({ id: 1, status, handover })).toEqual(
        nextStatuses[status].filter((next) => next !== wrongWay),
      )
    }
})

test('after all of it the ledger holds', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})
