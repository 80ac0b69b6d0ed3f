import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  CaveauError,
  CaveauNetworkError,
  createClient,
  createLegacyClient,
  isCaveauError,
  type NewOrder,
} from '../../client/src/client.ts'
import { defaultRetryPolicy, pauseMs } from '../../client/src/retry-policy.ts'
import { demoService } from '../support/service.ts'

const { origin, owner } = await demoService()
const client = createClient({ baseUrl: origin, token: owner.bearerToken })
const failed = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error) => error,
  )

test('a refusal is an error with all that the service said', async () => {
  const [row] = (await client.bottles.list()).filter(({ box }) => box === 'bottles')
  const reference = row?.reference ?? ''
  const error = await failed(client.orders.create({ content: [{ reference, quantity: 99_999 }] }))
  expect(error).toBeInstanceOf(CaveauError)
  expect(isCaveauError(error)).toBe(true)
  expect(isCaveauError(error, 'bottle_not_found')).toBe(false)
  if (!isCaveauError(error, 'quantity_unavailable')) throw new Error('It has another name')
  expectTypeOf(error.name).toEqualTypeOf<'quantity_unavailable'>()
  expect(error).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Vous ne pouvez pas sortir plus de/),
    details: [{ field: `content.${reference}`, message: expect.any(String) }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    retryAfter: undefined,
  })
  expect(String(error)).toBe(`quantity_unavailable: ${error.message}`)
})

describe('each way to be refused', () => {
  const wrong = { content: [] } satisfies NewOrder
  test.each<[string, number, () => Promise<unknown>]>([
    ['parameter_invalid', 400, () => client.orders.create(wrong)],
    ['parameter_invalid', 400, () => client.orders.list({ page: 0 })],
    ['not_found', 404, () => client.orders.get(999_999_999)],
    ['credentials_invalid', 401, () => createClient({ baseUrl: origin, token: 'x' }).account.get()],
    [
      'credentials_invalid',
      401,
      () => createLegacyClient({ baseUrl: origin, accessKey: 'a', secretKey: 'b' }).users.get(),
    ],
    ['not_found', 404, () => createClient({ baseUrl: `${origin}/elsewhere`, token: 'x' }).account.get()],
  ])('%s', async (name, status, call) => {
    expect(await failed(call())).toMatchObject({ name, status })
  })
})

test('a service that is not there is a network error, after all attempts', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
  const place = `127.0.0.1:${await closed}`
  const nowhere = createClient({
    baseUrl: `http://${place}`,
    token: 'x',
    retry: { maxAttempts: 2, baseDelayMs: 1 },
  })
  const error = await failed(nowhere.account.get())
  expect(error).toBeInstanceOf(CaveauNetworkError)
  expect(isCaveauError(error)).toBe(false)
  expect(error).toMatchObject({ attempts: 2, isTimeout: false })
  expect(String(error)).toBe(
    `CaveauNetworkError: The service at http://${place} cannot be reached: connect ECONNREFUSED ${place}.`,
  )
})

test('an answer of somebody else is not taken for a record', async () => {
  const page = async () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
  const guarded = createClient({ baseUrl: origin, token: 'x', fetch: page })
  expect(await failed(guarded.account.get())).toMatchObject({ name: 'unexpected_answer', status: 200 })
})

test.each<[number, number | undefined, number, number]>([
  [1, undefined, 0, 125],
  [1, undefined, 1, 250],
  [2, undefined, 1, 500],
  [3, undefined, 0.5, 750],
  [20, undefined, 1, 8000],
  [1, 3, 0, 3000],
  [20, 3, 1, 8000],
])('the pause after attempt %i, asked for %s s, by chance %d, is %i ms', (attempt, asked, chance, ms) => {
  expect(pauseMs(defaultRetryPolicy, attempt, asked, chance)).toBe(ms)
})
