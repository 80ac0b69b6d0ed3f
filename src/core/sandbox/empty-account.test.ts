// What goes from an account that is reset, what stays, and what nobody else notices.
import { beforeAll, describe, expect, test } from 'vitest'
import { keepBusy } from '../../../test/support/busy-account.ts'
import { contentOf } from '../../../test/support/cellar-content.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, rivalConnection, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { checksumBeside, ownedTables, rowsOf } from '../../../test/support/owned-rows.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import type { Caller, Deps } from '../deps.ts'
import { MissingFile } from '../files/file-store.ts'
import { type ExpectedFiles, sweepOrphans } from '../files/sweep-orphans.ts'
import { createOrder } from '../orders/create-order.ts'
import { startPreparation } from '../preparation/prepare-order.ts'
import { Refusal } from '../problems.ts'
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

describe('at the same time', () => {
  const bottleOf = async () => {
    await loadScenario(deps, accountId, 'last-bottle')
    const { rows } = await pool.query<{ id: number }>('select id from bottles where account_id = $1', [
      accountId,
    ])
    return rows[0]?.id ?? 0
  }

  test('bottles that come in while others go have the reset run again', async () => {
    await bottleOf()
    const rival = await rivalConnection(pool)
    await rival.query('select from stock_moves where account_id = $1 for update', [accountId])
    const load = loadScenario(deps, accountId, 'last-bottle')
    await untilWaiting(pool)
    // The reset has looked for rows of the ledger already, and not for bottles yet.
    await pool.query(
      `with made as (
         insert into bottles (account_id, wine_id, format_ml, box_code, state, created_at, updated_at)
         select account_id, wine_id, format_ml, box_code, 'announced', now(), now() from bottles where account_id = $1
         returning *
       )
       insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, created_at)
       select account_id, id, 'announced', wine_id, format_ml, now() from made`,
      [accountId],
    )
    await rival.query('rollback')
    await load
    expect((await contentOf(pool, accountId)).bottles).toHaveLength(1)
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('a count that is entered lists the bottle or does not, and is not refused', async () => {
    const bottleId = await bottleOf()
    const { rows } = await pool.query<{ id: number }>(
      `insert into counts (warehouse_id, location_id, state, opened_by, opened_at)
       select warehouse_id, id, 'open', 'Sam', now() from locations where code = 'B-05-04' order by id limit 1 returning id`,
    )
    const countId = rows[0]?.id ?? 0
    const reset = await openTransaction(deps, (within) => loadScenario(within, accountId, 'last-bottle'))
    const entered = enterCount(deps, staff, countId, { lines: [], bottleIds: [bottleId] })
    await untilWaiting(pool)
    await reset.commit()
    expect((await entered).bottleIds).toEqual([])
  })

  test('work on an order that goes finds nothing', async () => {
    await loadScenario(deps, accountId, 'split-warehouses')
    const { rows } = await pool.query<{ id: number }>(
      'select min(wine_id) as id from bottles where account_id = $1',
      [accountId],
    )
    const owner: Caller = { accountId, rights: 'write', email: 'a@b.cd', name: 'Ada' }
    const { order } = await createOrder(deps, owner, pickup([line(rows[0]?.id ?? 0, 1)]))
    const reset = await openTransaction(deps, (within) => loadScenario(within, accountId, 'last-bottle'))
    const started = startPreparation(deps, staff, order.id)
    const refused = expect(started).rejects.toBeInstanceOf(Refusal)
    await untilWaiting(pool)
    await reset.commit()
    await refused
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
