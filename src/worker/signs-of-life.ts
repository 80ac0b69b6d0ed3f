import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../core/deps.ts'
import { beatWorker, buryDeadWorkers, leaveWork, silenceMs } from '../core/workers/live-workers.ts'

const beatMs = 5000
/** So many signs of life in a row are longer than the silence of the dead. */
const beatsBeforeJudging = Math.ceil(silenceMs / beatMs) + 1

/**
 * Shows that a pool of workers lives, and frees the jobs of those that do so no more: a process that was killed keeps its jobs
 * locked for hours otherwise. Who was silent itself, because the database was away, gives the others time to be heard again.
 */
export function giveSignsOfLife({ db }: Deps, log: Logger, poolId: string): { end: () => Promise<void> } {
  const ended = new AbortController()
  const { signal } = ended
  const beating = (async () => {
    for (let inARow = 1; !signal.aborted; inARow++) {
      try {
        await beatWorker(db, poolId)
        const dead = inARow > beatsBeforeJudging ? await buryDeadWorkers(db) : 0
        if (dead > 0) log.warn({ dead }, 'freed the jobs of workers that fell silent')
      } catch (error) {
        inARow = 0
        log.warn({ err: error }, 'a sign of life could not be given')
      }
      await pause(beatMs, undefined, { signal }).catch(() => {})
    }
  })()
  const end = async () => {
    ended.abort()
    await beating
    await leaveWork(db, poolId).catch((error: unknown) =>
      log.warn({ err: error }, 'what this worker held is free when others find it gone'),
    )
  }
  return { end }
}
