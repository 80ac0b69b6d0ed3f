import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../src/demo/random.ts'
import { testDatabase } from '../support/database.ts'
import { orderCellar, type Shelf } from '../support/order-cellar.ts'
import { type ServeProcess, serveProcesses } from '../support/serve-process.ts'
import { openAccount } from '../support/small-cellar.ts'
import { type Content, contentIn, goods } from './race/content.ts'
import { expectOrdersAsTold, expectStockWhole, readUntold } from './race/expect-kept.ts'
import { neighbourOrders } from './race/neighbour.ts'
import { OrderBook } from './race/order-book.ts'
import { RaceClient } from './race/race-client.ts'
import { type Racer, takeStep } from './race/racer.ts'
import * as shelves from './race/shelves.ts'

const clientCount = 64
const stepsEach = 4

const { pool, deps, databaseUrl } = await testDatabase()
const startServe = serveProcesses()
const cellar = await orderCellar(pool)
const wines = { hot: cellar.wineId, side: cellar.otherWineId }
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
  change: (random: Random, client: number, present: Content) => Content
  habits: Racer['habits']
  /** Whether everybody can have what they want, whatever the others have. */
  enoughForAll: boolean
}

const contested = (filling: Shelf[], ask: (random: Random, from: shelves.Wines) => Content): Variant => ({
  filling,
  ask: (random) => ask(random, wines),
  change: (random, _client, present) => shelves.changed(random, present, wines),
  habits: { create: 50, delete: 35, partial: 15, twice: 25, ofOthers: 30 },
  enoughForAll: false,
})

/** Everybody has one order at a time and a share that it may not exceed; the shares are a hundred bottles together. */
const shared = (filling: Shelf[]): Variant => {
  const shareOf = (client: number) => (client < 4 ? 7 : client < 16 ? 2 : 1)
  const ask: Variant['ask'] = (random, client) => ({
    [goods(wines.hot)]: random.chance(80) ? shareOf(client) : random.between(1, shareOf(client)),
  })
  return {
    filling,
    ask,
    change: ask,
    habits: { create: 0, delete: 35, partial: 0, twice: 25, ofOthers: 0 },
    enoughForAll: true,
  }
}

const variants: [string, Variant][] = [
  ['all loose in one warehouse', contested(shelves.hundredLoose(wines), shelves.askLoose)],
  ['spread over three warehouses', contested(shelves.inThreeWarehouses(wines), shelves.askLoose)],
  ['loose and boxed', contested(shelves.looseAndBoxed(wines), shelves.askLooseOrBoxed)],
  ['two wines, asked for in opposite order', contested(shelves.twoWines(wines), shelves.askBoth)],
  ['never more wanted than there is', shared(shelves.hundredLoose(wines))],
  ['never more wanted than there is in three warehouses', shared(shelves.inThreeWarehouses(wines))],
]

async function ownerWith(email: string, filling: readonly Shelf[]) {
  const { accountId, keys } = await openAccount(deps, email)
  for (const shelf of filling) await cellar.store(accountId, shelf)
  return { accountId, client: new RaceClient(keys) }
}

test.each(variants)(
  '64 clients order the last 100 bottles: %s',
  { timeout: 60_000 },
  async (title, variant) => {
    const name = title.replaceAll(/\W+/g, '-')
    const owner = await ownerWith(`${name}@race.example`, variant.filling)
    const neighbour = await ownerWith(`beside-${name}@race.example`, [{ count: 3 }])
    const book = new OrderBook()
    const faults: string[] = []
    const counts = { acknowledged: 0, refused: 0 }
    const racers = Array.from({ length: clientCount }, (_, client): Racer => {
      const random = seededRandom(`${name} ${client}`)
      return {
        name: `${name}-${client}`,
        client: owner.client,
        book,
        random,
        wineNames: shelves.wineNames(wines),
        origin: () => random.pick(servers).origin,
        ask: () => variant.ask(random, client),
        change: (present) => variant.change(random, client, present),
        habits: variant.habits,
        reversed: client % 2 === 1,
        outcome: (is) => {
          counts[is] += 1
        },
        fault: (what) => faults.push(what),
        trouble: async (answer) => {
          faults.push(answer instanceof Error ? answer.message : JSON.stringify(answer.body))
        },
      }
    })
    let isOver = false
    const race = Promise.all(
      racers.map(async (racer) => {
        for (let step = 0; step < stepsEach; step += 1) await takeStep(racer, step)
      }),
    ).finally(() => {
      isOver = true
    })
    const coin = seededRandom(`${name} neighbour`)
    const besides = neighbourOrders({
      client: neighbour.client,
      wineId: wines.hot,
      origin: () => coin.pick(servers).origin,
      isOver: () => isOver,
    })
    const [outcomes] = await Promise.all([besides, race])

    expect(faults).toEqual([])
    expect(new Set(outcomes)).toEqual(new Set(['201 200 200']))
    expect(counts.refused > 0).toBe(!variant.enoughForAll)
    const { origin } = coin.pick(servers)
    const kept = await expectOrdersAsTold(origin, owner.client, book)
    expect(await readUntold(origin, owner.client, book)).toEqual([])
    const sold = kept.map(contentIn)
    await expectStockWhole(pool, owner.accountId, { stored: shelves.storedOn(variant.filling), sold })
    await Promise.all([owner.client.close(), neighbour.client.close()])
  },
)

test('both processes end in order, and no two requests ever stood in a deadlock', async () => {
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0])
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
})
