// The rules that the database keeps by itself: hours and slots, merged wines, locations out of use.
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { goodRows } from '../../test/support/good-rows.ts'
import { refusals } from '../../test/support/refusals.ts'
import { insert } from '../../test/support/small-cellar.ts'

const { deps, pool } = await testDatabase()
const { rows, ids } = await goodRows(deps, pool)
const warehouseId = await insert(pool, 'warehouses', { ...rows.warehouses, name: 'With times' })
const otherId = await insert(pool, 'warehouses', { ...rows.warehouses, name: 'Without' })
const hours = { warehouse_id: warehouseId, weekday: 1, opens: '08:00', closes: '12:00' }
const slot = { warehouse_id: warehouseId, handover: 'pickup', position: 1, starts: '08:00', ends: '12:00' }
await insert(pool, 'warehouse_hours', hours)
await insert(pool, 'warehouse_slots', slot)
rows.warehouse_hours = { ...hours, opens: '12:00', closes: '17:00' }
rows.warehouse_slots = { ...slot, position: 2, starts: '12:00', ends: '18:00' }
const { refusalOf, refusalOfRow, testEveryCheckTried } = await refusals(pool, rows)
const tables = ['warehouse_hours', 'warehouse_slots']

test.each<[string, string, Record<string, unknown>]>([
  ['hours after those that are there', 'warehouse_hours', {}],
  ['the same hours on another day', 'warehouse_hours', { ...hours, weekday: 2 }],
  ['the same hours on the day before', 'warehouse_hours', { ...hours, weekday: 7 }],
  ['the same hours of another warehouse', 'warehouse_hours', { ...hours, warehouse_id: otherId }],
  ['the whole of another day', 'warehouse_hours', { ...hours, weekday: 2, opens: '00:00', closes: '24:00' }],
  ['a slot after the one that is there', 'warehouse_slots', {}],
  ['the same slot of the other kind', 'warehouse_slots', { ...slot, handover: 'delivery' }],
  ['the same slot of another warehouse', 'warehouse_slots', { ...slot, warehouse_id: otherId }],
])('takes %s', async (_what, table, change) => {
  expect(await refusalOfRow(table, change)).toBeUndefined()
})

test.each<[string, string, Record<string, unknown>, string]>([
  ['an eighth weekday', 'warehouse_hours', { weekday: 8 }, 'warehouse_hours_weekday_check'],
  ['hours that run backwards', 'warehouse_hours', { opens: '18:00' }, 'opens_before_it_closes'],
  ['seconds of opening', 'warehouse_hours', { opens: '12:00:01' }, 'hours_are_whole_minutes'],
  ['seconds of closing', 'warehouse_hours', { closes: '17:00:00.5' }, 'hours_are_whole_minutes'],
  ['hours that overlap', 'warehouse_hours', { opens: '11:59' }, 'hours_do_not_overlap'],
  ['hours within others', 'warehouse_hours', { opens: '09:00', closes: '10:00' }, 'hours_do_not_overlap'],
  ['hours of no warehouse', 'warehouse_hours', { warehouse_id: 0 }, 'warehouse_hours_warehouse_id_fkey'],
  ['another way to hand over', 'warehouse_slots', { handover: 'drone' }, 'warehouse_slots_handover_check'],
  ['a slot without a rank', 'warehouse_slots', { position: 0 }, 'warehouse_slots_position_check'],
  ['two first slots', 'warehouse_slots', { position: 1 }, 'warehouse_slots_pkey'],
  ['a slot that runs backwards', 'warehouse_slots', { starts: '18:00' }, 'starts_before_it_ends'],
  ['seconds of a slot', 'warehouse_slots', { ends: '18:00:30' }, 'slots_are_whole_minutes'],
  ['slots that overlap', 'warehouse_slots', { starts: '11:00' }, 'slots_do_not_overlap'],
])('refuses %s', async (_what, table, change, expected) => {
  expect(await refusalOfRow(table, change)).toBe(expected)
})

describe('merged wines', async () => {
  const addWine = () => insert(pool, 'wines', rows.wines ?? {})
  const [survivor, merged, other] = [await addWine(), await addWine(), await addWine()]
  const merge = 'update wines set merged_into_id = $2 where id = $1'
  await pool.query(merge, [merged, survivor])

  test.each([
    ['into itself', other, other, 'merged_into_another'],
    ['into none', other, 987_654, 'wines_merged_into_id_fkey'],
    ['into a merged one', other, merged, 'merged_in_one_step'],
    ['away from those that were merged into it', survivor, other, 'merged_in_one_step'],
  ])('a wine is not merged %s', async (_what, wineId, intoId, expected) => {
    expect(await refusalOf((db) => db.query(merge, [wineId, intoId]))).toBe(expected)
  })

  test('a wine takes those that were merged into it along', async () => {
    const along = 'update wines set merged_into_id = $2 where id = $1 or merged_into_id = $1'
    expect(await refusalOf((db) => db.query(along, [survivor, other]))).toBeUndefined()
  })

  test.each(['bottles', 'putaway_lines', 'wine_comments', 'wine_prices'])(
    'nothing new is written of it in %s',
    async (table) => {
      expect(await refusalOfRow(table, { wine_id: survivor })).toBeUndefined()
      expect(await refusalOfRow(table, { wine_id: merged })).toBe('40001')
    },
  )
})

describe('locations out of use', async () => {
  await pool.query('update locations set deactivated_at = now() where id = $1', [ids.there])

  test('take no new bottle and none from elsewhere', async () => {
    expect(await refusalOfRow('bottles', { location_id: ids.there })).toBe('40001')
    const move = 'update bottles set location_id = $2 where id = $1'
    expect(await refusalOf((db) => db.query(move, [ids.bottleId, ids.there]))).toBe('40001')
  })

  test('hold no bottles', async () => {
    const close = 'update locations set deactivated_at = now() where id = $1'
    expect(await refusalOf((db) => db.query(close, [ids.here]))).toBe('only_empty_is_deactivated')
  })

  test('may be reserved from, should one hold a bottle after all', async () => {
    const change = async (sql: string) => refusalOf((db) => db.query(sql, [ids.bottleId, ids.orderId]))
    expect(await change('update bottles set order_id = $2 where id = $1')).toBeUndefined()
  })
})

test.each([`delete from box_codes where code = ''`, `update box_codes set label = 'x' where code = ''`])(
  'the code of loose bottles stays: %s',
  async (sql) => {
    expect(await refusalOf((db) => db.query(sql))).toBe('23001')
  },
)

testEveryCheckTried(tables)
