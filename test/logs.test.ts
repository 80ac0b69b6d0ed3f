// The log never holds a secret: not at the most talkative level, not when something fails, not when a caller misplaces it.
import { expect, test, vi } from 'vitest'
import { demoService } from './support/service.ts'
import { goodAddress } from './v1/all-routes.ts'

const { call, pool, owner, stranger, lines, settings } = await demoService({
  CAVEAU_LOG_LEVEL: 'debug',
  CAVEAU_RATE_LIMIT: '1/20',
})
type Line = { level: number; requestId?: string; method?: string; url?: string; status?: number; ms?: number }
const entries = () => lines.map((line) => JSON.parse(line) as Line)
const secrets = [
  owner.secretKey,
  owner.bearerToken,
  owner.password,
  owner.accessKey,
  stranger.secretKey,
  stranger.accessKey,
  settings.secret,
]
/** The line of a request is written after its answer was sent, so it may come a moment later. */
const written = (count: number) =>
  vi.waitFor(() => expect(entries().filter((each) => each.url).length).toBeGreaterThanOrEqual(count))
const expectNoSecret = () => {
  const text = lines.join('')
  for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 7)}…`).toBe(false)
  expect(text).not.toMatch(/"(accesskey|secretkey|authorization|cookie)":"(?!\[)/i)
}

test('a request leaves one line: what was asked, by which id, with which end', async () => {
  lines.length = 0
  await call('GET', '/v1/bottles?count=1', { headers: { 'x-request-id': 'abc-1' } })
  await written(1)
  const requests = entries().filter((each) => each.url)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    level: 30,
    requestId: 'abc-1',
    method: 'GET',
    url: '/v1/bottles?count=1',
    status: 200,
    ms: expect.any(Number),
  })
})

test('requests of every end hold no secret', async () => {
  lines.length = 0
  const bearer = { Authorization: `Bearer ${owner.bearerToken}`, Cookie: `session=${owner.password}` }
  await call('GET', '/v1/users', { headers: bearer })
  await call('GET', '/v1/users', { keys: { accessKey: owner.accessKey, secretKey: 'wrong' } })
  await call('GET', '/v1/users', { keys: { accessKey: 'unknown', secretKey: owner.secretKey } })
  await call('POST', '/v1/addresses', { body: { ...goodAddress, unknown: owner.secretKey } })
  await call('POST', '/v1/addresses', { rawBody: `{"secretKey":"${owner.secretKey}"` })
  await call('PUT', '/v1/users', { body: { email: owner.secretKey } })
  await Promise.all(Array.from({ length: 40 }, () => call('GET', '/v1/users', { keys: stranger })))
  await written(46)
  expect(entries().some((each) => each.status === 429)).toBe(true)
  expectNoSecret()
})

test('a failure on our side holds the whole story and no secret', async () => {
  lines.length = 0
  await pool.query('alter table access_keys rename to access_keys_away')
  const reply = await call('GET', '/v1/users')
  await pool.query('alter table access_keys_away rename to access_keys')
  expect(reply.status).toBe(500)
  await written(1)
  const failure = lines.find((line) => line.includes('"level":50')) ?? ''
  expect(failure).toContain('access_keys')
  expect(failure).toContain('stack')
  expect(JSON.parse(failure)).toMatchObject({
    requestId: reply.headers['x-request-id'],
    msg: 'request failed',
  })
  expectNoSecret()
})

test('a secret that a caller puts into the address is not written down either', async () => {
  lines.length = 0
  await call('GET', `/v1/users?SecretKey=${owner.secretKey}&token=${owner.bearerToken}`)
  await call('GET', `/v1/nothing/${owner.accessKey}`, { keys: null })
  await written(2)
  expectNoSecret()
})
