import { runWorker } from '../worker/run-worker.ts'
import { type Command, readArguments } from './command.ts'
import { openService } from './open-service.ts'
import { stopSignal } from './stop-signal.ts'

export const workerCommand: Command = {
  summary: 'run background work in a process of its own',
  help: 'Usage: caveau worker\n\nRuns background work until it is stopped. Start as many as you like; set CAVEAU_WORKER=off for serve.',
  run: async (args) => {
    readArguments(args, {})
    const { deps, pool, log, close } = await openService('caveau worker')
    const runner = await runWorker({ deps, pool, log })
    const signal = await stopSignal(() => process.exit(1))
    log.info({ signal }, 'stopping')
    await runner.stop()
    await close()
    return 0
  },
}
