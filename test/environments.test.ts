// What differs between the two environments on the wire, and what a caller of the wrong one is told.
import type { HTTPMethods } from 'fastify'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import type { Environment } from '../src/config.ts'
import { createStaff } from '../src/core/accounts/create-account.ts'
import { databaseOf, openPool } from '../src/db/database.ts'
import { buildServer } from '../src/server.ts'
import { testDatabase } from './support/database.ts'
import { openAccount } from './support/small-cellar.ts'

const log = pino({ level: 'silent' })
const proxy = '10.1.2.3'
const settingsOf: Record<Environment, NodeJS.ProcessEnv> = {
  preproduction: {},
  production: { CAVEAU_ENV: 'production', CAVEAU_SECRET: 'x'.repeat(32), CAVEAU_TRUST_PROXY: proxy },
}

async function serviceOf(env: Environment) {
  const database = await testDatabase({ environment: settingsOf[env] })
  const app = await buildServer({ ...database, log })
  afterAll(() => app.close())
  /** As it arrives through the proxy, over HTTPS unless told otherwise. */
  async function call(method: string, url: string, more: Call = {}) {
    const { headers, body, from = proxy, proto = 'https' } = more
    const response = await app.inject({
      method: method as HTTPMethods,
      url,
      remoteAddress: from,
      headers: { ...(proto && { 'x-forwarded-proto': proto }), ...headers },
      ...(body !== undefined && { payload: body }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : undefined,
    }
  }
  return { ...database, app, call }
}
type Call = {
  headers?: Record<string, string>
  body?: string | object
  from?: string
  proto?: string | null
}

const services = {
  preproduction: await serviceOf('preproduction'),
  production: await serviceOf('production'),
}
const environments = ['preproduction', 'production'] as const
const { production } = services
const keys = { AccessKey: 'live_ak_x', SecretKey: 'live_sk_x', 'content-type': 'application/json' }

describe.each(environments)('%s', (env) => {
  const { call, deps } = services[env]

  test.each([
    ['GET', '/health'],
    ['GET', '/health/live'],
    ['GET', '/docs/'],
    ['GET', '/docs/v2.json'],
    ['GET', '/docs/guides/getting-started.md'],
    ['GET', '/v1/users'],
    ['GET', '/v1/nothing'],
    ['GET', '/api/v2/orders'],
    ['POST', '/operator/session'],
    ['GET', '/dashboard/nothing'],
    ['GET', '/nothing'],
    ['GET', '/%zz'],
  ])('is named in the answer to %s %s', async (method, url) => {
    expect((await call(method, url)).headers['x-caveau-environment']).toBe(env)
  })

  test('is named by /health', async () => {
    expect((await call('GET', '/health')).body).toEqual({ status: 'ready', environment: env })
  })

  test('is named by the documents', async () => {
    expect((await call('GET', '/docs/v1.json')).body).toMatchObject({
      info: { description: expect.stringMatching(new RegExp(`^\\*\\*This is ${env}\\*\\*`)) },
    })
  })

  test.each(['/health', '/v1/nothing', '/sandbox', '/nothing'])(
    'asks browsers for HTTPS only where there is HTTPS, at %s',
    async (url) => {
      const { headers } = await call('GET', url)
      expect('strict-transport-security' in headers).toBe(env === 'production')
      expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(
        env === 'production',
      )
    },
  )

  test.each([
    ['staff', '/operator/session', 'sam@caveau.example'],
    ['owners', '/dashboard/session', 'ada@example.com'],
  ] as const)('gives %s a cookie that is secure wherever it can be', async (who, url, email) => {
    const password = 'a long enough password'
    if (who === 'owners') await openAccount(deps, email)
    else await createStaff(deps, { email, password, firstName: 'Sam', lastName: 'Cave', role: 'admin' })
    const signed = await call('POST', url, { body: { email, password } })
    const cookie = String(signed.headers['set-cookie'])
    expect(signed.status).toBe(201)
    expect(cookie).toMatch(new RegExp(`=${env === 'production' ? 'live' : 'pre'}_`))
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    // No proxy is believed in preproduction, so what arrives there is plain HTTP.
    expect(/; Secure/.test(cookie)).toBe(env === 'production')
    const [session = ''] = cookie.split(';')
    expect((await call('GET', url, { headers: { cookie: session } })).status).toBe(200)
    const ended = await call('DELETE', url, { headers: { cookie: session } })
    expect(ended.status).toBe(204)
    expect(/; Secure/.test(String(ended.headers['set-cookie']))).toBe(env === 'production')
  })
})

describe('a credential of the other environment', async () => {
  // With no database to ask: the prefix tells it all.
  const nowhere = openPool(
    { connectionString: 'postgres://nowhere.invalid' },
    { max: 1, applicationName: '' },
  )
  const appOf = async (env: Environment) => {
    const { settings, deps } = services[env]
    const db = databaseOf(nowhere)
    return buildServer({ settings, deps: { ...deps, db }, pool: nowhere, log })
  }
  const apps = { preproduction: await appOf('preproduction'), production: await appOf('production') }
  afterAll(async () => {
    for (const app of Object.values(apps)) await app.close()
    await nowhere.end()
  })
  const json = { 'content-type': 'application/json' }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  type Case = [
    title: string,
    thing: string,
    url: string,
    ask: (other: string, own: string) => { headers: object; body?: object },
  ]
  const cases: Case[] = [
    [
      'both keys to v1',
      'key',
      '/v1/bottles',
      (other) => ({ headers: { ...json, AccessKey: `${other}_ak_x`, SecretKey: `${other}_sk_x` } }),
    ],
    [
      'an AccessKey to v1',
      'key',
      '/v1/bottles',
      (other, own) => ({ headers: { ...json, AccessKey: `${other}_ak_x`, SecretKey: `${own}_sk_x` } }),
    ],
    [
      'a SecretKey to v1',
      'key',
      '/v1/bottles',
      (other, own) => ({ headers: { ...json, AccessKey: `${own}_ak_x`, SecretKey: `${other}_sk_x` } }),
    ],
    ['a token to v2', 'token', '/api/v2/bottles', (other) => ({ headers: bearer(`${other}_bt_x`) })],
    ['a key as a token to v2', 'token', '/api/v2/bottles', (other) => ({ headers: bearer(`${other}_sk_x`) })],
    [
      'a token to the operator',
      'token or session',
      '/operator/accounts',
      (other) => ({ headers: bearer(`${other}_ot_x`) }),
    ],
    [
      'a session to the operator',
      'token or session',
      '/operator/session',
      (other) => ({ headers: { cookie: `caveau_staff=${other}_ss_x` } }),
    ],
    [
      'a session to the pages',
      'link or session',
      '/dashboard/session',
      (other) => ({ headers: { cookie: `caveau_owner_session=${other}_os_x` } }),
    ],
    [
      'an invitation to the pages',
      'link or session',
      '/dashboard/invitations/accept',
      (other) => ({ headers: json, body: { token: `${other}_iv_x`, password: 'a long enough password' } }),
    ],
  ]
  describe.each([
    ['production', 'preproduction', 'pre', 'live'],
    ['preproduction', 'production', 'live', 'pre'],
  ] as const)('in %s', (here, madeIn, other, own) => {
    test.each(cases)('%s', async (_title, thing, url, ask) => {
      const { headers, body } = ask(other, own)
      const response = await apps[here].inject({
        method: body ? 'POST' : 'GET',
        url,
        remoteAddress: proxy,
        headers: { 'x-forwarded-proto': 'https', ...headers },
        ...(body && { payload: body }),
      })
      expect([response.statusCode, response.json()]).toEqual([
        401,
        {
          result: 'error',
          name: 'credentials_invalid',
          message: `This is a ${thing} of ${madeIn}, and this is ${here}. Use a ${thing} made here.`,
        },
      ])
      if (url.startsWith('/api/v2')) expect(response.headers['www-authenticate']).toBe('Bearer')
    })
  })

  test.each(['pre', 'live_', 'live_ak', 'LIVE_ak_x', 'xlive_ak_x', 'preproduction_ak_x'])(
    'is not seen in %s, which is just not valid',
    async (accessKey) => {
      const headers = { ...keys, AccessKey: accessKey }
      const { status, body } = await production.call('GET', '/v1/users', { headers })
      expect([status, body]).toMatchObject([401, { message: 'The AccessKey or the SecretKey is not valid.' }])
    },
  )
})

describe('production over plain HTTP', () => {
  const refused = {
    result: 'error',
    name: 'https_required',
    message: expect.stringContaining('HTTPS only'),
  }
  test.each<[string, Call]>([
    ['the proxy says http', { proto: 'http' }],
    ['the proxy says nothing', { proto: null }],
    ['the last of several proxies says http', { proto: 'https, http' }],
    ['somebody else says https', { from: '192.0.2.7' }],
    [
      'somebody else says that the proxy said so',
      { from: '192.0.2.7', headers: { 'x-forwarded-for': proxy } },
    ],
  ])('is refused before any key is looked at: %s', async (_title, more) => {
    for (const [method, url] of [
      ['GET', '/v1/users'],
      ['POST', '/api/v2/orders'],
      ['POST', '/operator/session'],
      ['POST', '/dashboard/invitations/accept'],
      ['GET', '/docs/'],
      ['GET', '/sandbox'],
      ['GET', '/nothing'],
      ['GET', '/healthy'],
    ] as const) {
      const { status, body, headers } = await production.call(method, url, more)
      expect([status, body], url).toEqual([403, refused])
      expect(headers['x-request-id'], url).toBeDefined()
      // A promise of HTTPS that was given over plain HTTP is worth nothing.
      expect(headers, url).not.toHaveProperty('strict-transport-security')
    }
  })

  test.each(['/health', '/health/live', '/health/ready', '/health?x'])('answers %s', async (url) => {
    for (const from of [proxy, '192.0.2.7'])
      expect((await production.call('GET', url, { from, proto: null })).status).toBe(200)
  })

  test.each(['https', 'HTTPS', 'http, https'])('is not what came by %s', async (proto) => {
    const { status, body } = await production.call('GET', '/v1/users', { proto, headers: keys })
    expect([status, body.name]).toEqual([401, 'credentials_invalid'])
  })
})

describe('the sandbox', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
  const paths = [
    '/sandbox',
    '/sandbox/',
    '/sandbox?x=1',
    '/sandbox/clock',
    '/sandbox/orders/7/ship',
    '/sandbox/x/y/z',
  ]
  const asks: [string, Call][] = [
    ['nothing', {}],
    ['keys', { headers: keys }],
    ['a token', { headers: { authorization: 'Bearer live_bt_x' } }],
    ['a body that is no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
  ]
  test.each(asks)('is not there in production, with %s', async (_title, more) => {
    for (const method of methods)
      for (const url of paths) {
        const { status, body } = await production.call(method, url, more)
        expect(status, `${method} ${url}`).toBe(404)
        if (method !== 'HEAD')
          expect(body, `${method} ${url}`).toEqual({
            result: 'error',
            name: 'not_implemented',
            message: 'The sandbox is there in preproduction only.',
          })
      }
  })

  test.each(['/sandboxes', '/sandbox-x', '/v1/sandbox', '/nothing'])('is not meant by %s', async (url) => {
    expect((await production.call('GET', url)).body).toMatchObject({ name: 'not_found' })
  })

  test('has no document in production', async () => {
    expect((await production.call('GET', '/docs/sandbox.json')).status).toBe(404)
  })
})
