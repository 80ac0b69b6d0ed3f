import { afterAll } from 'vitest'
import { startWorker, type WorkerProcess } from './start-worker.ts'

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
