import { expect, test } from 'vitest'
import { billingCellar } from '../../../test/support/billing-cellar.ts'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { delivery, line, pickup } from '../../../test/support/order-cellar.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { announceInvoice } from '../invoices/announce-invoice.ts'
import { type BookedInvoice, getBookedInvoice } from '../invoices/booked-invoice.ts'
import { creditInvoice } from '../invoices/credit-invoice.ts'
import { deleteDraft } from '../invoices/delete-draft.ts'
import { addDraftLine } from '../invoices/edit-draft.ts'
import { validateInvoice } from '../invoices/validate-invoice.ts'
import { runBilling } from './run-billing.ts'

const { deps, db, pool, clock } = await testDatabase()
const cellar = await billingCellar(deps, pool)
clock.now = new Date('2026-12-02T09:00:00+01:00')
const paris = { country: 'FR', zipcode: '75008' }

const bill = (month: string, dryRun = false) => runBilling(deps, { month, dryRun })
const draftsOf = async (accountId: number): Promise<BookedInvoice[]> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from invoices where account_id = $1 and kind = 'invoice' order by id`,
    [accountId],
  )
  return Promise.all(rows.map(({ id }) => getBookedInvoice(db, id)))
}
const linesOf = (invoice: BookedInvoice | undefined) =>
  invoice?.lines.map(({ label, quantity, unitPrice, amount }) => [label, Number(quantity), unitPrice, amount])
/** Bottles since long ago, an order that left in October, one in November, and goods that came in in October. */
async function busyOwner() {
  const owner = await cellar.billedOwner()
  const { accountId } = owner
  await cellar.store(accountId, { count: 30 })
  const first = await cellar.orderOut(
    owner,
    delivery([line(cellar.wineId, 7)], paris),
    '2026-10-20T10:00:00+02:00',
  )
  const second = await cellar.orderOut(owner, pickup([line(cellar.wineId, 3)]), '2026-11-03T10:00:00+01:00')
  const putaway = await cellar.putaway(accountId, 12, '2026-10-07T10:00:00+02:00')
  return { owner, accountId, first, second, putaway }
}

test('a month has storage, putaways, preparation, packaging and deliveries, each by its rate', async () => {
  const { accountId, first, putaway } = await busyOwner()
  expect(await bill('2026-10')).toMatchObject({ made: 1, renewed: 0, unchanged: 0, failed: 0 })
  const [draft] = await draftsOf(accountId)
  expect(linesOf(draft)).toEqual([
    // 30 bottles over 31 days, less 7 bottles over the twelve evenings from the 20th on.
    ['Storage of 0.75 l bottles, October 2026, bottle-days', 30 * 31 - 7 * 12, '0.0048', '4.06'],
    ['Putaway, per bottle received', 12, '0.3200', '3.84'],
    ['Preparation, per order', 1, '2.5000', '2.50'],
    ['Preparation, per bottle', 7, '0.8500', '5.95'],
    ['Packaging, per parcel', 2, '2.8500', '5.70'],
    [`Delivery of order ${first}, 2026-10-20`, 1, '12.9000', '12.90'],
  ])
  expect(draft).toMatchObject({
    state: 'draft',
    month: '2026-10-01',
    subtotal: '34.95',
    vat: '6.99',
    total: '41.94',
    orders: [{ orderId: first, leftOn: '2026-10-20', bottleCount: 7, parcelCount: 2, deliveryCost: '12.90' }],
    putaways: [{ putawayId: putaway, validatedOn: '2026-10-07', bottleCount: 12 }],
  })
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('run again it finds everything unchanged, and a dry run tells without writing', async () => {
  const { accountId } = await busyOwner()
  await bill('2026-10')
  const before = await checksumOf(pool)
  expect(await bill('2026-10')).toMatchObject({ made: 0, renewed: 0, failed: 0 })
  const dry = await bill('2026-11', true)
  expect(dry).toMatchObject({ dryRun: true, failed: 0 })
  expect(dry.made).toBeGreaterThan(0)
  expect(Number(dry.subtotal)).toBeGreaterThan(0)
  expect(await checksumOf(pool)).toEqual(before)
  expect(await draftsOf(accountId)).toHaveLength(1)
})

test('what a month has already billed is not billed again: not by the next, not when run at once, not once validated', async () => {
  const { accountId, first, second } = await busyOwner()
  await bill('2026-10')
  await bill('2026-11')
  const [october, november] = await draftsOf(accountId)
  expect(october?.orders.map(({ orderId }) => orderId)).toEqual([first])
  expect(november?.orders.map(({ orderId }) => orderId)).toEqual([second])
  expect(november?.lines.map(({ source }) => source)).not.toContain('delivery')
  await validateInvoice(deps, october?.id ?? 0)
  await Promise.all([bill('2026-10'), bill('2026-11'), bill('2026-10')])
  const { rows } = await pool.query('select order_id from invoice_orders where account_id = $1 order by 1', [
    accountId,
  ])
  expect(rows).toEqual([{ order_id: first }, { order_id: second }])
  expect((await draftsOf(accountId)).map(({ total }) => total)).toEqual([october?.total, november?.total])
})

test('a deleted draft gives its orders free, and the next run bills them wherever they are open', async () => {
  const { accountId, first, second, putaway } = await busyOwner()
  await bill('2026-10')
  const [october] = await draftsOf(accountId)
  await deleteDraft(deps, october?.id ?? 0)
  expect(await draftsOf(accountId)).toEqual([])
  await bill('2026-11')
  const [november] = await draftsOf(accountId)
  expect(november?.orders.map(({ orderId }) => orderId)).toEqual([first, second])
  expect(november?.putaways.map(({ putawayId }) => putawayId)).toEqual([putaway])
  await bill('2026-10')
  const [, again] = await draftsOf(accountId)
  expect(again?.orders).toEqual([])
  expect(again?.lines.map(({ source }) => source)).toEqual(['storage'])
})

test('drafts are computed anew and keep what somebody wrote on them', async () => {
  const { owner, accountId } = await busyOwner()
  await bill('2026-10')
  const [draft] = await draftsOf(accountId)
  const discount = { productId: null, label: 'Discount', quantity: '1', unitPrice: '-5', vatPercent: '20' }
  await addDraftLine(deps, draft?.id ?? 0, discount)
  const late = await cellar.orderOut(owner, pickup([line(cellar.wineId, 2)]), '2026-10-30T10:00:00+01:00')
  expect(await bill('2026-10')).toMatchObject({ made: 0, renewed: 1 })
  const [renewed, ...others] = await draftsOf(accountId)
  expect(others).toEqual([])
  expect(renewed?.id).toBe(draft?.id)
  expect(renewed?.orders.map(({ orderId }) => orderId)).toContain(late)
  expect(renewed?.lines.at(-1)).toMatchObject({ label: 'Discount', amount: '-5.00', source: null })
  expect(await bill('2026-10')).toMatchObject({ made: 0, renewed: 0 })
})

test('runs at the same time make one draft of an account and month', async () => {
  const owners = await Promise.all([busyOwner(), busyOwner(), busyOwner()])
  const runs = await Promise.all(Array.from({ length: 4 }, () => bill('2026-10')))
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(3)
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0, 0])
  for (const { accountId } of owners) expect(await draftsOf(accountId)).toHaveLength(1)
})

test('an account that cannot be billed keeps no other from it', async () => {
  const [bad, good] = [await busyOwner(), await busyOwner()]
  await pool.query(
    `create function refuse_one() returns trigger language plpgsql as $$
     begin raise exception 'the books of this account are closed'; end $$;
     create trigger refuse_one before insert on invoices for each row when (new.account_id = ${bad.accountId})
     execute function refuse_one()`,
  )
  const run = await bill('2026-10')
  expect(run).toMatchObject({ failed: 1, made: 1 })
  expect(run.failures).toEqual([{ accountId: bad.accountId, reason: 'the books of this account are closed' }])
  expect(await draftsOf(good.accountId)).toHaveLength(1)
  await pool.query('drop function refuse_one cascade')
  expect(await bill('2026-10')).toMatchObject({ failed: 0, made: 1 })
})

test('an invoice that its owner sees while it grows is renewed in place, and they are told', async () => {
  const { owner, accountId } = await busyOwner()
  await bill('2026-10')
  const [draft] = await draftsOf(accountId)
  await announceInvoice(deps, draft?.id ?? 0)
  await cellar.orderOut(owner, pickup([line(cellar.wineId, 1)]), '2026-10-31T10:00:00+01:00')
  await bill('2026-10')
  expect(await draftsOf(accountId)).toMatchObject([{ id: draft?.id, state: 'ongoing' }])
  const { rows } = await pool.query(
    `select change from events where account_id = $1 and subject = 'invoice' order by id`,
    [accountId],
  )
  expect(rows.map(({ change }) => change)).toEqual(['create', 'update'])
})

test('an invoice that was credited whole is billed again only when that was asked for', async () => {
  const [kept, freed] = [await busyOwner(), await busyOwner()]
  await bill('2026-10')
  for (const [{ accountId }, billAgain] of [
    [kept, false],
    [freed, true],
  ] as const) {
    const [draft] = await draftsOf(accountId)
    await validateInvoice(deps, draft?.id ?? 0)
    await creditInvoice(deps, draft?.id ?? 0, { lines: null, billAgain })
  }
  expect(await bill('2026-10')).toMatchObject({ made: 1 })
  expect(await draftsOf(kept.accountId)).toHaveLength(1)
  const [cancelled, again] = await draftsOf(freed.accountId)
  expect(cancelled).toMatchObject({ state: 'cancelled', orders: [] })
  expect(again).toMatchObject({ state: 'draft', total: cancelled?.total })
})

test('what was settled outside of the service is never billed, neither by a first draft nor by a renewed one', async () => {
  const { accountId, first, putaway } = await busyOwner()
  await pool.query('insert into invoice_orders (account_id, order_id) values ($1, $2)', [accountId, first])
  await pool.query('insert into invoice_putaways (account_id, putaway_id) values ($1, $2)', [
    accountId,
    putaway,
  ])
  for (const outcome of ['made', 'unchanged'] as const) {
    const run = await bill('2026-10')
    expect(run.failed).toBe(0)
    expect(run[outcome]).toBeGreaterThan(0)
    const [draft] = await draftsOf(accountId)
    expect(draft?.lines.map(({ source }) => source)).toEqual(['storage'])
  }
})

test('parts of a split order are billed one by one, each with a delivery of its own', async () => {
  const owner = await cellar.billedOwner()
  await cellar.store(owner.accountId, { count: 2, warehouse: 0 })
  await cellar.store(owner.accountId, { count: 9, warehouse: 1 })
  const whole = await cellar.orderOut(
    owner,
    delivery([line(cellar.wineId, 11)], paris),
    '2026-10-10T10:00:00+02:00',
  )
  await bill('2026-10')
  const [draft] = await draftsOf(owner.accountId)
  expect(draft?.orders.map(({ bottleCount, parcelCount }) => [bottleCount, parcelCount])).toEqual(
    expect.arrayContaining([
      [2, 1],
      [9, 2],
    ]),
  )
  expect(draft?.orders.map(({ orderId }) => orderId)).not.toContain(whole)
  expect(draft?.lines.filter(({ source }) => source === 'delivery').map(({ amount }) => amount)).toEqual(
    expect.arrayContaining(['9.90', '12.90']),
  )
})

test('parcels that were counted when it was packed are billed as they were', async () => {
  const owner = await cellar.billedOwner()
  await cellar.store(owner.accountId, { count: 7 })
  const orderId = await cellar.orderOut(owner, pickup([line(cellar.wineId, 7)]), '2026-10-10T10:00:00+02:00')
  await pool.query(
    `insert into preparations (account_id, order_id, ready_at, parcels) values ($1, $2, '2026-10-09', 3)`,
    [owner.accountId, orderId],
  )
  await bill('2026-10')
  expect((await draftsOf(owner.accountId))[0]?.orders).toMatchObject([{ parcelCount: 3 }])
})

test('a month that is not over is refused, and so is one that is none', async () => {
  await expect(bill('2026-12')).rejects.toMatchObject({ code: 'period_not_over' })
  for (const month of ['2026-13', '0000-01', '1999-12'])
    await expect(bill(month)).rejects.toMatchObject({ problem: { code: 'fields_invalid' } })
  clock.now = new Date('2026-10-31T23:59:59.999+01:00')
  await expect(bill('2026-10')).rejects.toMatchObject({ code: 'period_not_over' })
  clock.now = new Date('2026-11-01T00:00:00+01:00')
  await expect(bill('2026-10', true)).resolves.toMatchObject({ month: '2026-10' })
  clock.now = new Date('2026-12-02T09:00:00+01:00')
})
