import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** `worker` processes of their own, ended by what is returned. */
export async function startWorkers(
  count: number,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['src/main.ts', 'worker'], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  )
  // They say nothing when they are ready; the first orders wake those that are late.
  await pause(5000)
  return async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  }
}
