// Imports that are left to a job: any process may do the work, it may go away in the middle, and nothing comes twice.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import type { Deps } from '../../src/core/deps.ts'
import { makeImportRunner } from '../../src/worker/run-import.ts'
import { runWorker } from '../../src/worker/run-worker.ts'
import { importCellar } from '../support/import-cellar.ts'
import { rivalConnection } from '../support/open-transaction.ts'
import { operatorService } from '../support/operator-service.ts'
import { serveProcesses } from '../support/serve-process.ts'
import { outcome } from '../support/service.ts'

const startServe = serveProcesses()
const service = await operatorService()
const { deps, pool, settings, tokens, done, databaseUrl } = service
const { accountId, warehouseId, addWine } = await importCellar(deps, pool)
await addWine()
// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 60_000, interval: 20 }
const longPatience = 120_000

type Told = { id: number; state: string; lines_read: number; made: number; failure: string | null }
const path = `/operator/imports/stock?account_id=${accountId}&warehouse_id=${warehouseId}`
const stock = (detail: string, quantity = 2, wine = 'Clos Test') =>
  `wine;vintage;format;quantity;location;remark\n${wine};2019;0,75;${quantity};A-01;${detail}\n`
async function send(
  body: string,
  headers: Record<string, string> = { prefer: 'respond-async' },
  origin = service.origin,
) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${tokens.get('warehouse')}`, ...headers },
    body,
  })
  return {
    status: response.status,
    applied: response.headers.get('preference-applied'),
    body: (await response.json()) as Told & { message: string },
  }
}
const look = (id: number) => done<Told>('GET', `/imports/${id}`)
const bottles = async (detail: string) =>
  (await pool.query('select from bottles where detail = $1', [detail])).rowCount
const audited = (id: number) =>
  done<{ via: string; staff_name: string; detail: unknown }[]>(
    'GET',
    `/audit?subject=import&subject_id=${id}`,
  )
const filesInStore = async () =>
  (
    await readdir(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length
const attempt = (id: number, attempts = 1, within: Deps = deps) =>
  makeImportRunner(within)({ importId: id }, { job: { attempts, max_attempts: 5 } } as never)

/** Nobody writes to the ledger until it is let go: an import stands still in the middle of its work. */
async function holdLedger(): Promise<() => Promise<unknown>> {
  const rival = await rivalConnection(pool)
  await rival.query('lock table stock_moves in share mode')
  return () => rival.query('rollback')
}

test('the answer comes at once, a worker does the work, and both are in the audit', {
  timeout: longPatience,
}, async () => {
  const sent = await send(stock('queued', 3))
  expect(sent).toMatchObject({
    status: 202,
    applied: 'respond-async',
    body: { state: 'checking', made: 0, finished_at: null },
  })
  const { id } = sent.body
  expect(await filesInStore()).toBe(1)
  const runner = await runWorker({ deps, pool, log: pino({ level: 'silent' }) })
  await expect.poll(async () => (await look(id)).state, patience).toBe('done')
  await runner.stop()
  expect(await look(id)).toMatchObject({ made: 3, lines_read: 1, separator: ';' })
  expect(await bottles('queued')).toBe(3)
  expect(await filesInStore()).toBe(0)
  expect(await audited(id)).toMatchObject([
    { via: 'job', staff_name: 'Sam warehouse', detail: { state: 'done', made: 3 } },
    { via: 'token', staff_name: 'Sam warehouse', detail: { state: 'checking', made: 0 } },
  ])
})

test('a file that is refused by the job tells why in its record', async () => {
  const { id } = (await send(stock('refused', 1, 'Nobody'))).body
  await attempt(id)
  expect(await look(id)).toMatchObject({
    state: 'refused',
    lines_bad: 1,
    errors: [{ line: 2, column: 'wine', value: 'Nobody 2019' }],
  })
  expect(await audited(id)).toHaveLength(1)
  expect(await filesInStore()).toBe(0)
})

test('the same request gives the same answer, and one job; the same stock is refused at once', async () => {
  const headers = { prefer: 'respond-async, wait=10', 'idempotency-key': 'async' }
  const [first, second] = [await send(stock('keyed'), headers), await send(stock('keyed'), headers)]
  expect(second).toEqual({ ...first, applied: 'respond-async' })
  const { rowCount } = await pool.query(
    `select from graphile_worker.jobs where task_identifier = 'run_import'`,
  )
  expect(rowCount).toBe(1)
  expect(await filesInStore()).toBe(1)
  await attempt(first.body.id)
  expect(outcome(await send(stock('keyed')))).toBe('409 already_exists')
  expect(await filesInStore()).toBe(0)
})

describe('a job that runs again', () => {
  test('after it was done, one after the other or at once, brings nothing twice', async () => {
    const { id } = (await send(stock('again'))).body
    await Promise.all([attempt(id), attempt(id)])
    await attempt(id)
    expect(await bottles('again')).toBe(2)
    expect((await audited(id)).map(({ via }) => via)).toEqual(['job', 'token'])
  })

  test('after the store was gone for a while does its work', async () => {
    const { id } = (await send(stock('store'))).body
    const broken = {
      ...deps,
      files: { ...deps.files, open: () => Promise.reject(new Error('The store is gone')) },
    }
    await expect(attempt(id, 1, broken)).rejects.toThrow('The store is gone')
    expect(await look(id)).toMatchObject({ state: 'checking', failure: null })
    await attempt(id, 2)
    expect(await look(id)).toMatchObject({ state: 'done', made: 2 })
  })

  test('for the last time, and fails again, has failed', async () => {
    const { id } = (await send(stock('last'))).body
    const broken = {
      ...deps,
      files: { ...deps.files, open: () => Promise.reject(new Error('The store is gone')) },
    }
    await expect(attempt(id, 5, broken)).rejects.toThrow('The store is gone')
    expect(await look(id)).toMatchObject({
      state: 'failed',
      failure: 'Something went wrong on our side. Send the file again.',
    })
    await attempt(id)
    expect(await filesInStore()).toBe(0)
    expect(await bottles('last')).toBe(0)
  })

  test('without its file has failed', async () => {
    const { id } = (await send(stock('lost'))).body
    const { rows } = await pool.query('select storage_key from imports where id = $1', [id])
    await deps.files.remove(rows[0]?.storage_key)
    await attempt(id)
    expect(await look(id)).toMatchObject({ state: 'failed' })
  })
})

test('how far it is can be seen while it runs', { timeout: longPatience }, async () => {
  const letGo = await holdLedger()
  const lines = `${stock('seen')}${'Clos Test;2019;0,75;1;A-01;seen\n'.repeat(3000)}`
  const sending = send(lines, {})
  const running = async () => (await done<Told[]>('GET', '/imports?state=writing'))[0]
  await expect.poll(running, patience).toMatchObject({ state: 'writing', lines_read: 3001, made: 0 })
  expect(await bottles('seen')).toBe(0)
  await letGo()
  expect(await sending).toMatchObject({ status: 201, body: { made: 3002 } })
  expect(await bottles('seen')).toBe(3002)
})

describe('a process that is killed in the middle', () => {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: settings.dataDir }

  test('of a job leaves nothing, and the next to run it brings everything once', {
    timeout: longPatience,
  }, async () => {
    const { origin, kill } = await startServe(environment)
    const letGo = await holdLedger()
    const { id } = (await send(stock('killed', 7), undefined, origin)).body
    await expect.poll(async () => (await look(id)).state, patience).toBe('writing')
    await kill()
    await letGo()
    expect(await bottles('killed')).toBe(0)
    await attempt(id)
    expect(await look(id)).toMatchObject({ state: 'done', made: 7 })
    expect(await bottles('killed')).toBe(7)
    expect(await filesInStore()).toBe(0)
  })

  test('of a request leaves nothing, and a record that says so when its job has looked', {
    timeout: longPatience,
  }, async () => {
    const { origin, kill } = await startServe({ ...environment, CAVEAU_WORKER: 'off' })
    const letGo = await holdLedger()
    const sending = send(stock('abandoned', 7), {}, origin).catch(() => 'cut off')
    const running = async () => (await done<Told[]>('GET', '/imports?state=writing'))[0]
    await expect.poll(running, patience).toBeDefined()
    const { id } = (await running()) ?? expect.fail()
    // As long as somebody is at it, the job waits.
    await expect(attempt(id)).rejects.toThrow('still running')
    await kill()
    await letGo()
    expect(await sending).toBe('cut off')
    await expect
      .poll(
        () =>
          attempt(id).then(
            () => 'looked',
            () => 'waits',
          ),
        patience,
      )
      .toBe('looked')
    expect(await look(id)).toMatchObject({
      state: 'failed',
      failure: 'The service stopped before the import was done. Nothing was written; send the file again.',
    })
    expect(await filesInStore()).toBe(0)
    expect(await bottles('abandoned')).toBe(0)
    const { rowCount } = await pool.query(`select from graphile_worker.jobs where key = 'import ' || $1`, [
      id,
    ])
    expect(rowCount).toBe(0)
  })
})

test('the ledger holds after all of this', async () => {
  expect((await verifyLedger(deps.db)).discrepancies).toEqual([])
})
