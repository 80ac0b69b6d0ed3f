import { expect, test, vi } from 'vitest'
import { openFileStore } from '../../src/core/files/open-file-store.ts'
import { databaseOf } from '../../src/db/database.ts'
import { seededRandom } from '../../src/demo/random.ts'
import { embeddedSite } from '../support/embedded-site.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { startServe } from '../support/serve-process.ts'
import { testSettings } from '../support/settings.ts'
import { openAccount } from '../support/small-cellar.ts'
import type { OrderRecord } from './race/answers.ts'
import { contentIn, sameContent } from './race/content.ts'
import { expectOrdersAsTold, expectStockWhole, readUntold } from './race/expect-kept.ts'
import { OrderBook } from './race/order-book.ts'
import { RaceClient, type Told } from './race/race-client.ts'
import { type Racer, takeStep } from './race/racer.ts'
import { askLoose, changed, inThreeWarehouses, storedOn } from './race/shelves.ts'

const clientCount = 16
const stepsEach = 14
const site = await embeddedSite()
const serve = () => startServe({ DATA_DIR: site.dataDir })

/** The cellar and its owner, made beside the running service. */
async function prepare() {
  const pool = site.openEmbeddedPool()
  const settings = testSettings({ DATA_DIR: site.dataDir })
  const files = await openFileStore(settings)
  const cellar = await orderCellar(pool)
  const wines = { hot: cellar.wineId, side: cellar.otherWineId }
  const filling = inThreeWarehouses(wines)
  const deps = { db: databaseOf(pool), files, now: () => new Date(), settings }
  const { accountId, keys } = await openAccount(deps, 'owner@crash.example')
  for (const shelf of filling) await cellar.store(accountId, shelf)
  await pool.end()
  return { accountId, wines, stored: storedOn(filling), client: new RaceClient(keys) }
}

const until = (holds: () => boolean | Promise<boolean>) =>
  vi.waitUntil(holds, { interval: 1, timeout: 60_000 })

/** All that a caller may see of a failure: that there was one, and which request it was. */
const tellsNothing = ({ body }: Told) =>
  /^\{"result":"error","name":"(internal_error|service_unavailable)","message":"[\w .]+ [\w-]{36}\."\}$/.test(
    JSON.stringify(body),
  )

test('what was acknowledged outlives the kill of a server and of PostgreSQL', {
  timeout: 120_000,
}, async () => {
  const [first, second] = await Promise.all([serve(), serve()])
  const { accountId, wines, stored, client } = await prepare()
  const book = new OrderBook()
  const faults: string[] = []
  const counts = { acknowledged: 0, lost: 0, failed: 0 }
  let alive = [first, second]
  let databaseDownAt = Number.POSITIVE_INFINITY
  let databaseUpAt = Number.POSITIVE_INFINITY
  const recovered = Promise.withResolvers<void>()

  const trouble: Racer['trouble'] = async (answer, origin) => {
    if (answer instanceof Error) {
      counts.lost += 1
      if (origin !== first.origin || alive.includes(first)) faults.push(`${origin}: ${answer.message}`)
      return
    }
    counts.failed += 1
    const wasUp = answer.answeredAt < databaseDownAt || answer.sentAt > databaseUpAt
    if (wasUp || !tellsNothing(answer)) faults.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    await recovered.promise
  }
  const racers = Array.from({ length: clientCount }, (_, index): Racer => {
    const random = seededRandom(`crash ${index}`)
    return {
      name: `crash-${index}`,
      client,
      book,
      random,
      wineNames: new Map([
        [wines.hot, 'Clos Un'],
        [wines.side, 'Clos Deux'],
      ]),
      origin: () => random.pick(alive).origin,
      ask: () => askLoose(random, wines),
      change: (present) => changed(random, present, wines),
      habits: { create: 45, delete: 40, partial: 0, twice: 25, ofOthers: 0 },
      reversed: false,
      acknowledged: () => {
        counts.acknowledged += 1
      },
      refused: () => {},
      fault: (what) => faults.push(what),
      trouble,
    }
  })
  const race = Promise.all(
    racers.map(async (racer) => {
      for (let step = 0; step < stepsEach; step += 1) await takeStep(racer, step)
    }),
  )

  await until(() => counts.acknowledged >= 20)
  alive = [second]
  await first.kill()

  await until(() => counts.acknowledged >= 40)
  databaseDownAt = performance.now()
  await site.killPostgres()
  await until(() => counts.failed > 0)

  // Nobody starts PostgreSQL again but a process that starts itself. The one that lived on then finds it, and goes on.
  const third = await serve()
  await until(async () => (await fetch(`${second.origin}/health/ready`)).ok)
  databaseUpAt = performance.now()
  alive = [second, third]
  recovered.resolve()
  await race
  expect(faults).toEqual([])
  expect(await Promise.all([second.stop(), third.stop()])).toEqual([0, 0])
  expect(site.hasPostgres()).toBe(false)

  const fresh = await serve()
  const kept = await expectOrdersAsTold(fresh.origin, client, book)
  const untold = await readUntold(fresh.origin, client, book)
  for (const record of untold) {
    const lost = book.lostCreates.get(record.reference ?? '')
    expect(lost && sameContent(lost.content, contentIn(record)), `order ${record.id}`).toBe(true)
  }
  console.log(counts, untold.length, book.lostCreates.size)
  const repeated: OrderRecord[] = []
  for (const [reference, { key, body }] of book.lostCreates) {
    if (key === undefined) continue
    const made = untold.find((record) => record.reference === reference)
    const again = await client.call(fresh.origin, 'POST', '', { body, key })
    const record = again.body as OrderRecord
    if (made) expect([again.status, again.replayed, record.id]).toEqual([201, true, made.id])
    else if (again.status === 201) repeated.push(record)
    else expect(again.status).toBe(400)
  }
  const pool = site.openEmbeddedPool()
  const sold = [...kept, ...untold, ...repeated].map(contentIn)
  await expectStockWhole(pool, accountId, { stored, sold })
  await pool.end()
  await client.close()
  expect(await fresh.stop()).toBe(0)
  expect(site.hasPostgres()).toBe(false)
})
