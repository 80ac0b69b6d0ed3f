import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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

/** With these settings and no others of the environment. */
export function startWorker(settings: Record<string, string>): WorkerProcess {
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
