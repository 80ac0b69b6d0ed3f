import pino, { type Logger } from 'pino'
import { loadSettings, type Settings } from '../config.ts'
import type { Deps } from '../core/deps.ts'
import { openFileStore } from '../core/files/open-file-store.ts'
import { openInstallation } from '../core/installation.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'

function openLog({ logLevel, env }: Settings, applicationName: string): Logger {
  // A terminal that was closed, or a pipe whose reader has gone, must not keep the service from stopping in order.
  process.stdout.on('error', () => {})
  return pino({ level: logLevel, base: { environment: env, process: applicationName } }, process.stdout)
}

/** What every command starts with: settings, a log, and a database whose schema is up to date. */
export async function openService(applicationName: string, settings = loadSettings(process.env)) {
  const log = openLog(settings, applicationName)
  const { pool, db, connection, close } = await openDatabase(settings, applicationName)
  try {
    await migrate(pool, (name) => log.info({ migration: name }, 'migrated'))
    const files = await openFileStore(settings)
    const deps: Deps = { db, files, now: () => new Date(), settings }
    const { demoSeededAt } = await openInstallation(deps)
    return { settings, log, pool, db, connection, deps, demoSeededAt, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type OpenService = Awaited<ReturnType<typeof openService>>

/** For commands that do one thing and end. */
export async function withService(applicationName: string, work: (service: OpenService) => Promise<number>) {
  const service = await openService(applicationName)
  try {
    return await work(service)
  } finally {
    await service.close()
  }
}
