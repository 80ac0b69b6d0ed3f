/*
 * How long an account takes to load the largest scenario, to load it again, and to be emptied, alone and after orders. Each line
 * tells the time that passed. Run it with: node bench/scenarios.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService } from '../src/cli/open-service.ts'
import { createAccount } from '../src/core/accounts/create-account.ts'
import { verifyLedger } from '../src/core/cellar/verify-ledger.ts'
import { createOrder } from '../src/core/orders/create-order.ts'
import { noRecipient } from '../src/core/orders/order.ts'
import { loadScenario } from '../src/core/sandbox/load-scenario.ts'

const orderCount = 1000
const dataDir = await mkdtemp(join(tmpdir(), 'caveau-bench-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755)
Object.assign(process.env, { DATA_DIR: dataDir, CAVEAU_DEMO: 'off', CAVEAU_LOG_LEVEL: 'warn' })
const service = await openService('caveau bench')
const { db, deps, pool } = service

const { accountId } = await createAccount(deps, {
  ...{ email: 'bench@example.com', firstName: 'Bench', lastName: 'One', company: null },
  password: 'not a secret at all',
})

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
}
const load = (name: string) => loadScenario(deps, accountId, name)

await timed('100000-bottles into an empty account', () => load('100000-bottles'))
await timed('100000-bottles once more', () => load('100000-bottles'))
await timed(`${orderCount} orders of six bottles`, placeOrders)
await timed('empty, after those orders', () => load('empty'))
await timed('3000-bottles', () => load('3000-bottles'))
await timed('small', () => load('small'))
const { discrepancies } = await verifyLedger(db)
console.log(`${discrepancies.length} discrepancies in the ledger`)
await service.close()
await rm(dataDir, { recursive: true, force: true })

async function placeOrders(): Promise<void> {
  const { rows } = await pool.query<{ wineId: number }>(
    `select wine_id as "wineId" from bottles where account_id = $1 and box_code = '' and format_ml = 750
     group by wine_id having count(*) > 60`,
    [accountId],
  )
  const owner = { accountId, rights: 'write', email: 'bench@example.com', name: 'Bench One' } as const
  for (let index = 0; index < orderCount; index++) {
    const line = { wineId: rows[index % rows.length]?.wineId ?? 0, formatMl: 750, boxCode: '', quantity: 6 }
    await createOrder(deps, owner, {
      ...{ lines: [line], allowPartial: false, handover: 'pickup', recipient: noRecipient, wantedDate: null },
      ...{ timeOfDay: 'am', comment: null, reference: null, origin: 'api' },
    })
  }
}
