import type { Connection } from '../../src/db/database.ts'

export function withDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The same as an address, for a process that takes DATABASE_URL. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
