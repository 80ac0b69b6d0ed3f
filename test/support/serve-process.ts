import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** A real `caveau serve`. */
export type ServeProcess = {
  origin: string
  /** Asks it to stop and tells with which code it ended. */
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** What it said on its way. */
  said: () => string
}

/** Starts real `caveau serve` processes for the calling test file; those that still run when it is done are killed. */
export function serveProcesses(): (settings: Record<string, string>) => Promise<ServeProcess> {
  const started: ChildProcess[] = []
  afterAll(async () => {
    for (const child of started) await kill(child)
  })
  return async (settings) => {
    const child = spawnServe(settings)
    started.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    const stop = async () => {
      child.kill('SIGTERM')
      return hasEnded(child) ? child.exitCode : ((await once(child, 'exit')) as [number | null])[0]
    }
    return { origin: await addressOf(child), stop, kill: () => kill(child), said: () => said }
  }
}

/** With these settings and no others of the environment. */
const spawnServe = (settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [main, 'serve'], {
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
