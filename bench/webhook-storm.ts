/*
 * The journey of test/journeys/webhook-storm.test.ts in full size, with a PostgreSQL of its own that is restarted on the way: what was
 * committed arrives at least once, of each record in order, signed, and nothing of what was rolled back.
 * Run it with: node bench/webhook-storm.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openService } from '../src/cli/open-service.ts'
import { stopPostmaster } from '../src/db/embedded/postmaster.ts'
import { runStorm } from '../test/journeys/storm/run-storm.ts'
import { startWorker } from '../test/support/start-worker.ts'
import { webhookCellar } from '../test/support/webhook-cellar.ts'

const { values: given } = parseArgs({
  options: {
    changes: { type: 'string', default: '2000' },
    owners: { type: 'string', default: '10' },
    workers: { type: 'string', default: '4' },
    'kill-every': { type: 'string', default: '4' },
    minutes: { type: 'string', default: '10' },
    help: { type: 'boolean' },
  },
})
if (given.help) {
  console.log(
    'Usage: node bench/webhook-storm.ts [--changes 2000] [--owners 10] [--workers 4] [--kill-every SECONDS] [--minutes 10]',
  )
  process.exit(0)
}
const [owners, workers] = [Number(given.owners), Number(given.workers)]
const editsEach = 8
/** Each order is made and edited, and every fourth deleted. */
const ordersEach = Math.ceil(Number(given.changes) / owners / (1 + editsEach + 1 / 4))
const limitMs = Number(given.minutes) * 60_000

const dataDir = await mkdtemp(join(tmpdir(), 'caveau-bench-'))
// As root, PostgreSQL runs as another user, who must be able to enter.
await chmod(dataDir, 0o755)
const settings = { DATA_DIR: dataDir, CAVEAU_DEMO: 'off', CAVEAU_LOG_LEVEL: 'error' }
Object.assign(process.env, settings)
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
const service = await openService('caveau bench')
const { deps, pool } = service

let restartMs = 0
/** Stopped in order; whoever of the processes sees it first starts it again. */
async function restartPostgres(): Promise<void> {
  const begin = performance.now()
  await stopPostmaster(join(dataDir, 'postgres'))
  while (!(await pool.query('select 1').catch(() => undefined))) {
    stopped.signal.throwIfAborted()
    await pause(100)
  }
  restartMs = performance.now() - begin
}

try {
  const site = {
    ...{ deps, pool, cellar: await webhookCellar(deps, pool), outage: restartPostgres },
    ...{ startWorker: () => startWorker(settings), signal: stopped.signal },
  }
  const { faults, figures, endedWith, said } = await runStorm(site, {
    ...{ owners, receiversEach: 2, ordersEach, editsEach, workers, limitMs },
    ...{ killEveryMs: Number(given['kill-every']) * 1000, killEveryMessages: 50 },
    ...{ mostKills: Number.POSITIVE_INFINITY, killsBeforeOutage: 3 },
  })
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${figures.changes} changes of orders and ${figures.rolledBack} that were rolled back; ${figures.events} events to ${owners * 2} receivers in ${seconds(figures.tookMs)}.`,
  )
  console.log(
    `${figures.messages} messages came, ${figures.refused} of them were refused at random, ${figures.repeats} were repeats, ${figures.helped} failed for another reason and were sent again by hand.`,
  )
  console.log(
    `${figures.kills} times one of ${workers} workers was killed with -9; PostgreSQL was away for ${seconds(restartMs)}; the last workers ended with ${endedWith.join(', ')}.`,
  )
  for (const text of said.filter(Boolean)) console.log(`A worker said: ${text.slice(0, 2000)}`)
  console.log(
    faults.length === 0
      ? 'Nothing was lost, out of order, unsigned or untrue.'
      : faults.slice(0, 50).join('\n'),
  )
  if (faults.length > 0) process.exitCode = 1
} finally {
  await service.close()
  await rm(dataDir, { recursive: true, force: true })
}
