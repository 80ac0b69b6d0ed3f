import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const running = new Set<ChildProcess>()

/** Ends whatever runs still, as after a test that failed. */
export async function killServes(): Promise<void> {
  for (const child of running) await kill(child)
}
afterAll(killServes)

/** A real `caveau serve` with these settings and no others. */
export type ServeProcess = {
  origin: string
  /** Asks it to stop and tells with which code it ended. */
  stop: () => Promise<number | null>
  kill: () => Promise<void>
}

export async function startServe(settings: Record<string, string>): Promise<ServeProcess> {
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CAVEAU_METRICS_PORT: 'off',
      CAVEAU_DEMO: 'off',
      CAVEAU_RATE_LIMIT: 'off',
      CAVEAU_LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const stop = async () => {
    child.kill('SIGTERM')
    return hasEnded(child) ? child.exitCode : ((await once(child, 'exit')) as [number | null])[0]
  }
  return { origin: await addressOf(child), stop, kill: () => kill(child) }
}

/** The address in the welcome text, which is printed when the service listens. */
function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let printed = ''
  const read = (text: string) => {
    printed += text
    const [, origin] = /API v1 +(\S+)\/v1\n/.exec(printed) ?? []
    if (origin) resolve(origin)
  }
  child.stdout?.setEncoding('utf8').on('data', read)
  child.stderr?.setEncoding('utf8').on('data', read)
  child.once('exit', (code) => reject(new Error(`caveau serve ended with ${code} and said: ${printed}`)))
  return promise
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
