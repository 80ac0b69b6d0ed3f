/*
 * Events from the commit of an order to their receipt: how many a second four workers deliver, while orders are placed and from a
 * backlog, and how long each takes at 200 events a second. Run it with: node bench/webhooks.ts
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { openService } from '../src/cli/open-service.ts'
import { createAccount } from '../src/core/accounts/create-account.ts'
import type { Caller } from '../src/core/deps.ts'
import { createOrder } from '../src/core/orders/create-order.ts'
import { noRecipient } from '../src/core/orders/order.ts'
import { pauseEndpoint, resumeEndpoint } from '../src/core/webhooks/change-endpoint.ts'
import { createEndpoint } from '../src/core/webhooks/create-endpoint.ts'
import { seededRandom } from './measure.ts'
import { type Cellar, fillCatalogue, fillCellar } from './order-cellars.ts'
import { startWorkers } from './worker-processes.ts'

const { values: given } = parseArgs({
  options: {
    changes: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '4' },
    owners: { type: 'string', default: '20' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log(
    'Usage: node bench/webhooks.ts [--changes 2000] [--workers 4] [--owners 20] [--rate 200] [--seconds 20]',
  )
  process.exit(0)
}
const [changes, workerCount, ownerCount, rate, seconds] = [
  ...[given.changes, given.workers, given.owners, given.rate, given.seconds].map(Number),
] as [number, number, number, number, number]
/** An order of one wine tells of itself and of the stock. */
const eventsPerOrder = 2

const dataDir = await mkdtemp(join(tmpdir(), 'caveau-bench-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755)
const settings = { DATA_DIR: dataDir, CAVEAU_DEMO: 'off', CAVEAU_LOG_LEVEL: 'warn' }
Object.assign(process.env, settings)
const service = await openService('caveau bench')
const { db, deps, pool } = service

/** When each order was told of, and how many messages came in all. */
const toldAt = new Map<number, number>()
const secrets = new Map<string, Webhook>()
let messages = 0
const receiver = createServer(async (request, response) => {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  secrets.get(request.url ?? '')?.verify(text, request.headers as Record<string, string>)
  const { type, data } = JSON.parse(text)
  if (type === 'order') toldAt.set(data.id, performance.now())
  messages += 1
  response.writeHead(204).end()
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

await fillCatalogue(db)
const wineIds = Array.from({ length: 20 }, (_, index) => index + 1)
const owners: (Cellar & { caller: Caller; endpointId: number })[] = []
for (let number = 1; number <= ownerCount; number++) {
  const email = `owner${number}@example.com`
  const person = {
    firstName: 'Bench',
    lastName: String(number),
    company: null,
    password: 'not a secret at all',
  }
  const { accountId } = await createAccount(deps, { email, ...person })
  await fillCellar(db, { accountId, wineIds }, 600)
  const owner = { accountId, accessKeyId: null }
  const url = `${origin}/${number}`
  const { endpoint, secret } = await createEndpoint(deps, owner, { name: 'Bench', url, eventTypes: [] })
  secrets.set(`/${number}`, new Webhook(secret))
  const caller: Caller = { accountId, rights: 'write', email, name: `Bench ${number}` }
  owners.push({ accountId, wineIds, caller, endpointId: endpoint.id })
}
await pool.query('vacuum analyze bottles, stock_moves, wines, warehouses, locations, accounts')

const random = seededRandom(20261115)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const committedAt = new Map<number, number>()
async function placeOrder(): Promise<void> {
  const { caller } = pick(owners)
  const line = { wineId: pick(wineIds), formatMl: 750, boxCode: '', quantity: 1 }
  const { order } = await createOrder(deps, caller, {
    ...{ lines: [line], allowPartial: false, handover: 'pickup', recipient: noRecipient, wantedDate: null },
    ...{ timeOfDay: 'am', comment: null, reference: null, origin: 'api' },
  })
  committedAt.set(order.id, performance.now())
}
async function placeOrders(count: number, atOnce: number): Promise<void> {
  let left = count
  const place = async () => {
    while (left-- > 0) await placeOrder()
  }
  await Promise.all(Array.from({ length: atOnce }, place))
}
const untilTold = async (count: number) => {
  while (messages < count) await pause(5)
}
function percentiles(): string {
  const tookMs = [...toldAt]
    .map(([id, at]) => Math.max(0, at - (committedAt.get(id) ?? at)))
    .sort((one, other) => one - other)
  const at = (share: number) => (tookMs[Math.floor((tookMs.length - 1) * share)] ?? Number.NaN).toFixed(0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}
const forget = () => {
  toldAt.clear()
  committedAt.clear()
  messages = 0
}

const stopWorkers = await startWorkers(workerCount, settings)
try {
  await placeOrders(50, 4)
  await untilTold(50 * eventsPerOrder)
  forget()

  const orders = changes / eventsPerOrder
  let begin = performance.now()
  await placeOrders(orders, 8)
  const placedMs = performance.now() - begin
  await untilTold(changes)
  const toldMs = performance.now() - begin
  console.log(
    `While orders are placed as fast as they can be (${(changes / (placedMs / 1000)).toFixed(0)} events/s): ${(changes / (toldMs / 1000)).toFixed(0)} events/s told; ${percentiles()}`,
  )
  forget()

  const each = { accessKeyId: null }
  for (const { accountId, endpointId } of owners)
    await pauseEndpoint(deps, { accountId, ...each }, endpointId)
  await placeOrders(orders, 8)
  begin = performance.now()
  for (const { accountId, endpointId } of owners)
    await resumeEndpoint(deps, { accountId, ...each }, endpointId)
  await untilTold(changes)
  const drainedMs = performance.now() - begin
  console.log(`From a backlog of ${changes}: ${(changes / (drainedMs / 1000)).toFixed(0)} events/s told`)
  forget()

  const total = (rate * seconds) / eventsPerOrder
  begin = performance.now()
  const placing: Promise<void>[] = []
  for (let number = 0; number < total; number++) {
    const due = begin + (number * eventsPerOrder * 1000) / rate
    const early = due - performance.now()
    if (early > 1) await pause(early)
    placing.push(placeOrder())
  }
  await Promise.all(placing)
  const tookS = (performance.now() - begin) / 1000
  await untilTold(total * eventsPerOrder)
  console.log(
    `At ${((total * eventsPerOrder) / tookS).toFixed(0)} events/s for ${tookS.toFixed(0)} s: ${percentiles()}`,
  )
} finally {
  await stopWorkers()
  receiver.closeAllConnections()
  receiver.close()
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
}
