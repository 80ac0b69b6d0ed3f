import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../../src/core/deps.ts'
import { seededRandom } from '../../../src/demo/random.ts'
import type { WorkerProcess } from '../../support/start-worker.ts'
import { openFlakyReceiver } from './flaky-receiver.ts'
import { judge, type Listener } from './judge.ts'
import { placeChanges } from './place-changes.ts'
import type { StormFigures, StormSite, StormSize } from './storm.ts'

/**
 * Changes of orders while receivers fail at random, workers are killed with -9 and the database goes away once. Tells what was wrong
 * afterwards, and of the workers that ran to the end.
 */
export async function runStorm(site: StormSite, size: StormSize) {
  const random = seededRandom('webhook storm')
  const listeners: Listener[] = []
  const workers: WorkerProcess[] = []
  try {
    const owners: Caller[] = []
    for (let each = 0; each < size.owners; each++)
      owners.push(await site.cellar.addOwner(2 * size.ordersEach))
    for (const owner of owners)
      for (let each = 0; each < size.receiversEach; each++) listeners.push(await listen(site, owner, random))
    for (let each = 0; each < size.workers; each++) workers.push(site.startWorker())

    const begin = performance.now()
    const received = () => listeners.reduce((sum, { receiver }) => sum + receiver.messages.length, 0)
    const placing = Promise.all(owners.map((owner) => placeChanges(site, size, owner)))
    const progress = { isOver: false, received }
    const [kills, placed] = await Promise.all([
      rage(site, size, workers, progress),
      placing
        .then(async (counts) => {
          await untilDelivered(site, begin + size.limitMs)
          return counts
        })
        .finally(() => {
          progress.isOver = true
        }),
    ])
    const tookMs = performance.now() - begin
    const faults = (await Promise.all(listeners.map((listener) => judge(site.pool, listener)))).flat()
    const figures: StormFigures = {
      changes: placed.reduce((sum, { changes }) => sum + changes, 0),
      rolledBack: placed.reduce((sum, { rolledBack }) => sum + rolledBack, 0),
      events: new Set(listeners.flatMap(({ receiver }) => receiver.messages.map(({ body }) => body.id))).size,
      messages: received(),
      repeats: received() - listeners.reduce((sum, { receiver }) => sum + distinct(receiver.messages), 0),
      refused: listeners.reduce((sum, { failed }) => sum + failed.size, 0),
      kills,
      tookMs,
    }
    faults.push(
      ...workers.filter((worker) => worker.hasEnded()).map((worker) => `a worker ended: ${worker.said()}`),
    )
    const endedWith = await Promise.all(workers.map((worker) => worker.stop()))
    return { faults, figures, endedWith, said: workers.map((worker) => worker.said()) }
  } finally {
    for (const worker of workers) await worker.kill()
    for (const { receiver } of listeners) await receiver.close()
  }
}

const distinct = (messages: readonly { id: string }[]) => new Set(messages.map(({ id }) => id)).size

async function listen(
  { cellar }: StormSite,
  owner: Caller,
  random: ReturnType<typeof seededRandom>,
): Promise<Listener> {
  const flaky = await openFlakyReceiver(random)
  const { secret, id } = await cellar.listen(owner, { url: flaky.receiver.url })
  flaky.trust(secret)
  return { ...flaky, accountId: owner.accountId, endpointId: id }
}

/** Kills one worker after the other, each replaced by a new one, until the storm is over; tells how many. */
async function rage(
  site: StormSite,
  size: StormSize,
  workers: WorkerProcess[],
  progress: { isOver: boolean; received: () => number },
): Promise<number> {
  let kills = 0
  while (kills < size.mostKills) {
    const [before, earliest] = [progress.received(), performance.now() + size.killEveryMs]
    while (performance.now() < earliest || progress.received() < before + size.killEveryMessages) {
      if (progress.isOver) return kills
      await pause(20, undefined, { signal: site.signal })
    }
    const killed = workers.splice(kills % size.workers, 1, site.startWorker())
    for (const worker of killed) await worker.kill()
    kills += 1
    if (kills === size.killsBeforeOutage) await site.outage()
  }
  return kills
}

/** Until everything was delivered; and not for ever. */
async function untilDelivered({ pool, signal }: StormSite, until: number): Promise<void> {
  for (;;) {
    const left = await pool
      .query<{ state: string; tries: string[] }>(
        `select d.state, array(
           select coalesce(a.error, a.status::text) || ' after ' || a.duration_ms || ' ms' from webhook_attempts a
           where a.account_id = d.account_id and a.delivery_id = d.id order by a.id) as tries
         from webhook_deliveries d where d.state <> 'delivered'`,
      )
      .catch(() => undefined)
    if (left?.rows.length === 0) return
    if (performance.now() > until) throw new Error(`The storm did not end: ${JSON.stringify(left?.rows)}`)
    await pause(200, undefined, { signal })
  }
}
