import { createHash } from 'node:crypto'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { digest, passwordMatches } from '../core/accounts/secrets.ts'
import { type DemoCredentials, seedDemo } from './seed-demo.ts'

const { pool, deps, clock } = await testDatabase()
const twin = await testDatabase()
let credentials: DemoCredentials

beforeAll(async () => {
  credentials = await seedDemo(deps)
  // The same day, seen in the evening.
  twin.clock.now = new Date(clock.now.getTime() + 8 * 3_600_000)
  await seedDemo(twin.deps)
})

const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await pool.query(sql)).rows
const values = async (sql: string): Promise<unknown[]> =>
  (await rows(sql)).map((row) => Object.values(row)[0])
const count = async (sql: string): Promise<number> => Number((await values(`select count(*) from ${sql}`))[0])

test('the installation remembers the seed', async () => {
  expect(await values('select demo_seeded_at from installation')).toEqual([clock.now])
})

test('two owners and an operator can sign in with what was told', async () => {
  expect(credentials.owners).toHaveLength(2)
  const secret = deps.settings.secret
  for (const owner of credentials.owners) {
    const { rows: people } = await pool.query(
      `select p.password_hash, k.secret_hash, t.token_hash, k.rights from people p
       join access_keys k on k.person_id = p.id join bearer_tokens t on t.person_id = p.id
       where p.email = $1 and k.access_key = $2`,
      [owner.email, owner.accessKey],
    )
    expect(people[0]).toMatchObject({
      secret_hash: digest(secret, owner.secretKey),
      token_hash: digest(secret, owner.bearerToken),
      rights: 'write',
    })
    expect(owner.password.length).toBeGreaterThanOrEqual(20)
    expect(await passwordMatches(owner.password, people[0].password_hash)).toBe(true)
  }
  const { email, password, token } = credentials.operator
  const { rows: staff } = await pool.query(
    'select s.role, s.password_hash, t.token_hash from staff s join operator_tokens t on t.staff_id = s.id where email = $1',
    [email],
  )
  expect(staff[0]).toMatchObject({ role: 'admin', token_hash: digest(secret, token) })
  expect(await passwordMatches(password, staff[0].password_hash)).toBe(true)
})

test('the catalogue is wide', async () => {
  expect(await count('wines')).toBe(300)
  expect(await count('(select distinct country, region from wines) r')).toBeGreaterThan(20)
  expect((await values('select distinct color from wines')).sort()).toEqual([
    'Blanc',
    'Effervescent',
    'Liquoreux',
    'Rosé',
    'Rouge',
  ])
  expect(await count('warehouses')).toBe(3)
  expect(await values('select count(*) from locations group by warehouse_id')).toEqual([40, 40, 40])
  expect(await values('select count(*) from warehouse_hours group by warehouse_id')).toEqual([10, 10, 10])
  expect(await values('select count(*) from warehouse_slots group by warehouse_id')).toEqual([4, 4, 4])
  expect(await count(`wines where ranking is null`)).toBeGreaterThan(50)
  expect(await count(`wines where description is null`)).toBeGreaterThan(50)
  expect(await count(`wines where vintage = 0`)).toBeGreaterThan(5)
})

test('each owner has a cellar of its own', async () => {
  const sizes = await values('select count(*) from bottles group by account_id order by account_id')
  expect(sizes).toEqual([expect.closeTo(2050, -2), expect.closeTo(1350, -2)])
  for (const state of ['announced', 'stored', 'gone'])
    expect(await count(`(select distinct account_id from bottles where state = '${state}') s`)).toBe(2)
  expect(await values(`select distinct format_ml from bottles where state = 'stored' order by 1`)).toEqual([
    330, 375, 500, 750, 1500, 3000, 6000,
  ])
  expect(await count('bottles where format_ml = 750')).toBeGreaterThan(2500)
  expect(await count('bottles where detail is not null')).toBeGreaterThan(20)
  expect(await count(`(select distinct box_code from bottles where state = 'stored') b`)).toBeGreaterThan(6)
})

test('putaways and orders are there in every status, for both owners', async () => {
  expect(await count('(select distinct account_id, status from putaways) s')).toBe(8)
  expect(await count(`putaways where status = 'validated'`)).toBe(25)
  expect(await count('(select distinct account_id, status from orders) s')).toBe(12)
  expect(await count(`(select distinct handover, half_day from orders) s`)).toBe(4)
  expect(await count('orders where hold_reason is not null')).toBe(1)
  expect(await count('orders where deleted_at is not null')).toBe(1)
  expect(await count(`orders where handover = 'delivery' and country <> 'FR'`)).toBeGreaterThan(3)
  expect(
    await count(`orders where (status in ('shipped', 'delivered')) <> (cardinality(tracking_numbers) > 0)`),
  ).toBe(0)
})

test('open orders are due from today on, closed ones are past', async () => {
  expect(
    await count(`orders where (status in ('new', 'processing', 'ready')) <> (delivery_date >= '2026-11-16')`),
  ).toBe(0)
  expect(await count(`orders where status = 'new' and preparation_date < '2026-11-16'`)).toBe(0)
  expect(await count('orders where preparation_date >= delivery_date')).toBe(0)
})

test('invoices add up to the cent and are numbered without a gap', async () => {
  const sums = `invoices i cross join lateral (select sum(amount) as lines from invoice_lines l
    where l.account_id = i.account_id and l.invoice_id = i.id) s`
  expect(await count(`${sums} where subtotal is distinct from lines`)).toBe(0)
  expect(await count('invoices where vat <> round(subtotal * 0.2, 2) or total <> subtotal + vat')).toBe(0)
  expect((await values('select distinct state from invoices')).sort()).toEqual([
    'cancelled',
    'draft',
    'ongoing',
    'paid',
    'validated',
  ])
  expect(await count('(select account_id from invoices group by account_id having count(*) > 12) a')).toBe(2)
  const numbers = (await values(
    `select number from invoices where number like 'F2026-%' order by number`,
  )) as string[]
  expect(numbers.map((number) => Number(number.slice(6)))).toEqual(numbers.map((_, index) => index + 1))
  expect(await count('invoice_lines where label is not null')).toBeGreaterThan(2)
  expect(await count('invoices where purchase_order is not null')).toBeGreaterThan(2)
})

test('comments and prices cover the merchant’s cellar and run ahead of it', async () => {
  expect(await count(`wine_comments where comment ~ '^SKU-[0-9]{5}$'`)).toBeGreaterThan(60)
  expect(await count('wine_prices')).toBeGreaterThan(100)
  const unheld = `n where not exists (select from bottles b where b.account_id = n.account_id and b.wine_id = n.wine_id)`
  expect(await count(`wine_comments ${unheld}`)).toBeGreaterThan(2)
  expect(await count(`wine_prices ${unheld}`)).toBeGreaterThan(2)
  expect(await count(`addresses where length(country) > 2`)).toBeGreaterThan(2)
  expect(await count(`addresses where country not in ('FR', 'France')`)).toBeGreaterThan(2)
})

test('the same day gives the same cellar, whatever the hour', async () => {
  expect(await contentHash(twin.pool)).toBe(await contentHash(pool))
})

test('a second demo in the same database is refused as a whole', async () => {
  const before = await contentHash(pool)
  await expect(seedDemo(deps)).rejects.toMatchObject({ problem: { code: 'fields_invalid' } })
  expect(await contentHash(pool)).toBe(before)
})

test('a database that is in use already keeps its rows and its sequences', async () => {
  const used = await testDatabase()
  const addWine = `insert into wines (name, color, country, region, appellation, vintage, alcohol, created_at, updated_at)
    values ('Autre', 'Rouge', 'France', '', '', 2020, 13, now(), now()) returning id`
  const addAccount = `insert into accounts (name, email, created_at, updated_at)
    values ('Autre', 'autre@example.com', now(), now()) returning id`
  for (const sql of [addWine, addWine, addAccount]) await used.pool.query(sql)
  await used.pool.query(`insert into box_codes values ('CBO6', 6, 'Caisse')`)
  await used.pool.query(`insert into products (name) values ('Stockage')`)
  await seedDemo(used.deps)
  const { rows: wines } = await used.pool.query('select count(*)::int as count, max(id) as last from wines')
  expect(wines[0].count).toBe(302)
  const { rows: next } = await used.pool.query(addWine)
  expect(next[0].id).toBe(wines[0].last + 1)
  const { rows: foreign } = await used.pool.query('select from bottles where account_id = 1')
  expect(foreign).toEqual([])
})

/** Everything but the credentials, which are the only random part. */
async function contentHash(target: pg.Pool): Promise<string> {
  const tables = [
    'accounts',
    'wines',
    'warehouses',
    'warehouse_hours',
    'warehouse_slots',
    'locations',
    'box_codes',
    'putaways',
    'putaway_lines',
    'orders',
    'order_lines',
    'bottles',
    'stock_moves',
    'wine_comments',
    'wine_prices',
    'addresses',
    'products',
    'invoices',
    'invoice_lines',
  ]
  const hash = createHash('sha256')
  for (const table of tables) {
    const { rows: content } = await target.query(`select to_jsonb(t)::text as row from ${table} t order by 1`)
    hash.update(JSON.stringify(content))
  }
  const { rows: people } = await target.query(
    'select id, account_id, email, role, created_at from people order by id',
  )
  return hash.update(JSON.stringify(people)).digest('hex')
}
