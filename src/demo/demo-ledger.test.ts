import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { verifyLedger } from '../core/cellar/verify-ledger.ts'
import { seedDemo } from './seed-demo.ts'

const { db, pool, deps } = await testDatabase()
await seedDemo(deps)

const count = async (sql: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*) from ${sql}`)
  return Number(rows[0]?.count)
}

test('boxes are whole, on one shelf and in one order', async () => {
  const torn = `(select from bottles b join box_codes c on c.code = b.box_code where state = 'stored'
    group by account_id, wine_id, format_ml, box_code, location_id, order_id, bottle_count
    having count(*) % bottle_count <> 0) t`
  expect(await count(torn)).toBe(0)
})

test('a putaway line is counted as its bottles are', async () => {
  const counted = `(select b.account_id, b.putaway_id, b.wine_id, b.format_ml, b.box_code,
      count(*) as announced, count(m.id) as received
    from bottles b left join stock_moves m
      on m.account_id = b.account_id and m.bottle_id = b.id and m.kind = 'received'
    where b.putaway_id is not null group by 1, 2, 3, 4, 5)`
  const wrong = `(select l.*, p.status from putaways p
      join putaway_lines l on l.account_id = p.account_id and l.putaway_id = p.id) l
    full join ${counted} c using (account_id, putaway_id, wine_id, format_ml, box_code)
    where c.announced is distinct from l.announced
      or l.received is distinct from case when l.status = 'validated' then c.received end`
  expect(await count(wrong)).toBe(0)
  expect(await count('putaway_lines where received < announced')).toBeGreaterThan(2)
})

test('an order line is counted as its bottles are, and the split order as its two parts', async () => {
  const lines = `order_lines l join orders o on o.account_id = l.account_id and o.id = l.order_id`
  const bottlesOf = `(select count(*) from bottles b where (b.account_id, b.order_id, b.wine_id, b.format_ml, b.box_code)
    = (l.account_id, l.order_id, l.wine_id, l.format_ml, l.box_code))`
  const isParent = `exists (select from orders c where c.account_id = o.account_id and c.parent_id = o.id)`
  expect(
    await count(`${lines} where deleted_at is null and not ${isParent} and quantity <> ${bottlesOf}`),
  ).toBe(0)
  expect(await count(`${lines} where (deleted_at is not null or ${isParent}) and ${bottlesOf} > 0`)).toBe(0)

  const { rows: family } = await pool.query(`select o.id, o.parent_id, o.status, o.warehouse_id,
      (select sum(quantity)::int from order_lines l where l.account_id = o.account_id and l.order_id = o.id) as quantity
    from orders o where parent_id is not null or ${isParent} order by id`)
  const [parent, first, second] = family
  expect(family).toHaveLength(3)
  expect(parent).toMatchObject({ status: 'processing', parent_id: null, warehouse_id: first?.warehouse_id })
  expect(first).toMatchObject({ status: 'ready', parent_id: parent?.id })
  expect(second).toMatchObject({ status: 'processing', parent_id: parent?.id })
  expect(first?.warehouse_id).not.toBe(second?.warehouse_id)
  expect(Number(first?.quantity) + Number(second?.quantity)).toBe(parent?.quantity)
})

test('the bottles can be rebuilt from the ledger', async () => {
  const rebuilt = `
    select m.account_id, m.id, m.wine_id, m.format_ml,
      case m.last_kind when 'announced' then 'announced' when 'refused' then 'gone' when 'lost' then 'gone'
        when 'shipped' then 'gone' when 'withdrawn' then 'gone' else 'stored' end as state,
      l.warehouse_id, m.location_id, case when m.last_claim <> 'released' then m.last_order_id end as order_id,
      m.putaway_id, m.stored_at, m.created_at, m.updated_at
    from (
      select account_id, bottle_id as id, min(wine_id) as wine_id, min(format_ml) as format_ml,
        (array_agg(kind order by id desc))[1] as last_kind,
        (array_agg(to_location_id order by id desc))[1] as location_id,
        (array_agg(kind order by id desc) filter (where order_id is not null))[1] as last_claim,
        (array_agg(order_id order by id desc) filter (where order_id is not null))[1] as last_order_id,
        (array_agg(putaway_id order by id))[1] as putaway_id,
        min(created_at) filter (where kind in ('received', 'found')) as stored_at,
        min(created_at) as created_at, max(created_at) as updated_at
      from stock_moves group by account_id, bottle_id) m
    left join locations l on l.id = m.location_id`
  const kept = `select account_id, id, wine_id, format_ml, state, warehouse_id, location_id, order_id, putaway_id,
    stored_at, created_at, updated_at from bottles`
  expect(await count(`((${rebuilt}) except (${kept})) d`)).toBe(0)
  expect(await count(`((${kept}) except (${rebuilt})) d`)).toBe(0)
})

test('the service’s own check finds nothing', async () => {
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('every life is unbroken and begins with an announcement or a find', async () => {
  const steps = `(select kind, from_location_id, created_at,
      lag(id) over life as former, lag(to_location_id) over life as former_place,
      lag(created_at) over life as former_time, lag(kind) over life as former_kind
    from stock_moves window life as (partition by account_id, bottle_id order by id)) s`
  expect(await count(`${steps} where from_location_id is distinct from former_place`)).toBe(0)
  expect(await count(`${steps} where created_at < former_time`)).toBe(0)
  expect(await count(`${steps} where (former is null) <> (kind in ('announced', 'found'))`)).toBe(0)
  expect(await count(`${steps} where former_kind in ('refused', 'shipped', 'withdrawn', 'lost')`)).toBe(0)
  expect(await count(`${steps} where kind in ('shipped', 'withdrawn') and former_kind <> 'reserved'`)).toBe(0)
  expect(await count('(select distinct kind from stock_moves) k')).toBe(10)
})

test.each([
  'wines',
  'putaways',
  'orders',
  'bottles',
  'stock_moves',
  'invoices',
  'addresses',
  'wine_comments',
  'wine_prices',
])('the ids of %s tell their order in time, and nothing is of today', async (table) => {
  const steps = `(select created_at, lag(created_at) over (order by id) as former from ${table}) s`
  expect(await count(`${steps} where created_at < former`)).toBe(0)
  expect(await count(`${table} where created_at >= '2026-11-16T00:00:00+01:00'`)).toBe(0)
})
