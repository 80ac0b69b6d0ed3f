// Pages of other origins, by setting: which may call, what they may send and read, and that nobody else notices.

import { Pool } from 'undici'
import { describe, expect, test } from 'vitest'
import { demoService } from './support/service.ts'

const shop = 'https://shop.example.com'
const other = 'https://other.example'
const [listed, open, off] = [
  await demoService({ CAVEAU_CORS_ORIGINS: `${shop},http://localhost:5173` }),
  await demoService({ CAVEAU_CORS_ORIGINS: '*' }),
  await demoService(),
]
const { owner } = listed
const apis = ['/v1/bottles', '/api/v2/orders', '/v1/nothing', '/api/v2/nothing']

/** As a browser does it: a question before the request, with no credentials in it. */
async function ask({ origin: address }: { origin: string }, path: string, headers: Record<string, string>) {
  const client = new Pool(address)
  const { statusCode, headers: answered, body } = await client.request({ method: 'OPTIONS', path, headers })
  const text = await body.text()
  await client.close()
  return { status: statusCode, headers: answered, text }
}
const question = (origin: string, method = 'POST') => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,content-type,idempotency-key',
})
const names = (value: unknown) => String(value).split(', ')

describe('an origin of the list', () => {
  test.each(apis)('may ask at %s without keys', async (path) => {
    const { status, headers, text } = await ask(listed, path, question(shop))
    expect(status).toBe(204)
    expect(text).toBe('')
    expect(headers['access-control-allow-origin']).toBe(shop)
    expect(headers.vary).toContain('Origin')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(names(headers['access-control-allow-methods'])).toEqual(['GET', 'POST', 'PUT', 'DELETE'])
    expect(names(headers['access-control-allow-headers'])).toEqual(
      expect.arrayContaining([
        ...['Authorization', 'AccessKey', 'SecretKey', 'Content-Type', 'Idempotency-Key'],
        'X-Preview-V2',
      ]),
    )
    expect(headers['x-request-id']).toBeDefined()
  })

  test('reads answers and refusals, with the headers that tell more', async () => {
    const answers = [
      await listed.call('GET', '/v1/bottles', { headers: { origin: shop } }),
      await listed.callV2('GET', '/orders', { headers: { origin: shop } }),
      await listed.call('GET', '/v1/bottles', { keys: null, headers: { origin: shop } }),
      await listed.callV2('GET', '/orders', { token: 'wrong', headers: { origin: shop } }),
      await listed.callV2('GET', '/nothing', { headers: { origin: shop } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 404])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe(shop)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers.vary).toContain('Origin')
      expect(names(headers['access-control-expose-headers']).toSorted()).toEqual([
        ...['Idempotent-Replayed', 'Link', 'RateLimit', 'RateLimit-Policy'],
        ...['Retry-After', 'X-Caveau-Environment', 'X-Request-Id', 'X-Total-Count'],
      ])
    }
  })

  test.each([
    ['/operator/session', {}],
    ['/dashboard/session', {}],
    ['/health/live', {}],
    ['/docs/v2.json', {}],
  ])('has no more to say at %s than anybody', async (path) => {
    const { status, headers } = await ask(listed, path, question(shop))
    expect(status).toBe(404)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    const read = await listed.call('GET', path, { keys: null, headers: { origin: shop } })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('nobody else', () => {
  test.each([other, 'null', `${shop}.evil.example`, 'http://shop.example.com', `${shop}:8443`])(
    '%s is not let in',
    async (origin) => {
      for (const path of apis) {
        const { status, headers, text } = await ask(listed, path, question(origin))
        expect(status).toBe(404)
        expect(JSON.parse(text)).toMatchObject({ result: 'error', name: 'not_found' })
        expect(headers['access-control-allow-origin']).toBeUndefined()
      }
      const read = await listed.call('GET', '/v1/bottles', { headers: { origin } })
      expect(read.status).toBe(200)
      expect(read.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('an OPTIONS request that is no question of a browser is not found', async () => {
    for (const headers of [{}, { origin: shop }, { 'access-control-request-method': 'GET' }])
      expect((await ask(listed, '/v1/bottles', headers)).status).toBe(404)
  })

  test('callers without an origin see no difference but that answers vary', async () => {
    const [plain, before] = [await listed.call('GET', '/v1/users'), await off.call('GET', '/v1/users')]
    expect(plain.text).toBe(before.text)
    expect(plain.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a star', () => {
  test('lets every page in, without cookies', async () => {
    const { status, headers } = await ask(open, '/api/v2/orders', question(other))
    expect(status).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    const read = await open.callV2('GET', '/orders', { headers: { origin: other } })
    expect(read.headers['access-control-allow-origin']).toBe('*')
  })
})

describe('without the setting', () => {
  test.each(apis)('OPTIONS of %s is not found', async (path) => {
    const { status, headers, text } = await ask(off, path, question(shop))
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ result: 'error', name: 'not_found' })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
  test('no answer has a header of this kind', async () => {
    const { headers } = await off.call('GET', '/v1/bottles', { headers: { origin: shop } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('a page may order, and read that it was told before', async () => {
  const [line] = (await listed.readV2<{ reference: string }[]>('/bottles')) ?? []
  const order = () =>
    listed.callV2('POST', '/orders', {
      token: owner.bearerToken,
      headers: { origin: shop, 'idempotency-key': 'from-a-page' },
      body: { content: [{ reference: line?.reference, quantity: 1 }] },
    })
  const [first, again] = [await order(), await order()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.headers['access-control-allow-origin']).toBe(shop)
})
