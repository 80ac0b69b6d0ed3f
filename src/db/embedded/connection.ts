import { Client } from 'pg'
import type { Postmaster } from './postmaster.ts'
import { errorCode } from './start-refusal.ts'

export type Connection = { host: string; port: number; user: string; database: string }

const database = 'caveau'

/** Connects once and makes sure that the database is there; undefined while the server is not ready. */
export async function connectOnce(server: Postmaster): Promise<Connection | undefined> {
  const connection = { host: server.socketFolder, port: server.port, user: 'caveau' }
  // PGSSLMODE of the environment is about other servers; a Unix socket has no TLS.
  const client = new Client({
    ...connection,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
  })
  // A server that goes away is noticed by the query; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await createDatabaseWhenMissing(client)
    return { ...connection, database }
  } catch (error) {
    if (isNotReady(error)) return undefined
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabaseWhenMissing(client: Client) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  await client.query(`create database ${database}`).catch((error: unknown) => {
    // 42P04 and 23505: another process has made it in this very moment.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  })
}

/** The socket is not there (any more), or the server is starting up or shutting down. */
function isNotReady(error: unknown): boolean {
  const code = errorCode(error)
  return (
    code === undefined || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes(code)
  )
}
