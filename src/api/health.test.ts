import { afterAll, expect, test } from 'vitest'
import { demoService } from '../../test/support/service.ts'

const { call, pool } = await demoService()
const ask = (path: string) => call('GET', path, { keys: null, headers: { 'content-type': 'text/plain' } })
afterAll(() => pool.query('select 1').catch(() => {}))

test('live asks for nothing but the process', async () => {
  const reply = await ask('/health/live')
  expect([reply.status, reply.body]).toEqual([200, { status: 'live', environment: 'preproduction' }])
})

test.each(['/health', '/health/ready'])(
  '%s: ready when the database answers and has the schema',
  async (path) => {
    const reply = await ask(path)
    expect([reply.status, reply.body]).toEqual([200, { status: 'ready', environment: 'preproduction' }])
  },
)

test('not ready while the schema is behind', async () => {
  await pool.query(`update migrations set name = 'x' || name where name like '0001%'`)
  const reply = await ask('/health/ready')
  await pool.query(`update migrations set name = substr(name, 2) where name like 'x0001%'`)
  expect([reply.status, reply.body]).toEqual([503, { status: 'migrating', environment: 'preproduction' }])
  expect((await ask('/health/ready')).status).toBe(200)
})

test('not ready without a database, and still live', async () => {
  await pool.query('alter table migrations rename to migrations_away')
  const [ready, live] = [await ask('/health/ready'), await ask('/health/live')]
  await pool.query('alter table migrations_away rename to migrations')
  expect([ready.status, ready.body]).toEqual([503, { status: 'no database', environment: 'preproduction' }])
  expect(live.status).toBe(200)
})
