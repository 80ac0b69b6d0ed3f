import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Columns, Row, Statement } from './statement.ts'

export interface Database {
  rows<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]): Promise<Row<C>[]>
  row<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]): Promise<Row<C> | undefined>
  /** Runs a statement for its effect and tells how many rows it touched. */
  run(statement: Statement, values?: readonly unknown[]): Promise<number>
  readonly isTransaction: boolean
  /** One transaction around `work`. Inside a transaction it joins the one that is open. */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>
}

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

const asNumber = (value: string) => Number(value)
const asIs = (value: string) => value
const parsers = new Map<number, (value: string) => unknown>([
  [20, asNumber], // int8: ids stay far below 2^53
  [1082, asIs], // date
])

/** A pool whose rows hold what `statement.ts` declares: ids as numbers, days and decimals as text. */
export function openPool(connection: Connection, options: { max: number; applicationName: string }): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    // A socket in the file system has no use for TLS, whatever the environment says.
    ...('host' in connection && { ssl: false }),
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    // A query that hangs must not hold a connection for ever; long work sets its own limit.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks (a restart of the server) is dropped by the pool, and its query fails by itself; without these
  // listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const run = (target: pg.Pool | pg.PoolClient, statement: Statement, values: readonly unknown[] = []) =>
  target.query(
    statement.name === undefined
      ? { text: statement.text, values: [...values] }
      : { name: statement.name, text: statement.text, values: [...values] },
  )

abstract class Queries {
  protected abstract query(statement: Statement, values?: readonly unknown[]): Promise<pg.QueryResult>
  async rows<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]): Promise<Row<C>[]> {
    return (await this.query(statement, values)).rows
  }
  async row<C extends Columns>(statement: Statement<C>, values?: readonly unknown[]) {
    return (await this.rows(statement, values))[0]
  }
  async run(statement: Statement, values?: readonly unknown[]): Promise<number> {
    return (await this.query(statement, values)).rowCount ?? 0
  }
}

class OpenTransaction extends Queries implements Database {
  readonly isTransaction = true
  readonly #client: pg.PoolClient
  #last: Promise<unknown> = Promise.resolve()
  constructor(client: pg.PoolClient) {
    super()
    this.#client = client
  }
  /** One connection runs one query at a time; callers that ask for several at once are served in turn. */
  protected query(statement: Statement, values?: readonly unknown[]): Promise<pg.QueryResult> {
    const result = this.#last.then(() => run(this.#client, statement, values))
    this.#last = result.catch(() => {})
    return result
  }
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return work(this)
  }
}

const attempts = 6
const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

class PooledDatabase extends Queries implements Database {
  readonly isTransaction = false
  readonly #pool: pg.Pool
  constructor(pool: pg.Pool) {
    super()
    this.#pool = pool
  }
  protected query(statement: Statement, values?: readonly unknown[]): Promise<pg.QueryResult> {
    return run(this.#pool, statement, values)
  }
  /** A deadlock or serialization failure means that nothing happened: the work is run again, and no caller sees it. */
  async transaction<T>(work: (db: Database) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work)
      } catch (error) {
        if (!isConflict(error) || attempt === attempts) throw error
        await pause(Math.random() * 10 * 2 ** attempt)
      }
    }
  }
  private async attempt<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(new OpenTransaction(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
}

export const databaseOf = (pool: pg.Pool): Database => new PooledDatabase(pool)

/** For a transaction that somebody else began on a connection of their own, and will end. */
export const openTransactionOn = (client: pg.PoolClient): Database => new OpenTransaction(client)
