import { expect, test, vi } from 'vitest'
import { openFileStore } from '../../src/core/files/open-file-store.ts'
import { databaseOf } from '../../src/db/database.ts'
import { seededRandom } from '../../src/demo/random.ts'
import { embeddedSite } from '../support/embedded-site.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { serveProcesses } from '../support/serve-process.ts'
import { testSettings } from '../support/settings.ts'
import { openAccount } from '../support/small-cellar.ts'
import { contentIn } from './race/content.ts'
import { expectOrdersAsTold, expectStockWhole, readUntold } from './race/expect-kept.ts'
import { OrderBook } from './race/order-book.ts'
import { Outage } from './race/outage.ts'
import { RaceClient } from './race/race-client.ts'
import { type Racer, takeStep } from './race/racer.ts'
import { expectLost, repeatLost } from './race/repeat-lost.ts'
import { askLoose, changed, inThreeWarehouses, storedOn, wineNames } from './race/shelves.ts'

const clientCount = 16
const stepsEach = 14
const site = await embeddedSite()
const startServe = serveProcesses()
const serve = () => startServe({ DATA_DIR: site.dataDir })
const until = (holds: () => boolean | Promise<boolean>) =>
  vi.waitUntil(holds, { interval: 1, timeout: 60_000 })

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

test('what was acknowledged outlives the kill of a server and of PostgreSQL', {
  timeout: 120_000,
}, async () => {
  const [first, second] = await Promise.all([serve(), serve()])
  const { accountId, wines, stored, client } = await prepare()
  const book = new OrderBook()
  const outage = new Outage()
  const faults: string[] = []
  let alive = [first, second]
  const counts = { acknowledged: 0, refused: 0, failed: 0 }

  const trouble: Racer['trouble'] = async (answer, origin) => {
    if (answer instanceof Error) {
      if (origin !== first.origin || alive.includes(first)) faults.push(`${origin}: ${answer.message}`)
      return
    }
    counts.failed += 1
    if (!outage.excuses(answer)) faults.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    await outage.untilOver()
  }
  const racers = Array.from({ length: clientCount }, (_, index): Racer => {
    const random = seededRandom(`crash ${index}`)
    return {
      name: `crash-${index}`,
      client,
      book,
      random,
      wineNames: wineNames(wines),
      origin: () => random.pick(alive).origin,
      ask: () => askLoose(random, wines),
      change: (present) => changed(random, present, wines),
      habits: { create: 45, delete: 40, partial: 0, twice: 25, ofOthers: 0 },
      reversed: false,
      outcome: (is) => {
        counts[is] += 1
      },
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
  outage.begin()
  await site.killPostgres()
  await until(() => counts.failed > 0)

  // Nobody starts PostgreSQL again but a process that starts itself. The one that lived on then finds it, and goes on.
  const third = await serve()
  await until(async () => (await fetch(`${second.origin}/health/ready`)).ok)
  alive = [second, third]
  outage.end()
  await race
  expect(faults).toEqual([])
  expect(await Promise.all([second.stop(), third.stop()])).toEqual([0, 0])
  expect(site.hasPostgres()).toBe(false)

  const fresh = await serve()
  const kept = await expectOrdersAsTold(fresh.origin, client, book)
  const untold = await readUntold(fresh.origin, client, book)
  expectLost(book, untold)
  const repeated = await repeatLost(fresh.origin, client, book, untold)
  const pool = site.openEmbeddedPool()
  const sold = [...kept, ...untold, ...repeated].map(contentIn)
  await expectStockWhole(pool, accountId, { stored, sold })
  await pool.end()
  await client.close()
  expect(await fresh.stop()).toBe(0)
  expect(site.hasPostgres()).toBe(false)
})
