import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Counts every request by route and status, and watches the pool. */
export function observe(app: FastifyInstance, pool: pg.Pool): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'caveau_http_request_duration_seconds',
    help: 'Time to answer a request, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  new Gauge({
    name: 'caveau_database_connections',
    help: 'Connections of the pool: open, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  return registry
}

/** Its own server, so that the port can stay inside while the service is open to the world. */
export const makeMetricsServer = (registry: Registry): Server =>
  createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.setHeader('content-type', registry.contentType)
    return response.end(await registry.metrics())
  })
