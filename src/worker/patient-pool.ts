import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const pauseMs = 500

/** The server answered, so it is there, and not about to go. */
const isAnswer = (error: unknown) =>
  error instanceof pg.DatabaseError && !/^(08|57P|53300)/.test(error.code ?? '')

/** How graphile-worker names what it says at the end of a job. */
const endsJob = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  /^(complete|fail)_job/.test(String(query.name))

/**
 * A pool for graphile-worker. When the connection breaks just as the end of a job is written down, graphile-worker lets the error
 * go unheard, and that ends the whole process. Here it is written down once the database is back; after `giveUp` it is tried, but
 * nobody waits any more, and whoever stops the work frees the jobs that still look as if they ran.
 */
export function patientPool(pool: pg.Pool): { pool: pg.Pool; giveUp: () => void } {
  let isOver = false

  async function endJob(query: pg.QueryConfig) {
    for (;;) {
      try {
        return await pool.query(query)
      } catch (error) {
        if (isAnswer(error)) throw error
        if (isOver) return { rows: [], rowCount: 0 }
        await pause(pauseMs)
      }
    }
  }

  /** Takes a connection when it is first asked something, and none to end a job: that finds one by itself. */
  function lazyClient(): Pick<pg.PoolClient, 'query' | 'release'> {
    let connected: Promise<pg.PoolClient> | undefined
    const query = async (...asked: Parameters<pg.PoolClient['query']>) => {
      if (endsJob(asked[0])) return endJob(asked[0])
      connected ??= pool.connect()
      return (await connected).query(...asked)
    }
    const release = () => void connected?.then((client) => client.release()).catch(() => {})
    return { query: query as pg.PoolClient['query'], release }
  }

  // With a callback it is asked for the connection that listens, which is kept.
  const connect = (listen?: Parameters<typeof pool.connect>[0]) =>
    listen ? pool.connect(listen) : Promise.resolve(lazyClient())
  const patient = new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return connect
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return {
    pool: patient,
    giveUp: () => {
      isOver = true
    },
  }
}
