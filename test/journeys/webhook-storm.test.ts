// Hundreds of changes while receivers fail at random, workers are killed and connections are cut: every event arrives, in order.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Caller, Deps } from '../../src/core/deps.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { seededRandom } from '../../src/demo/random.ts'
import { testDatabase } from '../support/database.ts'
import { openTransaction } from '../support/open-transaction.ts'
import { line, pickup } from '../support/order-cellar.ts'
import { type Received, type Receiver, startReceiver, verified } from '../support/receiver.ts'
import { webhookCellar } from '../support/webhook-cellar.ts'
import { type WorkerProcess, workerProcesses } from '../support/worker-process.ts'

const ownerCount = 3
const ordersEach = 16
const editsEach = 5
const kills = 4

const { deps: fixed, pool, databaseUrl } = await testDatabase()
const deps: Deps = { ...fixed, now: () => new Date() }
const cellar = await webhookCellar(deps, pool)
const dataDir = await mkdtemp(join(tmpdir(), 'caveau-storm-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const startWorker = workerProcesses()
const random = seededRandom('webhook storm')

/**
 * Each message fails once at most, in one of several ways, so that the storm ends in time. Those of the stock do not: all of an
 * owner's are of one wine, and would wait for each other.
 */
function failingAtRandom(): Parameters<typeof startReceiver>[0] {
  const failed = new Set<string>()
  return ({ id, body }, response) => {
    const fails = body.type !== 'stock' && !failed.has(id) && random.chance(12)
    if (!fails) return response.writeHead(200).end()
    failed.add(id)
    return random.pick([
      () => response.writeHead(500).end('no'),
      () => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      () => response.destroy(),
      () => response.end('x'.repeat(100_000)),
    ])()
  }
}

type Listener = { owner: Caller; receiver: Receiver; secret: string; endpointId: number }

async function ownerWithReceivers(): Promise<Listener[]> {
  const owner = await cellar.addOwner(200)
  const listeners: Listener[] = []
  for (let each = 0; each < 2; each++) {
    const receiver = await startReceiver(failingAtRandom())
    const { secret, id } = await cellar.listen(owner, { url: receiver.url })
    listeners.push({ owner, receiver, secret, endpointId: id })
  }
  return listeners
}

/** An owner's orders: made, edited a few times, some deleted, and between them some that never were. */
async function placeOrders(owner: Caller): Promise<void> {
  const made: number[] = []
  for (let each = 0; each < ordersEach; each++) made.push((await cellar.order(owner)).id)
  for (let edit = 1; edit <= editsEach; edit++) {
    for (const id of made) await cellar.comment(owner, id, `edit ${edit}`)
    const never = await openTransaction(deps, (within) =>
      createOrder(within, owner, pickup([line(cellar.wineId, 1)], { comment: 'rolled back' })),
    )
    await never.rollback()
  }
  for (const id of made.filter((_, index) => index % 4 === 0)) await cellar.remove(owner, id)
}

/** Which events the address must have been told of, each record's in order. */
async function expectedOf({ owner }: Listener): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ record: string; id: number }>(
    `select subject || ' ' || subject_id as record, id from events where account_id = $1
       and id >= (select min(event_id) from webhook_deliveries where account_id = $1) order by id`,
    [owner.accountId],
  )
  const byRecord = new Map<string, string[]>()
  for (const { record, id } of rows) byRecord.set(record, [...(byRecord.get(record) ?? []), `evt_${id}`])
  return byRecord
}
const recordOf = ({ body }: Received): string =>
  body.type === 'stock'
    ? `stock ${(body.data as unknown as { id: number }[])[0]?.id}`
    : `${body.type} ${body.data.id}`

test('what was committed arrives at least once, in order, and signed', { timeout: 180_000 }, async () => {
  const listeners = (await Promise.all(Array.from({ length: ownerCount }, ownerWithReceivers))).flat()
  const owners = [...new Set(listeners.map(({ owner }) => owner))]
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const workers: WorkerProcess[] = [startWorker(settings), startWorker(settings)]
  const received = () => listeners.reduce((sum, { receiver }) => sum + receiver.messages.length, 0)

  const changes = Promise.all(owners.map(placeOrders))
  for (let each = 0; each < kills; each++) {
    const before = received()
    await vi.waitUntil(() => received() > before + 40, { interval: 5, timeout: 30_000 })
    const killed = workers.splice(each % 2, 1, startWorker(settings))
    for (const worker of killed) await worker.kill()
    if (each === 1)
      await pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'caveau worker'`,
      )
  }
  await changes
  const undelivered = async () => {
    const { rows } = await pool.query<{ state: string; count: number }>(
      `select state, count(*) from webhook_deliveries where state <> 'delivered' group by state`,
    )
    return rows
  }
  await vi.waitUntil(async () => (await undelivered()).length === 0, { interval: 250, timeout: 90_000 })

  for (const listener of listeners) {
    const { messages } = listener.receiver
    const arrived = new Map<string, string[]>()
    for (const message of messages) {
      expect(verified(listener.secret, message)).toEqual(message.body)
      expect(message.rawBody).not.toContain('rolled back')
      const record = recordOf(message)
      const before = arrived.get(record) ?? []
      if (!before.includes(message.body.id)) arrived.set(record, [...before, message.body.id])
    }
    expect(arrived).toEqual(await expectedOf(listener))
    const ids = new Map(messages.map(({ body, id }) => [body.id, id]))
    for (const { body, id } of messages) expect(id).toBe(ids.get(body.id))
  }
  expect(workers.map((worker) => [worker.hasEnded(), worker.said()])).toEqual(workers.map(() => [false, '']))
  expect(await Promise.all(workers.map((worker) => worker.stop()))).toEqual([0, 0])
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
