import type pg from 'pg'
import type { Settings } from '../config.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Connection, type Database, databaseOf, openPool } from './database.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded/embedded-server.ts'

export type OpenDatabase = { pool: pg.Pool; db: Database; connection: Connection; close(): Promise<void> }

/** Connects to DATABASE_URL, or to the embedded PostgreSQL of the data folder, which is started when it is not running. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'poolSize'>,
  applicationName: string,
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, poolSize: max } = settings
  const server = databaseUrl ? undefined : await startEmbeddedServer({ dataDir })
  const connection = server ? server.connection : { connectionString: databaseUrl ?? '' }
  const pool = openPool(connection, { max, applicationName })
  const watch = server && keepAlive(server)
  const close = async () => {
    clearInterval(watch)
    await pool.end()
    await server?.stop()
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw new StartRefusal(
      `The database cannot be reached: ${error instanceof Error ? error.message : error}.`,
    )
  }
  return { pool, db: databaseOf(pool), connection, close }
}

const lookEveryMs = 1000

/** A server of ours that dies is ours to start again; the pool then finds it at the same place. */
function keepAlive(server: EmbeddedServer): NodeJS.Timeout {
  let isReviving = false
  return setInterval(() => {
    if (isReviving) return
    isReviving = true
    // What cannot be mended now is tried again at the next look; until then requests are told that something went wrong.
    server
      .revive()
      .catch(() => {})
      .finally(() => {
        isReviving = false
      })
  }, lookEveryMs).unref()
}
