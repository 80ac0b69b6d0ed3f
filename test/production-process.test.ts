// Production as a process of its own: with a certificate, behind a proxy, and not at all without either.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createStaff } from '../src/core/accounts/create-account.ts'
import { issueAccessKey } from '../src/core/accounts/credentials.ts'
import { testCertificate, testKey } from './support/certificate.ts'
import { testDatabase } from './support/database.ts'
import { serveProcesses } from './support/serve-process.ts'
import { openAccount } from './support/small-cellar.ts'
import { proxyTo } from './support/tls-proxy.ts'
import { workerProcesses } from './support/worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'caveau-production-'))
const trusting = new Agent({ connect: { ca: testCertificate } })
afterAll(async () => {
  await trusting.close()
  rmSync(folder, { recursive: true })
})
writeFileSync(join(folder, 'cert.pem'), testCertificate)
writeFileSync(join(folder, 'key.pem'), testKey)

const secrets = { CAVEAU_ENV: 'production', CAVEAU_SECRET: 'a secret of 32 characters or more' }
const { databaseUrl, deps, pool } = await testDatabase({ environment: secrets })
// The template belongs to preproduction; this copy belongs to whoever opens it first.
await pool.query('delete from installation')
const production = { ...secrets, DATABASE_URL: databaseUrl, DATA_DIR: folder, CAVEAU_LOG_LEVEL: 'debug' }
const certificate = {
  CAVEAU_TLS_CERT: join(folder, 'cert.pem'),
  CAVEAU_TLS_KEY: join(folder, 'key.pem'),
}
const serve = serveProcesses()
const work = workerProcesses()

const { accountId, personId } = await openAccount(deps, 'owner@example.com')
const { accessKey, secretKey } = await issueAccessKey(deps, {
  accountId,
  personId,
  name: 'shop',
  rights: 'write',
})
const keys = { AccessKey: accessKey, SecretKey: secretKey, 'content-type': 'application/json' }
const staff = { email: 'sam@caveau.example', password: 'a long enough password' }
await createStaff(deps, { ...staff, firstName: 'Sam', lastName: 'Cave', role: 'admin' })

async function ask(url: string, headers: Record<string, string> = {}, body?: object) {
  const response = await request(url, {
    method: body ? 'POST' : 'GET',
    dispatcher: trusting,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await response.body.json()) as { name?: string; message?: string },
  }
}

/** The lines of the log, each of which says where it comes from; the greeting for people is none of them. */
const logged = (said: string) =>
  said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { environment?: string; process?: string })

/** What is true of production on whichever way it is reached over HTTPS. */
async function expectProduction(origin: string): Promise<void> {
  const health = await ask(`${origin}/health`)
  expect([health.status, health.body]).toEqual([200, { status: 'ready', environment: 'production' }])
  const read = await ask(`${origin}/v1/users`, keys)
  expect(read.status).toBe(200)
  expect(read.headers['x-caveau-environment']).toBe('production')
  expect(read.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/)
  const wrong = await ask(`${origin}/v1/users`, { ...keys, AccessKey: 'pre_ak_x', SecretKey: 'pre_sk_x' })
  expect([wrong.status, wrong.body]).toMatchObject([
    401,
    {
      name: 'credentials_invalid',
      message: 'This is a key of preproduction, and this is production. Use a key made here.',
    },
  ])
  const sandbox = await ask(`${origin}/sandbox/clock`, keys)
  expect([sandbox.status, sandbox.body.name]).toEqual([404, 'not_implemented'])
  const signed = await ask(`${origin}/operator/session`, {}, staff)
  expect(signed.status).toBe(201)
  expect(String(signed.headers['set-cookie'])).toMatch(/; Secure/)
}

test('with neither a certificate nor a proxy it does not start, and touches no database', async () => {
  await expect(serve({ ...production, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })).rejects.toThrow(
    /ended with 1 and said: Production speaks HTTPS: set CAVEAU_TLS_CERT and CAVEAU_TLS_KEY, or CAVEAU_TRUST_PROXY/,
  )
})

describe('with a certificate of its own', async () => {
  const service = await serve({ ...production, ...certificate, CAVEAU_DEMO: 'on' })

  test('it is production, over TLS', async () => {
    expect(service.origin).toMatch(/^https:/)
    await expectProduction(service.origin)
  })

  test('plain HTTP gets an answer that says so, and no more', async () => {
    const { status, body } = await ask(`${service.origin.replace('https', 'http')}/v1/users`, keys)
    expect([status, body.name]).toEqual([400, 'https_required'])
  })

  test('there is no demo, though it was asked for', async () => {
    expect(service.said()).toContain('Caveau is running (production).')
    expect(service.said()).not.toMatch(/demo/i)
    const { rows } = await pool.query('select count(*)::int as accounts from accounts')
    expect(rows).toEqual([{ accounts: 1 }])
  })

  test('every line of the log names the environment', async () => {
    await vi.waitFor(() => expect(logged(service.said()).length).toBeGreaterThan(2))
    for (const line of logged(service.said()))
      expect(line).toMatchObject({ environment: 'production', process: 'caveau serve' })
  })

  test('and it stops in order', async () => expect(await service.stop()).toBe(0))
})

describe('behind a proxy', async () => {
  const service = await serve({ ...production, CAVEAU_TRUST_PROXY: '127.0.0.1' })
  const proxy = await proxyTo(service.origin)

  test('what came to the proxy over HTTPS is served', async () => expectProduction(proxy.https))

  test('what came to it over plain HTTP is refused, whatever the caller says, but for /health', async () => {
    for (const claimed of [{}, { 'x-forwarded-proto': 'https' }]) {
      const { status, body } = await ask(`${proxy.http}/v1/users`, { ...keys, ...claimed })
      expect([status, body.name]).toEqual([403, 'https_required'])
    }
    expect((await ask(`${proxy.http}/health/ready`)).status).toBe(200)
  })
})

test('nobody but the proxy is believed', async () => {
  const { origin } = await serve({ ...production, CAVEAU_TRUST_PROXY: '10.0.0.0/8' })
  const { status, body } = await ask(`${origin}/v1/users`, { ...keys, 'x-forwarded-proto': 'https' })
  expect([status, body.name]).toEqual([403, 'https_required'])
})

test('a worker needs no certificate, and its log names the environment', async () => {
  const worker = work(production)
  await vi.waitFor(() => expect(logged(worker.said()).length).toBeGreaterThan(0), { timeout: 20_000 })
  expect(await worker.stop()).toBe(0)
  for (const line of logged(worker.said()))
    expect(line).toMatchObject({ environment: 'production', process: 'caveau worker' })
})
