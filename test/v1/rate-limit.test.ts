// The rate limit over HTTP: told on every answer, counted per credential, refused with the time to wait.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { demoService, outcome, type Reply } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { call, deps, owner, stranger } = await demoService({ CAVEAU_RATE_LIMIT: '1/10' })
// The buckets fill by a clock that stands still until a test moves it.
const standing = { nowMs: performance.now() }
vi.spyOn(performance, 'now').mockImplementation(() => standing.nowMs)
afterAll(() => void vi.restoreAllMocks())
beforeEach(() => {
  standing.nowMs += 60_000
})

const left = ({ headers }: Reply) => Number(/;r=(\d+);/.exec(String(headers.ratelimit))?.[1])

test('every answer tells the policy and what is left', async () => {
  const { keys } = await openAccount(deps, 'counted@example.com', 'read')
  const replies: [string, Reply][] = [
    ['200 ok', await call('GET', '/v1/users', { keys })],
    ['404 not_found', await call('GET', '/v1/bottles/999999999', { keys })],
    ['400 parameter_invalid', await call('GET', '/v1/bottles?page=0', { keys })],
    ['401 not_sufficient_rights_invalid', await call('PUT', '/v1/users', { keys, body: {} })],
    [
      '400 request_content_type_invalid',
      await call('GET', '/v1/users', { keys, headers: { 'content-type': 'x/y' } }),
    ],
    ['401 access_key_id_missing', await call('GET', '/v1/users', { keys: null })],
    ['401 credentials_invalid', await call('GET', '/v1/users', { keys: { ...keys, secretKey: 'x' } })],
    ['404 not_found', await call('GET', '/v1/nothing', { keys: null })],
    ['404 not_found', await call('PATCH', '/v1/users', { keys })],
  ]
  for (const [expected, reply] of replies) {
    expect(outcome(reply)).toBe(expected)
    expect(reply.headers['ratelimit-policy'], expected).toBe('"credential";q=10;w=10')
    expect(reply.headers.ratelimit, expected).toMatch(/^"credential";r=\d+;t=\d+$/)
    expect(reply.headers).not.toHaveProperty('retry-after')
  }
})

test('what is left goes down by one a request', async () => {
  const replies = [await call('GET', '/v1/users'), await call('GET', '/v1/users')]
  expect(replies.map(left)).toEqual([9, 8])
})

describe('a credential that has used up its burst', async () => {
  const { keys, ...person } = await openAccount(deps, 'busy@example.com')
  const ask = () => call('GET', '/v1/users', { keys })
  beforeEach(async () => {
    for (let times = 0; times < 10; times++) expect(outcome(await ask())).toBe('200 ok')
  })

  test('is refused with the time to wait', async () => {
    const reply = await ask()
    expect(outcome(reply)).toBe('429 rate_limited')
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.headers.ratelimit).toBe('"credential";r=0;t=10')
    expect(reply.headers['x-request-id']).toMatch(/./)
  })

  test('is served again after that time, once a second', async () => {
    standing.nowMs += 999
    expect(outcome(await ask())).toBe('429 rate_limited')
    standing.nowMs += 1
    expect(outcome(await ask())).toBe('200 ok')
    expect(outcome(await ask())).toBe('429 rate_limited')
  })

  test('does not use up that of another account, nor of another key of its own', async () => {
    const second = await issueAccessKey(deps, { ...person, name: 'second', rights: 'write' })
    expect(outcome(await ask())).toBe('429 rate_limited')
    expect(outcome(await call('GET', '/v1/users', { keys: stranger }))).toBe('200 ok')
    expect(outcome(await call('GET', '/v1/users', { keys: second }))).toBe('200 ok')
  })
})

test('those without a valid key are counted by address, so guessing is slow and does not lock the owner out', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      call('GET', '/v1/users', { keys: { accessKey: owner.accessKey, secretKey: `guess ${index}` } }),
    ),
  )
  expect(guesses.filter((each) => each.status === 429)).toHaveLength(4)
  expect(outcome(await call('GET', '/v1/users'))).toBe('200 ok')
})

test('health is not limited', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => call('GET', '/health/live', { keys: null })),
  )
  expect(new Set(replies.map((each) => each.status))).toEqual(new Set([200]))
})

describe('off', async () => {
  const unlimited = await demoService({ CAVEAU_RATE_LIMIT: 'off' })

  test('nothing is told and nothing is refused', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => unlimited.call('GET', '/v1/users')))
    for (const { status, headers } of replies) {
      expect(status).toBe(200)
      expect(headers).not.toHaveProperty('ratelimit')
      expect(headers).not.toHaveProperty('ratelimit-policy')
    }
  })
})
