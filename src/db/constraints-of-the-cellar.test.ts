// The rules that the database keeps by itself, whatever code writes to it: orders, putaways, bottles and the ledger.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const tables = ['orders', 'order_lines', 'order_files', 'putaways', 'putaway_lines', 'bottles', 'stock_moves']

test.each(tables)('%s takes a good row', async (table) => {
  expect(await refusalOfRow(table)).toBeUndefined()
})

// Table, column, least and most characters, or elements, that it takes.
test.each([
  ['orders', 'first_name', 0, 100],
  ['orders', 'last_name', 0, 100],
  ['orders', 'company', 0, 200],
  ['orders', 'street1', 0, 200],
  ['orders', 'street2', 0, 200],
  ['orders', 'city', 0, 100],
  ['orders', 'zipcode', 0, 20],
  ['orders', 'phone', 0, 50],
  ['orders', 'email', 0, 254],
  ['orders', 'vat_number', 0, 50],
  ['orders', 'address_detail', 0, 1000],
  ['orders', 'comment', 0, 5000],
  ['orders', 'reference', 0, 200],
  ['orders', 'hold_reason', 0, 500],
  ['order_files', 'name', 1, 255],
  ['putaways', 'shipper', 0, 200],
  ['putaways', 'reference', 0, 200],
  ['putaways', 'remarks', 0, 2000],
  ['bottles', 'detail', 0, 1000],
  ['stock_moves', 'comment', 0, 1000],
] as const)('%s.%s holds %d to %d characters', async (table, column, least, most) => {
  const of = (length: number) => refusalOfRow(table, { [column]: '\u{1f377}'.repeat(length) })
  expect(await of(most)).toBeUndefined()
  expect(await of(most + 1)).toBe(`${table}_${column}_check`)
  if (least > 0) expect(await of(least - 1)).toBe(`${table}_${column}_check`)
})

const arrival = { status: 'arrived', arrived_at: 'now', received_by: 'Sam', parcels: 2 }
const delivery = {
  handover: 'delivery',
  company: 'x',
  street1: 'x',
  city: 'x',
  zipcode: 'x',
  country: 'FR',
}

test.each<[string, string, Record<string, unknown>, string | undefined]>([
  ['a status that there is not', 'orders', { status: 'lost' }, 'orders_status_check'],
  ['an origin that there is not', 'orders', { origin: 'fax' }, 'orders_origin_check'],
  ['a handover that there is not', 'orders', { ...delivery, handover: 'throw' }, 'orders_handover_check'],
  ['a half day that there is not', 'orders', { half_day: 'noon' }, 'orders_half_day_check'],
  ['a country in words', 'orders', { country: 'France' }, 'orders_country_check'],
  ['a delivery on a Saturday', 'orders', { delivery_date: '2026-11-21' }, 'orders_delivery_date_check'],
  [
    'a preparation on a Sunday',
    'orders',
    { preparation_date: '2026-11-15' },
    'orders_preparation_date_check',
  ],
  [
    'a preparation after the delivery',
    'orders',
    { preparation_date: '2026-11-18' },
    'prepared_before_delivered',
  ],
  ['half a window', 'orders', { window_start: '09:00' }, 'window_is_whole'],
  ['a window backwards', 'orders', { window_start: '12:00', window_end: '09:00' }, 'window_is_whole'],
  ['a pick-up that was shipped', 'orders', { status: 'shipped' }, 'status_fits_handover'],
  ['a delivery that was withdrawn', 'orders', { ...delivery, status: 'withdrawn' }, 'status_fits_handover'],
  [
    'a deletion in preparation',
    'orders',
    { status: 'ready', deleted_at: 'now' },
    'only_new_orders_are_deleted',
  ],
  [
    'a hold on what has left',
    'orders',
    { ...delivery, status: 'shipped', hold_reason: 'x' },
    'held_before_it_leaves',
  ],
  ['a delivery to nobody', 'orders', { ...delivery, company: null }, 'delivery_has_recipient'],
  [
    'a delivery to half a name',
    'orders',
    { ...delivery, company: null, first_name: 'x' },
    'delivery_has_recipient',
  ],
  ['a delivery to nowhere', 'orders', { ...delivery, street1: null }, 'delivery_has_recipient'],
  [
    "another account's parent",
    'orders',
    { account_id: ids.other, parent_id: ids.orderId },
    'orders_account_id_parent_id_fkey',
  ],
  ['a line of no bottle', 'order_lines', { quantity: 0 }, 'order_lines_quantity_check'],
  ['a line of a format of 31 l', 'order_lines', { format_ml: 31_000 }, 'order_lines_format_ml_check'],
  ['a line of a box that there is not', 'order_lines', { box_code: 'NONE' }, 'order_lines_box_code_fkey'],
  [
    "a line of another account's order",
    'order_lines',
    { account_id: ids.other },
    'order_lines_account_id_order_id_fkey',
  ],
  ['an empty file', 'order_files', { size_bytes: 0 }, 'order_files_size_bytes_check'],
  ['a putaway status that there is not', 'putaways', { status: 'gone' }, 'putaways_status_check'],
  ['a validation without a time', 'putaways', { status: 'validated' }, 'validated_has_a_time'],
  ['a time without a validation', 'putaways', { validated_at: 'now' }, 'validated_has_a_time'],
  ['an expectation of eternity', 'putaways', { expected_on: 'infinity' }, 'putaways_expected_on_check'],
  [
    'an arrival that nobody received',
    'putaways',
    { ...arrival, received_by: '' },
    'putaways_received_by_check',
  ],
  ['an arrival of no parcel', 'putaways', { ...arrival, parcels: 0 }, 'putaways_parcels_check'],
  ['half an arrival', 'putaways', { ...arrival, parcels: null }, 'arrival_is_whole'],
  [
    'an arrival that is still to come',
    'putaways',
    { ...arrival, status: 'announced' },
    'announced_has_not_arrived',
  ],
  ['a count of what has not arrived', 'putaways', { counted_at: 'now' }, 'counted_once_arrived'],
  [
    'a count of what was refused',
    'putaways',
    { ...arrival, status: 'refused', counted_at: 'now' },
    'counted_once_arrived',
  ],
  ['a refusal without words', 'putaways', { status: 'refused', refusal: '' }, 'putaways_refusal_check'],
  ['a refusal of what was not refused', 'putaways', { refusal: 'wet' }, 'only_refused_has_a_refusal'],
  ['less than no broken bottle', 'putaway_lines', { broken: -1 }, 'putaway_lines_broken_check'],
  ['an announcement below 0', 'putaway_lines', { announced: -1 }, 'putaway_lines_announced_check'],
  ['a reception below 0', 'putaway_lines', { received: -1 }, 'putaway_lines_received_check'],
  ['a putaway line of 0 ml', 'putaway_lines', { format_ml: 0 }, 'putaway_lines_format_ml_check'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

describe('a bottle', () => {
  const nowhere = { warehouse_id: null, location_id: null }
  test.each<[string, Record<string, unknown>, string | undefined]>([
    ['in a state that there is not', { state: 'drunk' }, 'bottles_state_check'],
    ['of 0 ml', { format_ml: 0 }, 'bottles_format_ml_check'],
    ['stored nowhere', nowhere, 'stored_has_a_place'],
    ['stored since never', { stored_at: null }, 'stored_since'],
    ['gone and still there', { state: 'gone' }, 'stored_has_a_place'],
    [
      'in a warehouse without a location',
      { ...nowhere, state: 'gone', warehouse_id: rows.bottles?.warehouse_id },
      'place_is_whole',
    ],
    [
      'at a location of another warehouse',
      { warehouse_id: 999_999 },
      'bottles_warehouse_id_location_id_fkey',
    ],
    [
      'announced and ordered',
      { ...nowhere, state: 'announced', order_id: ids.orderId },
      'announced_is_not_ordered',
    ],
    [
      "ordered by another account's order",
      { account_id: ids.other, order_id: ids.orderId },
      'bottles_account_id_order_id_fkey',
    ],
    ['in a box that there is not', { box_code: 'NONE' }, 'bottles_box_code_fkey'],
    ['picked for no order', { picked_at: 'now' }, 'only_reserved_is_picked'],
  ])('%s is refused', async (_what, change, expected) => {
    expect(await refusalOfRow('bottles', change)).toBe(expected)
  })

  /** Gives the bottle to one order after another; null gives it back. */
  const passOn = (...orders: (number | null)[]) =>
    refusalOf(async (db) => {
      for (const order of orders)
        await db.query('update bottles set order_id = $1 where id = $2', [order, ids.bottleId])
    })

  test('that one order holds cannot be given to another', async () => {
    expect(await passOn(ids.orderId, ids.otherOrderId)).toBe('23P01')
  })

  test('that was released can be given to another, and to the same order again', async () => {
    expect(await passOn(ids.orderId, ids.orderId, null, ids.otherOrderId)).toBeUndefined()
  })
})

describe('the ledger', () => {
  const [here, there, order_id] = [ids.here, ids.there, ids.orderId]
  const places = (kind: string, from: number | null, to: number | null, more = {}) => ({
    kind,
    from_location_id: from,
    to_location_id: to,
    ...more,
  })

  test.each<[string, Record<string, unknown>, boolean]>([
    ['announced', places('announced', null, null), true],
    ['announced to a place', places('announced', null, here), false],
    ['refused', places('refused', null, null), true],
    ['refused from a place', places('refused', here, null), false],
    ['missing', places('missing', null, null), true],
    ['missing from a place', places('missing', here, null), false],
    ['missing to a place', places('missing', null, here), false],
    ['received', places('received', null, here), true],
    ['received from a place', places('received', there, here), false],
    ['received nowhere', places('received', null, null), false],
    ['found', places('found', null, here), true],
    ['found nowhere', places('found', null, null), false],
    ['moved', places('moved', here, there), true],
    ['moved out', places('moved', here, null), false],
    ['reserved where it lies', places('reserved', here, here, { order_id }), true],
    ['reserved elsewhere', places('reserved', here, there, { order_id }), false],
    ['released where it lies', places('released', here, here, { order_id }), true],
    ['released elsewhere', places('released', null, here, { order_id }), false],
    ['shipped', places('shipped', here, null, { order_id }), true],
    ['shipped to a place', places('shipped', here, there, { order_id }), false],
    ['withdrawn', places('withdrawn', here, null, { order_id }), true],
    ['lost', places('lost', here, null), true],
    ['lost from outside', places('lost', null, null), false],
  ])('%s', async (_what, change, taken) => {
    expect(await refusalOfRow('stock_moves', change)).toBe(taken ? undefined : 'places_fit_kind')
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a kind that there is not', places('drunk', here, null), 'stock_moves_kind_check'],
    ['a reservation without an order', places('reserved', here, here), 'order_fits_kind'],
    ['an order for a move', places('moved', here, there, { order_id }), 'order_fits_kind'],
    ["another account's bottle", { account_id: ids.other }, 'stock_moves_account_id_bottle_id_fkey'],
  ])('refuses %s', async (_what, change, expected) => {
    expect(await refusalOfRow('stock_moves', change)).toBe(expected)
  })

  test.each([
    ['UPDATE', `update stock_moves set comment = 'x'`],
    ['UPDATE of no row', `update stock_moves set comment = 'x' where false`],
    ['DELETE', 'delete from stock_moves'],
    ['TRUNCATE', 'truncate stock_moves'],
    ['TRUNCATE of what it refers to', 'truncate bottles cascade'],
    [
      'an upsert',
      `insert into stock_moves overriding system value select * from stock_moves
       on conflict (account_id, id) do update set comment = 'x'`,
    ],
    ['a MERGE', 'merge into stock_moves m using stock_moves n on m.id = n.id when matched then delete'],
  ])('refuses %s', async (_what, sql) => {
    const change = refusalOf(async (db) => {
      await insert(db, 'stock_moves', rows.stock_moves ?? {})
      await db.query(sql)
    })
    expect(await change).toBe('23001')
  })
})

testEveryCheckTried(tables)
