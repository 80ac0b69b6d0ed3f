// What goes from an account that is reset, what stays, and what nobody else notices.
import { beforeAll, describe, expect, test } from 'vitest'
import { keepBusy } from '../../../test/support/busy-account.ts'
import { contentOf } from '../../../test/support/cellar-content.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { checksumBeside, ownedTables, rowsOf } from '../../../test/support/owned-rows.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Deps } from '../deps.ts'
import { MissingFile } from '../files/file-store.ts'
import { type ExpectedFiles, sweepOrphans } from '../files/sweep-orphans.ts'
import { enterCount } from '../stock/enter-count.ts'
import { postCount } from '../stock/post-count.ts'
import { loadScenario } from './load-scenario.ts'

const { deps, db, pool } = await testDatabase({ content: 'demo' })
const [accountId, other] = [1, 2]
const staff = { id: null, email: '', name: 'Sam' }
const tables = await ownedTables(pool)
/** Decided once for each table: a new one is emptied with the account, or stays with it for a reason. */
const kept = [
  ...['access_keys', 'bearer_tokens', 'invitations', 'people', 'person_sessions', 'access_requests'],
  ...['account_billing', 'audit_entries', 'sandboxes', 'webhook_endpoints'],
]
const keptInPart = ['imports', 'mails']
const emptied = tables.filter((name) => !kept.includes(name) && !keptInPart.includes(name))

let fileKeys: string[] = []
let before: { own: Record<string, number>; beside: Record<string, string> }
beforeAll(async () => {
  fileKeys = await keepBusy(deps, pool, accountId)
  await keepBusy(deps, pool, other)
  before = { own: await rowsOf(pool, tables, accountId), beside: await checksumBeside(pool, accountId) }
  await loadScenario(deps, accountId, 'empty')
})

test('every owned table but those of the account itself is empty', async () => {
  for (const name of emptied) expect(before.own[name], `${name} was tried`).toBeGreaterThan(0)
  const after = await rowsOf(pool, tables, accountId)
  expect(Object.fromEntries(emptied.map((name) => [name, after[name]]))).toEqual(
    Object.fromEntries(emptied.map((name) => [name, 0])),
  )
  expect(Object.fromEntries(kept.map((name) => [name, after[name]]))).toEqual({
    ...Object.fromEntries(kept.map((name) => [name, before.own[name]])),
    sandboxes: 1,
  })
})

test('mails to people about themselves stay, and imports that run', async () => {
  const { rows: mails } = await pool.query('select kind from mails where account_id = $1', [accountId])
  expect(mails).toEqual([{ kind: 'invitation' }])
  const { rows: imports } = await pool.query('select state from imports where account_id = $1', [accountId])
  expect(imports).toEqual([{ state: 'checking' }])
})

test('nothing else in the database has changed', async () => {
  expect(await checksumBeside(pool, accountId)).toEqual(before.beside)
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})

test('its files are swept later, and no others', async () => {
  const { rows } = await pool.query<{ payload: ExpectedFiles }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'sweep_orphans'`,
  )
  expect(rows).toEqual([{ payload: { accountId, keys: fileKeys.toSorted() } }])
  for (const key of fileKeys) (await deps.files.open(key)).destroy()
  expect(await sweepOrphans(deps, rows[0]?.payload ?? { accountId, keys: [] })).toBe(2)
  for (const key of fileKeys) await expect(deps.files.open(key)).rejects.toThrow(MissingFile)
})

test('the numbers of invoices that are gone are not given again', async () => {
  const { rows } = await pool.query<{ last: number; most: number }>(
    `select max(c.last_number) as last, (select count(*)::int from invoices where kind = 'invoice') as most
     from invoice_counters c`,
  )
  expect(rows[0]?.last).toBeGreaterThan(0)
  expect(before.beside.invoice_counters).toBe((await checksumBeside(pool, accountId)).invoice_counters)
})

test('a count in progress goes on without its bottles', async () => {
  await loadScenario(deps, accountId, 'split-warehouses')
  const { rows } = await pool.query<{ id: number; locationId: number; warehouseId: number }>(
    `select max(id) as id, location_id as "locationId", warehouse_id as "warehouseId" from bottles
     where account_id = $1 and box_code = '' group by 2, 3 order by 1 limit 1`,
    [accountId],
  )
  const { id = 0, locationId, warehouseId } = rows[0] ?? {}
  const { rows: opened } = await pool.query<{ id: number }>(
    `insert into counts (warehouse_id, location_id, state, opened_by, opened_at)
     select $1, $2, 'open', 'Sam', now() where not exists (
       select from counts where location_id = $2 and state = 'open')
     returning id`,
    [warehouseId, locationId],
  )
  const countId = opened[0]?.id ?? 0
  await enterCount(deps, staff, countId, { lines: [], bottleIds: [id] })
  await loadScenario(deps, accountId, 'split-warehouses')
  const { rows: listed } = await pool.query('select * from count_bottles where count_id = $1', [countId])
  expect(listed).toEqual([])
  const content = await contentOf(pool, accountId)
  const { rows: strangers } = await pool.query<{ id: number }>(
    `select id from bottles where account_id = $1 and location_id = $2 and state = 'stored'`,
    [other, locationId],
  )
  await pool.query('insert into count_bottles select $1, $2, unnest($3::bigint[])', [
    ...[countId, other],
    strangers.map((bottle) => bottle.id),
  ])
  const posted = await postCount(deps, staff, countId, 'Yearly count')
  expect(posted.outcome).toMatchObject({ lostCount: 0, foundCount: 0 })
  expect(await contentOf(pool, accountId)).toEqual(content)
})

describe('a record that comes in meanwhile', () => {
  test('has the reset run again, and nobody is refused', async () => {
    await loadScenario(deps, accountId, 'last-bottle')
    const { rows } = await pool.query<{ id: number; wineId: number }>(
      'select id, wine_id as "wineId" from bottles where account_id = $1',
      [accountId],
    )
    const slow = await pool.connect()
    await slow.query('begin')
    // Holds the bottle as whoever refers to it does.
    await slow.query('select from bottles where account_id = $1 and id = $2 for key share', [
      accountId,
      rows[0]?.id,
    ])
    const load = loadScenario(deps, accountId, 'last-bottle')
    await slow.query(
      `insert into events (account_id, subject, change, subject_id, record, created_at)
       values ($1, 'stock', 'update', $2, '{"formatMl": 750}', now())`,
      [accountId, rows[0]?.wineId],
    )
    await slow.query('commit')
    slow.release()
    await load
    const content = await contentOf(pool, accountId)
    expect(content.bottles).toHaveLength(1)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })
})

test('is not to be had in production', async () => {
  await pool.query(`update installation set environment = 'production'`)
  const production: Deps = { ...deps, settings: { ...deps.settings, env: 'production' } }
  const beside = await checksumBeside(pool, 0)
  await expect(loadScenario(production, accountId, 'empty')).rejects.toThrow('production')
  expect(await checksumBeside(pool, 0)).toEqual(beside)
  await pool.query(`update installation set environment = 'preproduction'`)
})
