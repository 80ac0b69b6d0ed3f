// Every general error of the document's table, each with its name, its status and the one error body.
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { setAccountBlocked } from '../../src/core/accounts/find-account.ts'
import { type Call, demoService, outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, pool, owner, origin } = await demoService()
const blocked = await openAccount(deps, 'blocked@example.com')
await setAccountBlocked(deps, blocked.accountId, true)
const reader = await openAccount(deps, 'reader@example.com', 'read')

test.each<[string, string, string, Call]>([
  ['404 not_found', 'GET', '/v1/no-such-service', {}],
  ['400 request_content_type_invalid', 'GET', '/v1/users', { headers: { 'content-type': 'text/html' } }],
  ['401 access_key_id_missing', 'GET', '/v1/users', { keys: null }],
  ['401 secret_access_key_missing', 'GET', '/v1/users', { keys: { ...owner, secretKey: '' } }],
  ['401 credentials_invalid', 'GET', '/v1/users', { keys: { ...owner, secretKey: 'x' } }],
  ['401 not_sufficient_rights_invalid', 'PUT', '/v1/users', { keys: reader.keys, body: {} }],
  ['403 account_blocked', 'GET', '/v1/users', { keys: blocked.keys }],
  ['400 invalid_json', 'PUT', '/v1/users', { rawBody: '{' }],
])('%s', async (expected, method, path, options) => {
  const reply = await call(method, path, options)
  expect(outcome(reply)).toBe(expected)
  expect(Object.keys(reply.body as object)).toEqual(['result', 'name', 'message'])
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.headers['x-request-id']).toMatch(/./)
})

test('503 service_unavailable when the database goes away, with when to come back', async () => {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select id from accounts where id = 1 for update')
  const waiting = call('PUT', '/v1/users', { body: { company: 'x' } })
  const { pid } = await vi.waitFor(async () => {
    // On another connection: within a transaction the view stays as it was when it was first read.
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0] ?? expect.fail('nobody waits yet')
  })
  await pool.query('select pg_terminate_backend($1)', [pid])
  const reply = await waiting
  await holder.query('rollback')
  holder.release()
  expect(outcome(reply)).toBe('503 service_unavailable')
  expect(reply.headers['retry-after']).toBe('5')
})

describe('500 internal_error', () => {
  test('shows the request id and nothing of the inside', async () => {
    await pool.query('alter table wine_comments rename to wine_comments_away')
    const reply = await call('GET', '/v1/wine-comments', { headers: { 'x-request-id': 'order-77' } })
    await pool.query('alter table wine_comments_away rename to wine_comments')
    expect(outcome(reply)).toBe('500 internal_error')
    expect(reply.body).toEqual({
      result: 'error',
      name: 'internal_error',
      message: 'Something went wrong on our side. Please quote the request id order-77.',
    })
    expect(reply.text).not.toMatch(/wine_comments|relation|select|node_modules|at .*\.ts/i)
    expect(outcome(await call('GET', '/v1/wine-comments'))).toBe('200 ok')
  })
})

describe('a request that is no HTTP at all gets the same error body', () => {
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.setEncoding('utf8')
      socket.on('data', (part: string) => {
        answer += part
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })

  test.each([
    ['an unknown verb', 'FETCH /v1/users HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 (400|404) /],
    ['nonsense', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'headers of 100 kB',
      `GET /v1/users HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
  ])('%s', async (_title, request, statusLine) => {
    const answer = await send(request)
    expect(answer).toMatch(statusLine)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(JSON.parse(body)).toMatchObject({
      result: 'error',
      name: expect.any(String),
      message: expect.any(String),
    })
    expect(head.toLowerCase()).toContain('x-request-id: ')
  })
})

describe('X-Request-Id', () => {
  test.each(['order-77', 'A.b:c_d-9', 'x'.repeat(64)])('%s is given back', async (id) => {
    const reply = await call('GET', '/v1/users', { headers: { 'x-request-id': id } })
    expect(reply.headers['x-request-id']).toBe(id)
  })

  test.each(['', 'x'.repeat(65), 'a b', '<script>', 'a,b', 'é', "'; --"])('"%s" is not', async (id) => {
    const reply = await call('GET', '/v1/users', { headers: { 'x-request-id': id } })
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('every request has one of its own', async () => {
    const paths = [
      '/v1/users',
      '/v1/users',
      '/v1/nothing',
      '/nothing',
      '/v1/%zz',
      '/health/live',
      '/docs/v1.json',
    ]
    const ids = await Promise.all(
      paths.map(async (path) => (await call('GET', path)).headers['x-request-id']),
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(paths.length)
  })
})
