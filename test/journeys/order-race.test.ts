import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import { testDatabase } from '../support/database.ts'
import { orderCellar, type Shelf } from '../support/order-cellar.ts'
import { type ServeProcess, startServe } from '../support/serve-process.ts'
import { openAccount } from '../support/small-cellar.ts'
import { type Content, contentIn, goods } from './race/content.ts'
import { expectOrdersAsTold, expectStockWhole, readUntold } from './race/expect-kept.ts'
import { neighbourOrders } from './race/neighbour.ts'
import { OrderBook } from './race/order-book.ts'
import { RaceClient } from './race/race-client.ts'
import { type Racer, takeStep } from './race/racer.ts'
import {
  askBoth,
  askLoose,
  askLooseOrBoxed,
  changed,
  hundredLoose,
  inThreeWarehouses,
  looseAndBoxed,
  storedOn,
  twoWines,
} from './race/shelves.ts'

const clientCount = 64
const stepsEach = 6
const usualHabits = { create: 50, delete: 35, partial: 15, twice: 25, ofOthers: 30 }

const { pool, deps, databaseUrl } = await testDatabase()
const cellar = await orderCellar(pool)
const wines = { hot: cellar.wineId, side: cellar.otherWineId }
const wineNames = new Map([
  [wines.hot, 'Clos Un'],
  [wines.side, 'Clos Deux'],
])
const folders: string[] = []
let servers: ServeProcess[] = []

beforeAll(async () => {
  const start = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'caveau-race-'))
    folders.push(dataDir)
    return startServe({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  }
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

type Variant = {
  filling: Shelf[]
  ask: (random: Random, client: number) => Content
  change?: (random: Random, present: Content, client: number) => Content
  habits?: Partial<Racer['habits']>
}

/** What each client may have at most, a hundred bottles in all: so nobody's order can ever be too much. */
const shareOf = (client: number) => (client < 4 ? 7 : client < 16 ? 2 : 1)
const askWithinShare = (random: Random, client: number): Content => ({
  [goods(wines.hot)]: random.chance(80) ? shareOf(client) : random.between(1, shareOf(client)),
})

const variants: [string, Variant][] = [
  ['all loose in one warehouse', { filling: hundredLoose(wines), ask: (random) => askLoose(random, wines) }],
  [
    'spread over three warehouses',
    { filling: inThreeWarehouses(wines), ask: (random) => askLoose(random, wines) },
  ],
  ['loose and boxed', { filling: looseAndBoxed(wines), ask: (random) => askLooseOrBoxed(random, wines) }],
  [
    'two wines, asked for in opposite order',
    { filling: twoWines(wines), ask: (random) => askBoth(random, wines) },
  ],
  [
    'never more wanted than there is',
    {
      filling: hundredLoose(wines),
      ask: askWithinShare,
      change: (random, _present, client) => askWithinShare(random, client),
      habits: { create: 0, partial: 0, ofOthers: 0 },
    },
  ],
  [
    'never more wanted than there is, in three warehouses',
    {
      filling: inThreeWarehouses(wines),
      ask: askWithinShare,
      change: (random, _present, client) => askWithinShare(random, client),
      habits: { create: 0, partial: 0, ofOthers: 0 },
    },
  ],
]

async function ownerWith(email: string, filling: readonly Shelf[]) {
  const { accountId, keys } = await openAccount(deps, email)
  for (const shelf of filling) await cellar.store(accountId, shelf)
  const client = new RaceClient(keys)
  return { accountId, client }
}

test.each(variants)('64 clients order the last 100 bottles: %s', async (title, variant) => {
  const name = title.replaceAll(/\W+/g, '-')
  const owner = await ownerWith(`${name}@race.example`, variant.filling)
  const neighbour = await ownerWith(`next-to-${name}@race.example`, [{ wineId: wines.hot, count: 3 }])
  const book = new OrderBook()
  const faults: string[] = []
  const racers = Array.from({ length: clientCount }, (_, index): Racer => {
    const random = seededRandom(`${name} ${index}`)
    const change = variant.change ?? ((chance, present) => changed(chance, present, wines))
    return {
      name: `${name}-${index}`,
      client: owner.client,
      book,
      random,
      wineNames,
      origin: () => random.pick(servers).origin,
      ask: () => variant.ask(random, index),
      change: (present) => change(random, present, index),
      habits: { ...usualHabits, ...variant.habits },
      reversed: index % 2 === 1,
      fault: (what) => faults.push(what),
      trouble: async (answer) => void faults.push(JSON.stringify(answer)),
    }
  })
  let isOver = false
  const t = performance.now()
  const race = Promise.all(
    racers.map(async (racer) => {
      for (let step = 0; step < stepsEach; step += 1) await takeStep(racer, step)
    }),
  ).finally(() => {
    isOver = true
  })
  const coin = seededRandom('neighbour')
  const [outcomes] = await Promise.all([
    neighbourOrders({
      client: neighbour.client,
      wineId: wines.hot,
      origin: () => coin.pick(servers).origin,
      isOver: () => isOver,
    }),
    race,
  ])
  console.log(
    title,
    Math.round(performance.now() - t),
    'ms',
    outcomes.length,
    book.ids().length,
    JSON.stringify(
      (await pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows,
    ),
  )

  expect(faults).toEqual([])
  expect(new Set(outcomes)).toEqual(new Set(['201 200 200']))
  const { origin } = coin.pick(servers)
  const kept = await expectOrdersAsTold(origin, owner.client, book)
  expect(await readUntold(origin, owner.client, book)).toEqual([])
  await expectStockWhole(pool, owner.accountId, {
    stored: storedOn(variant.filling),
    sold: kept.map(contentIn),
  })
  await owner.client.close()
  await neighbour.client.close()
})

test('both processes end in order, and no two requests were ever in a deadlock', async () => {
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0])
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
