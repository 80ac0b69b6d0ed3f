import { setTimeout as pause } from 'node:timers/promises'
import { startWorker } from '../test/support/start-worker.ts'

/** `worker` processes of their own, ended by what is returned. What they complain of is printed then. */
export async function startWorkers(
  count: number,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const workers = Array.from({ length: count }, () => startWorker(settings))
  // They say nothing when they are ready; the first orders wake those that are late.
  await pause(5000)
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    for (const worker of workers) if (worker.said()) console.log(worker.said())
  }
}
