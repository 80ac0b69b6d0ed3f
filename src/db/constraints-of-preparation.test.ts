// The rules that the database keeps by itself: what the warehouse notes on an order, and what an order lost.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const at = '2026-11-16T09:00:00Z'
const order = { account_id: ids.accountId, order_id: ids.orderId }
const ownRows = {
  ...rows,
  preparations: order,
  order_shortages: {
    ...order,
    wine_id: rows.order_lines?.wine_id,
    format_ml: 750,
    box_code: '',
    quantity: 1,
    reason: 'missing',
    reported_by: 'Sam',
    created_at: at,
  },
}
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, ownRows)
const tables = ['preparations', 'order_shortages']

const claim = { picker_id: rows.operator_tokens?.staff_id, picker_name: 'Sam', started_at: at }
const packing = { ready_at: at, parcels: 1, weight_grams: 9000 }
const shipment = { carrier: 'Chrono', shipped_at: at }
const delivered = { delivered_on: '2026-11-17', delivery_remark: 'x' }
const collection = { collected_by: 'Zoé', withdrawn_at: at }
const hold = { held_by: 'Sam', held_at: at }

test.each<[string, string, Record<string, unknown>]>([
  ['nothing yet', 'preparations', {}],
  ['a delivery', 'preparations', { ...claim, ...packing, ...shipment, ...delivered }],
  ['a pick-up', 'preparations', { ...claim, ...packing, ...collection }],
  ['work that no person began', 'preparations', { ...claim, picker_id: null }],
  ['a hold', 'preparations', hold],
  ['a shortage', 'order_shortages', {}],
])('takes %s', async (_what, table, row) => {
  expect(await refusalOfRow(table, row)).toBeUndefined()
})

test.each([
  ['picker_name', claim, 300],
  ['carrier', shipment, 100],
  ['delivery_remark', delivered, 1000],
  ['collected_by', collection, 200],
  ['held_by', hold, 300],
] as const)('preparations.%s holds 1 to as many characters as it should', async (column, row, most) => {
  const of = (length: number) =>
    refusalOfRow('preparations', { ...row, [column]: '\u{1f377}'.repeat(length) })
  expect(await of(most)).toBeUndefined()
  expect(await of(most + 1)).toBe(`preparations_${column}_check`)
  expect(await of(0)).toBe(`preparations_${column}_check`)
})

test.each<[string, Record<string, unknown>, string]>([
  ['a picker without a name', { picker_id: claim.picker_id }, 'claim_is_whole'],
  ['a claim without a time', { picker_name: 'Sam' }, 'claim_is_whole'],
  ['a picker that there is not', { ...claim, picker_id: 999_999 }, 'preparations_picker_id_fkey'],
  ['no parcel', { ...packing, parcels: 0 }, 'preparations_parcels_check'],
  ['a weight of nothing', { ...packing, weight_grams: 0 }, 'preparations_weight_grams_check'],
  ['parcels that nobody packed', { parcels: 1 }, 'packing_is_whole'],
  ['a weight of no parcel', { weight_grams: 1 }, 'packing_is_whole'],
  ['a carrier without a shipment', { carrier: 'Chrono' }, 'shipment_is_whole'],
  ['a delivery for ever', { delivered_on: 'infinity' }, 'preparations_delivered_on_check'],
  ['a remark on no delivery', { delivery_remark: 'x' }, 'remark_is_on_a_delivery'],
  ['a collection by nobody', { withdrawn_at: at }, 'collection_is_whole'],
  ['what left both ways', { ...shipment, ...collection }, 'leaves_one_way'],
  ['a hold by nobody', { held_at: at }, 'hold_is_whole'],
  ["another account's order", { account_id: ids.other }, 'preparations_account_id_order_id_fkey'],
])('refuses %s', async (_what, change, expected) => {
  expect(await refusalOfRow('preparations', change)).toBe(expected)
})

test.each<[string, Record<string, unknown>, string]>([
  ['of no bottle', { quantity: 0 }, 'order_shortages_quantity_check'],
  ['of 0 ml', { format_ml: 0 }, 'order_shortages_format_ml_check'],
  ['for another reason', { reason: 'drunk' }, 'order_shortages_reason_check'],
  ['with a long comment', { comment: 'x'.repeat(501) }, 'order_shortages_comment_check'],
  ['told by nobody', { reported_by: '' }, 'order_shortages_reported_by_check'],
  ['of a box that there is not', { box_code: 'NONE' }, 'order_shortages_box_code_fkey'],
  ['of a wine that there is not', { wine_id: 999_999 }, 'order_shortages_wine_id_fkey'],
  ["of another account's order", { account_id: ids.other }, 'order_shortages_account_id_order_id_fkey'],
])('refuses a shortage %s', async (_what, change, expected) => {
  expect(await refusalOfRow('order_shortages', change)).toBe(expected)
})

test('an order has one preparation', async () => {
  const twice = refusalOf(async (db) => {
    for (let each = 0; each < 2; each++)
      await db.query('insert into preparations (account_id, order_id) values ($1, $2)', [
        ids.accountId,
        ids.orderId,
      ])
  })
  expect(await twice).toBe('preparations_pkey')
})

testEveryCheckTried(tables)
