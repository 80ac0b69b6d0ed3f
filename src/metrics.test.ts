import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../test/support/database.ts'
import { makeMetricsServer, observe } from './metrics.ts'
import { buildServer } from './server.ts'

const database = await testDatabase()
const app = await buildServer({ ...database, log: pino({ level: 'silent' }) })
const server = makeMetricsServer(observe(app, database.pool))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  server.close()
  await app.close()
})

test('tells requests by route and status, in the text that Prometheus reads', async () => {
  await app.inject('/v1/bottles/1')
  await app.inject('/v1/bottles/2')
  await app.inject('/v1/no-such-route')
  await app.inject('/health/live')
  // An answer is counted once it has been sent, which may be a moment after it arrived.
  const response = await vi.waitFor(async () => {
    const asked = await fetch(`${origin}/metrics`)
    expect(await asked.clone().text()).toContain('route="/health/live"')
    return asked
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const counted = (labels: string) =>
    new RegExp(`^caveau_http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]
  expect(counted('method="GET",route="/v1/bottles/:id",status="401"')).toBe('2')
  expect(counted('method="GET",route="none",status="404"')).toBe('1')
  expect(counted('method="GET",route="/health/live",status="200"')).toBe('1')
  expect(text).toMatch(/^caveau_database_connections\{state="open"\} \d+$/m)
  expect(text).toMatch(/^caveau_database_connections\{state="waiting"\} 0$/m)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
})

test('holds no path, key or address of a caller', async () => {
  await app.inject({ url: '/v1/bottles/987654?x=secret', headers: { AccessKey: 'pre_ak_hidden' } })
  const text = await (await fetch(`${origin}/metrics`)).text()
  expect(text).not.toMatch(/987654|secret|hidden|127\.0\.0\.1/)
})

test('there is nothing else on its port, and nothing of it on the port of the service', async () => {
  for (const path of ['/', '/v1/bottles', '/metrics/x']) expect((await fetch(origin + path)).status).toBe(404)
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})
