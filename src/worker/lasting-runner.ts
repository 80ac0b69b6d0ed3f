import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Deps } from '../core/deps.ts'
import { giveSignsOfLife } from './signs-of-life.ts'

export type LastingRunner = Pick<Runner, 'addJob'> & { stop: () => Promise<void> }

const restartMs = 1000

/**
 * A runner that lasts. By itself one ends the whole process when the connection breaks at the moment in which it marks a job as
 * done; told to do so in batches, even of one, it ends only itself. It is then started anew, and what it held is free again.
 */
export async function startLastingRunner(
  options: RunnerOptions,
  deps: Deps,
  log: Logger,
): Promise<LastingRunner> {
  let isStopping = false
  let current = await start()
  const living = live()

  async function start() {
    const events: WorkerEvents = new EventEmitter()
    let poolId = ''
    events.on('pool:create', ({ workerPool }) => {
      poolId = workerPool.id
    })
    const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
    const runner = await run({ ...options, events, preset })
    return { runner, life: giveSignsOfLife(deps, log, poolId) }
  }

  async function live(): Promise<void> {
    for (;;) {
      await current.runner.promise.catch(() => {})
      await current.life.end().catch((error: unknown) => log.warn({ err: error }, 'jobs stay locked for now'))
      if (isStopping) return
      log.error('background work ended by itself and is started anew')
      if (!(await startAgain())) return
    }
  }

  async function startAgain(): Promise<boolean> {
    while (!isStopping) {
      try {
        current = await start()
        if (isStopping) await endRunner()
        return true
      } catch (error) {
        log.warn({ err: error }, 'background work cannot start yet')
        await pause(restartMs)
      }
    }
    return false
  }

  // It complains when it has ended already.
  const endRunner = () => current.runner.stop().catch(() => {})

  const stop = async () => {
    isStopping = true
    await endRunner()
    await living
  }
  return { addJob: (...job) => current.runner.addJob(...job), stop }
}
