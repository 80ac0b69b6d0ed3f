import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Environment } from '../config.ts'
import { pendingMigrations } from '../db/migrate.ts'

/** For load balancers: `live` says that the process answers, `ready` that it can serve. */
export function healthRoutes(app: FastifyInstance, { pool, env }: { pool: pg.Pool; env: Environment }): void {
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live', environment: env }))

  for (const address of ['/health', '/health/ready'])
    app.get(address, { logLevel: 'warn' }, async (request, reply) => {
      try {
        const pending = await pendingMigrations(pool)
        if (pending.length === 0) return { status: 'ready', environment: env }
        return reply.code(503).send({ status: 'migrating', environment: env })
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer')
        return reply.code(503).send({ status: 'no database', environment: env })
      }
    })
}
