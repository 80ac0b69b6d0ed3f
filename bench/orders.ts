/*
 * Orders of 3 wines x 4 bottles per second: through HTTP, by the same statement through the bare driver, and in pgbench, in one
 * run on one server. Spread over 100 accounts, and all on the three wines of one. Run it with: npm run bench:orders
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { openService } from '../src/cli/open-service.ts'
import { createAccount } from '../src/core/accounts/create-account.ts'
import { issueAccessKey } from '../src/core/accounts/credentials.ts'
import { verifyLedger } from '../src/core/cellar/verify-ledger.ts'
import { openWholeOrder } from '../src/core/orders/open-whole-order.ts'
import { noRecipient } from '../src/core/orders/order.ts'
import { toRecord } from '../src/core/orders/order-record.ts'
import { type Figures, measure, seededRandom } from './measure.ts'
import { bottlesPerWine, type Cellar, chooseWines, fillCatalogue, fillCellar } from './order-cellars.ts'
import { orderScript, pgbench } from './pgbench.ts'
import { startServe } from './serve-process.ts'

const { values: given } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '1,16,64' },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log('Usage: npm run bench:orders -- [--seconds 4] [--clients 1,16,64]')
  process.exit(0)
}
const seconds = Number(given.seconds)
const clientCounts = given.clients.split(',').map(Number)

const dataDir = await mkdtemp(join(tmpdir(), 'caveau-bench-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755)
Object.assign(process.env, {
  DATA_DIR: dataDir,
  CAVEAU_DEMO: 'off',
  CAVEAU_LOG_LEVEL: 'warn',
  CAVEAU_POOL_SIZE: '16',
})
const service = await openService('caveau bench')
const { db, deps, pool } = service

console.log('Filling 101 cellars with 1,020,000 bottles…')
await fillCatalogue(db)
const wineIds = Array.from({ length: 60 }, (_, index) => index + 1)
const owners: (Cellar & { accessKey: string; secretKey: string })[] = []
for (let number = 1; number <= 101; number++) {
  const email = `owner${number}@example.com`
  const { accountId, personId } = await createAccount(deps, {
    email,
    firstName: 'Bench',
    lastName: String(number),
    company: null,
    password: 'not a secret at all',
  })
  const keys = await issueAccessKey(deps, { accountId, personId, name: 'bench', rights: 'write' })
  const isHot = number === 101
  const cellar = { accountId, wineIds: isHot ? wineIds.slice(0, 3) : wineIds }
  for (const wineId of cellar.wineIds)
    await fillCellar(db, { accountId, wineIds: [wineId] }, isHot ? 100_000 : 120)
  owners.push({ ...cellar, ...keys })
}
// Not the empty tables: sessions would keep plans that are good for no rows only, until the next analyze.
await pool.query(
  'vacuum analyze bottles, stock_moves, wines, warehouses, locations, accounts, people, access_keys',
)
const hot = owners.slice(100)
const spread = owners.slice(0, 100)

const serve = await startServe({
  DATA_DIR: dataDir,
  CAVEAU_DEMO: 'off',
  CAVEAU_RATE_LIMIT: 'off',
  CAVEAU_LOG_LEVEL: 'warn',
  CAVEAU_POOL_SIZE: '16',
})
const random = seededRandom(20261115)
const pick = (cellars: typeof owners) => cellars[Math.floor(random() * cellars.length)] ?? owners[0]
const record = toRecord(
  {
    origin: 'api',
    handover: 'pickup',
    recipient: noRecipient,
    comment: null,
    reference: null,
    timeOfDay: 'am',
  },
  { deliveryDate: '2030-01-08', preparationDate: '2030-01-07', steps: [] },
  { email: 'bench@example.com', name: 'Bench' },
)

async function throughHttp(cellars: typeof owners, clients: number): Promise<Figures> {
  const http = new Pool(serve.address, { connections: clients })
  const figures = await measure(clients, seconds, async () => {
    const owner = pick(cellars)
    if (!owner) return false
    const bottles = Object.fromEntries(
      chooseWines(owner, random).map((id) => [id, { '0.75': bottlesPerWine }]),
    )
    const { statusCode, body } = await http.request({
      method: 'POST',
      path: '/v1/get-out-requests',
      headers: { 'content-type': 'application/json', AccessKey: owner.accessKey, SecretKey: owner.secretKey },
      body: JSON.stringify({ bottles, half_day: 'am' }),
    })
    await body.dump()
    return statusCode === 201
  })
  await http.close()
  return figures
}

const throughDriver = (cellars: typeof owners, clients: number): Promise<Figures> =>
  measure(clients, seconds, async () => {
    const owner = pick(cellars)
    if (!owner) return false
    const lines = chooseWines(owner, random).map((wineId) => ({
      wineId,
      formatMl: 750,
      boxCode: '',
      quantity: bottlesPerWine,
    }))
    return (await openWholeOrder(db, owner.accountId, lines, record, new Date())) !== undefined
  })

const throughPgbench = (cellars: typeof owners, clients: number): Promise<Figures | undefined> => {
  const ids = cellars.map(({ accountId }) => accountId)
  const wines = cellars[0]?.wineIds ?? []
  const script = orderScript({
    accounts: [Math.min(...ids), Math.max(...ids)],
    lastFirstWine: wines.length - 2,
    record,
  })
  return pgbench(service.connection, script, clients, seconds)
}

const show = (figures: Figures | undefined) =>
  figures
    ? `${figures.perSecond.toFixed(0).padStart(6)}/s  p50 ${figures.p50Ms.toFixed(1)}  p99 ${figures.p99Ms.toFixed(1)} ms${figures.failures ? `  ${figures.failures} FAILED` : ''}`
    : 'not installed'

try {
  await throughHttp(spread, 4)
  await throughDriver(spread, 4)
  console.log(
    '\n| cellars | clients | HTTP | bare driver | pgbench | HTTP / driver |\n|---|---|---|---|---|---|',
  )
  for (const [name, cellars] of [
    ['100 accounts', spread],
    ['hot wines', hot],
  ] as const)
    for (const clients of clientCounts) {
      const driver = await throughDriver(cellars, clients)
      const http = await throughHttp(cellars, clients)
      const raw = await throughPgbench(cellars, clients)
      const ratio = (http.perSecond / driver.perSecond).toFixed(2)
      console.log(`| ${name} | ${clients} | ${show(http)} | ${show(driver)} | ${show(raw)} | ${ratio} |`)
    }
  const { discrepancies } = await verifyLedger(db)
  console.log(`\nThe ledger holds: ${discrepancies.length === 0}`)
} finally {
  await serve.stop()
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
}
