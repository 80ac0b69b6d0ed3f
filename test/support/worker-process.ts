import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A real `caveau worker`. */
export type WorkerProcess = {
  /** With -9, so that it cannot say goodbye. */
  kill: () => Promise<void>
  /** Asks it to stop and tells with which code it ended. */
  stop: () => Promise<number | null>
  hasEnded: () => boolean
  /** What it said on its way. */
  said: () => string
}

/** Starts real `caveau worker` processes for the calling test file; those that still run when it is done are killed. */
export function workerProcesses(): (settings: Record<string, string>) => WorkerProcess {
  const started: WorkerProcess[] = []
  afterAll(async () => {
    for (const worker of started) await worker.kill()
  })
  return (settings) => {
    const worker = startWorker(settings)
    started.push(worker)
    return worker
  }
}

/** With these settings and no others of the environment. */
function startWorker(settings: Record<string, string>): WorkerProcess {
  const child = spawn(process.execPath, [main, 'worker'], {
    cwd: '/',
    env: { PATH: process.env.PATH, CAVEAU_DEMO: 'off', CAVEAU_LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const end = async (signal: NodeJS.Signals) => {
    if (!hasEnded(child)) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return {
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    hasEnded: () => hasEnded(child),
    said: () => said,
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
