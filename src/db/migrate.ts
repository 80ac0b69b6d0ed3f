import { readdir, readFile } from 'node:fs/promises'
import { runMigrations as migrateWorker } from 'graphile-worker'
import type pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'

const folder = new URL('./migrations/', import.meta.url)
// Any constant will do, as long as every Caveau process takes the same one.
const lockKey = 0x0ca7ea0

const migrationNames = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

async function appliedNames(client: pg.Pool | pg.PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map((row) => row.name))
}

/** Brings the schema up to date. Two processes that start at once take turns; each file is one transaction. */
export async function migrate(pool: pg.Pool, onApplied: (name: string) => void = () => {}): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseOldServer(client)
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = await appliedNames(client)
    const names = await migrationNames()
    refuseNewerSchema(applied, names)
    for (const name of names.filter((each) => !applied.has(each))) {
      await client.query('begin')
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
      onApplied(name)
    }
    await migrateWorker({ pgPool: pool })
  } finally {
    // Closing the connection gives the lock back and rolls an unfinished file back.
    client.release(true)
  }
}

/** What this code brings and the database lacks. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const applied = await appliedNames(pool)
  return (await migrationNames()).filter((name) => !applied.has(name))
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (major < 15)
    throw new StartRefusal(`Caveau needs PostgreSQL 15 or newer, and this server is version ${major}.`)
}

function refuseNewerSchema(applied: Set<string>, known: string[]): void {
  const unknown = [...applied].filter((name) => !known.includes(name)).sort()
  if (unknown.length > 0)
    throw new StartRefusal(
      `The database was migrated by a newer Caveau (${unknown.at(-1)}); start that version, or a newer one.`,
    )
}
