import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { readFileSync, readdirSync } from 'node:fs'
import { openService } from './src/cli/open-service.ts'
import { createAccount } from './src/core/accounts/create-account.ts'
import { createEndpoint } from './src/core/webhooks/create-endpoint.ts'
import { claimDelivery } from './src/core/webhooks/claim-delivery.ts'
import { settleDelivery } from './src/core/webhooks/settle-delivery.ts'
import { createOrder } from './src/core/orders/create-order.ts'
import { noRecipient } from './src/core/orders/order.ts'
import { fillCatalogue, fillCellar } from './bench/order-cellars.ts'
const dataDir = await mkdtemp('/tmp/caveau-scratch-')
await chmod(dataDir, 0o755)
Object.assign(process.env, { DATA_DIR: dataDir, CAVEAU_DEMO: 'off', CAVEAU_LOG_LEVEL: 'warn', CAVEAU_WORKER: 'off' })
const service = await openService('scratch')
const { db, deps, pool } = service
const stat = (pid: number) => { try { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' '); return { ppid: Number(s[1]), cpu: Number(s[11]) + Number(s[12]), dead: Number(s[13]) + Number(s[14]) } } catch { return undefined } }
const cpu = () => { const pm = Number(readFileSync(dataDir + '/postgres/postmaster.pid', 'utf8').split('\n')[0]); let sum = stat(pm)!.cpu + stat(pm)!.dead; for (const p of readdirSync('/proc').map(Number).filter((n) => n > 0)) { const s = stat(p); if (s?.ppid === pm) sum += s.cpu } return sum * 10 }
const time = async (what: string, n: number, work: () => Promise<unknown>) => { const [t, c] = [performance.now(), cpu()]; for (let i = 0; i < n; i++) await work(); console.log(what, ((performance.now() - t) / n).toFixed(2), 'ms wall', ((cpu() - c) / n).toFixed(2), 'ms cpu of postgres each') }
try {
  await fillCatalogue(db)
  const { accountId } = await createAccount(deps, { email: 'a@example.com', firstName: 'a', lastName: 'b', company: null, password: 'not a secret at all' })
  const wineIds = Array.from({ length: 20 }, (_, i) => i + 1)
  await fillCellar(db, { accountId, wineIds }, 600)
  await pool.query('vacuum analyze bottles, stock_moves, wines, warehouses, locations, accounts')
  const caller = { accountId, rights: 'write' as const, email: 'a@example.com', name: 'x' }
  let n = 0
  const order = () => createOrder(deps, caller, { lines: [{ wineId: wineIds[n++ % 20]!, formatMl: 750, boxCode: '', quantity: 1 }], allowPartial: false, handover: 'pickup', recipient: noRecipient, wantedDate: null, timeOfDay: 'am', comment: null, reference: null, origin: 'api' } as any)
  await time('order, nobody listens', 100, order)
  await time('order, nobody listens', 300, order)

  const { endpoint } = await createEndpoint(deps, { accountId, accessKeyId: null }, { name: 'x', url: 'http://127.0.0.1:9/', eventTypes: [] })
  const ref = { accountId, endpointId: endpoint.id }
  const a = { durationMs: 1, url: 'http://127.0.0.1:9/', signedAt: 5, status: 200, error: null, responseHeaders: {}, responseBody: '' } as const
  const measure = async (what: string) => {
    for (let i = 0; i < 160; i++) await order()
    await pool.query('update webhook_endpoints set last_attempt_failed=false')
    let c1 = 0, c2 = 0
    for (let i = 0; i < 300; i++) { let c = cpu(); const d = await claimDelivery(deps, ref); c1 += cpu() - c; c = cpu(); await settleDelivery(deps, d!, a, 0); c2 += cpu() - c }
    console.log(what, 'claim', c1 / 300, 'settle', c2 / 300)
    await pool.query('delete from webhook_deliveries')
  }
  await measure('auto')
  for (const m of ['force_generic_plan', 'force_custom_plan', 'auto']) {
    const [x, y] = [await pool.connect(), await pool.connect()]
    for (const c of [x, y]) { await c.query(`set plan_cache_mode = ${m}`); c.release() }
    await measure(m) }
} finally { await service.close(); await rm(dataDir, { recursive: true, force: true }) }
