import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '../../../src/core/deps.ts'
import { type Random, seededRandom } from '../../../src/demo/random.ts'
import type { WorkerProcess } from '../../support/start-worker.ts'
import { openFlakyReceiver } from './flaky-receiver.ts'
import { judge, type Listener } from './judge.ts'
import { placeChanges } from './place-changes.ts'
import type { StormFigures, StormSite, StormSize } from './storm.ts'
import { untilDelivered } from './until-delivered.ts'

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

    const progress = {
      isOver: false,
      received: () => sumOf(listeners, ({ receiver }) => receiver.messages.length),
    }
    await untilAllLive(site, size.workers, progress)
    const begin = performance.now()
    const change = async () => {
      try {
        const placed = await Promise.all(owners.map((owner) => placeChanges(site, size, owner)))
        return { placed, helped: await untilDelivered(site, begin + size.limitMs) }
      } catch (error) {
        const ended = workers.filter((worker) => worker.hasEnded()).map((worker) => worker.said())
        throw new Error(`${ended.length} workers have ended by themselves. ${ended.join(' ')}`, {
          cause: error,
        })
      } finally {
        progress.isOver = true
      }
    }
    const [{ placed, helped }, kills] = await Promise.all([change(), rage(site, size, workers, progress)])
    const figures: StormFigures = {
      changes: sumOf(placed, ({ changes }) => changes),
      rolledBack: sumOf(placed, ({ rolledBack }) => rolledBack),
      events: new Set(listeners.flatMap(({ receiver }) => receiver.messages.map(({ body }) => body.id))).size,
      messages: progress.received(),
      repeats: sumOf(listeners, ({ receiver: { messages } }) => messages.length - distinct(messages)),
      refused: sumOf(listeners, ({ failed }) => failed.size),
      helped,
      kills,
      tookMs: performance.now() - begin,
    }
    const faults = (await Promise.all(listeners.map((listener) => judge(site.pool, listener)))).flat()
    for (const worker of workers) if (worker.hasEnded()) faults.push(`a worker ended: ${worker.said()}`)
    const endedWith = await Promise.all(workers.map((worker) => worker.stop()))
    return { faults, figures, endedWith, said: workers.map((worker) => worker.said()) }
  } finally {
    for (const worker of workers) await worker.kill()
    for (const { receiver } of listeners) await receiver.close()
  }
}

const sumOf = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)
const distinct = (messages: readonly { id: string }[]) => new Set(messages.map(({ id }) => id)).size

async function listen({ cellar }: StormSite, owner: Caller, random: Random): Promise<Listener> {
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
    if (kills === size.killsBeforeOutage) {
      await untilAllLive(site, size.workers, progress)
      await site.outage()
    }
  }
  return kills
}

/** A worker that finds no database when it starts ends again, as it should; so they have to be there before it goes away. */
async function untilAllLive(
  { pool, signal }: StormSite,
  workers: number,
  progress: { isOver: boolean },
): Promise<void> {
  const { rows: begin } = await pool.query<{ at: Date }>('select clock_timestamp() as at')
  for (;;) {
    const { rows } = await pool.query('select from live_workers where beat_at > $1', [begin[0]?.at])
    if (rows.length >= workers || progress.isOver) return
    await pause(100, undefined, { signal })
  }
}
