import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A `serve` process of its own on a free port, stopped by `stop`. */
export async function startServe(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env: { PATH: process.env.PATH, PORT: '0', CAVEAU_METRICS_PORT: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8')
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: string) => {
      printed += chunk
      const found = /(http:\/\/\S+)\/v1\n/.exec(printed)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`serve ended: ${printed}`)))
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { address, stop }
}
