import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testCertificate, testKey } from '../test/support/certificate.ts'
import { loadSettings, settingTable } from './config.ts'
import { StartRefusal } from './start-refusal.ts'

const folder = mkdtempSync(join(tmpdir(), 'caveau-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

function refusalOf(environment: NodeJS.ProcessEnv): string {
  try {
    loadSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefusal)
    return error instanceof Error ? error.message : ''
  }
  return expect.fail(`${JSON.stringify(environment)} was taken`)
}

test('an empty environment gives the defaults', () => {
  expect(loadSettings({})).toMatchObject({
    env: 'preproduction',
    host: '127.0.0.1',
    port: 8080,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    demo: true,
    rateLimit: { perSecond: 50, burst: 200 },
    exactHeaderNames: false,
    tls: undefined,
    metricsPort: 9080,
    logLevel: 'info',
    runsWorker: true,
    baseUrl: 'http://127.0.0.1:8080',
    webhookTargets: 'any',
  })
})

test('links that nobody asked for lead to the public address, or to where the service listens', () => {
  const publicUrl = 'https://caveau.example'
  expect(loadSettings({ CAVEAU_PUBLIC_URL: publicUrl, PORT: '1' })).toMatchObject({ baseUrl: publicUrl })
  expect(loadSettings({ HOST: '10.0.0.7', PORT: '81' })).toMatchObject({ baseUrl: 'http://10.0.0.7:81' })
})

test('an empty value is no value', () => {
  expect(loadSettings({ PORT: '', CAVEAU_RATE_LIMIT: '', CAVEAU_TLS_CERT: '' })).toEqual(loadSettings({}))
})

const badValues: Record<string, string[]> = {
  PORT: ['-1', '65536', '80a', '8080.5', '1e3', ' 80', 'http'],
  DATABASE_URL: ['mysql://x', 'localhost', 'postgre://x'],
  CAVEAU_ENV: ['staging', 'Production', 'prod'],
  CAVEAU_DEMO: ['yes', 'true', '1', 'ON'],
  CAVEAU_RATE_LIMIT: ['50', '50/', '/200', '0/200', '50/0', '-1/5', '5.5/10', 'none', 'OFF'],
  CAVEAU_BODY_LIMIT: ['0', '1023', '16777217', '256k'],
  CAVEAU_REQUEST_TIMEOUT_MS: ['0', '999', '30s'],
  CAVEAU_SHUTDOWN_TIMEOUT_MS: ['-1', '600001', '15s'],
  CAVEAU_EXACT_HEADER_NAMES: ['yes', '1'],
  CAVEAU_TRUST_PROXY: [
    ...['proxy.example', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.0/', '10.0.0', 'true', '*'],
    ...['10.0.0.1,', '10.0.0.1;10.0.0.2', '::1/129'],
  ],
  CAVEAU_PUBLIC_URL: ['caveau.example', 'ftp://caveau.example', '//caveau.example'],
  CAVEAU_WEBHOOK_TARGETS: ['all', 'Public', 'none'],
  CAVEAU_GRANT_ACCESS: ['on', 'Auto', 'nobody'],
  CAVEAU_CORS_ORIGINS: [
    ...[
      'null',
      'shop.example.com',
      'https://shop.example.com/',
      'https://Shop.example.com',
      'https://shop.example.com:443',
    ],
    ...[
      'https://*.example.com',
      'https://a.example,*',
      'https://a.example,',
      'file:///',
      'https://u@a.example',
    ],
  ],
  CAVEAU_TRACKING_BASE_URL: ['tracking', 'javascript:alert(1)'],
  CAVEAU_METRICS_PORT: ['-1', '65536', 'none'],
  CAVEAU_LOG_LEVEL: ['verbose', 'INFO', '3'],
  CAVEAU_POOL_SIZE: ['0', '1', '1001', 'ten'],
  CAVEAU_WORKER: ['yes', 'true'],
  CAVEAU_SMTP_URL: ['localhost:25', 'http://mail.example'],
  CAVEAU_FILES: ['disk', 'S3'],
  CAVEAU_S3_ENDPOINT: ['minio:9000'],
  CAVEAU_SETTINGS_FILE: ['/nowhere/caveau.env'],
}

describe.each(Object.entries(badValues))('%s', (name, values) => {
  test.each(values)('%s is refused by a sentence that names the setting', (value) => {
    const message = refusalOf({ [name]: value })
    expect(message).toContain(name)
    expect(message).toMatch(/^[A-Z].*\.$/)
  })
})

test('every setting that does not take just any text has bad values above', () => {
  const anyText = Object.entries(settingTable)
    .filter(([name]) => !(name in badValues))
    .map(([name]) => name)
  expect(anyText).toEqual([
    'HOST',
    'DATA_DIR',
    'CAVEAU_SECRET',
    'CAVEAU_TLS_CERT',
    'CAVEAU_TLS_KEY',
    'CAVEAU_MAIL_FROM',
    'CAVEAU_S3_BUCKET',
    'CAVEAU_S3_REGION',
    'CAVEAU_S3_ACCESS_KEY',
    'CAVEAU_S3_SECRET_KEY',
  ])
})

test.each(['CAVEAU_RATELIMIT', 'CAVEAU_', 'CAVEAU_toString'])('there is no setting %s', (name) => {
  expect(refusalOf({ [name]: 'x' })).toBe(
    `There is no setting ${name}; "caveau serve --help" lists those there are.`,
  )
})

test('names without the prefix are for others', () => {
  expect(loadSettings({ PATH: '/bin', Caveau_Port: '1', MY_CAVEAU_PORT: '1' })).toEqual(loadSettings({}))
})

test.each<[NodeJS.ProcessEnv, Partial<ReturnType<typeof loadSettings>>]>([
  [{ CAVEAU_RATE_LIMIT: 'off' }, { rateLimit: 'off' }],
  [{ CAVEAU_RATE_LIMIT: '5/10' }, { rateLimit: { perSecond: 5, burst: 10 } }],
  [{ PORT: '0' }, { port: 0, metricsPort: 0 }],
  [{ PORT: '65000' }, { port: 65_000, metricsPort: 0 }],
  [{ PORT: '3000' }, { metricsPort: 4000 }],
  [{ CAVEAU_METRICS_PORT: 'off' }, { metricsPort: 'off' }],
  [{ CAVEAU_METRICS_PORT: '9000' }, { metricsPort: 9000 }],
  [{ CAVEAU_PUBLIC_URL: 'https://caveau.example/' }, { publicUrl: 'https://caveau.example' }],
  [
    { CAVEAU_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback' },
    { trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', 'loopback'] },
  ],
  [{ CAVEAU_DEMO: 'off' }, { demo: false }],
  [{ CAVEAU_CORS_ORIGINS: '*' }, { corsOrigins: '*' }],
  [
    { CAVEAU_CORS_ORIGINS: 'https://a.example, http://localhost:5173' },
    { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
  ],
  [{ DATABASE_URL: 'postgresql://u:p@h:5432/d' }, { databaseUrl: 'postgresql://u:p@h:5432/d' }],
])('%j', (environment, expected) => expect(loadSettings(environment)).toMatchObject(expected))

test('the address of the database, which holds a password, is not repeated in a refusal', () => {
  expect(refusalOf({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toContain('hunter2')
})

describe('production', () => {
  const secret = 'x'.repeat(32)
  test.each([undefined, 'x'.repeat(31), 'caveau-preproduction-is-not-a-secret'])(
    'does not start with the secret %s',
    (given) => {
      const message = refusalOf({ CAVEAU_ENV: 'production', ...(given && { CAVEAU_SECRET: given }) })
      expect(message).toContain('CAVEAU_SECRET')
      if (given) expect(message).not.toContain(given)
    },
  )
  test('does not let every page call', () => {
    const environment = { CAVEAU_ENV: 'production', CAVEAU_SECRET: secret }
    expect(refusalOf({ ...environment, CAVEAU_CORS_ORIGINS: '*' })).toContain('CAVEAU_CORS_ORIGINS')
    expect(loadSettings({ ...environment, CAVEAU_CORS_ORIGINS: 'https://a.example' })).toMatchObject({
      corsOrigins: ['https://a.example'],
    })
  })
  test('is reached over HTTPS', () => {
    const environment = { CAVEAU_ENV: 'production', CAVEAU_SECRET: secret }
    expect(refusalOf({ ...environment, CAVEAU_PUBLIC_URL: 'http://caveau.example' })).toContain(
      'CAVEAU_PUBLIC_URL',
    )
    expect(loadSettings({ ...environment, CAVEAU_PUBLIC_URL: 'https://caveau.example' })).toMatchObject({
      publicUrl: 'https://caveau.example',
    })
  })
  test('sends webhooks to public addresses only', () => {
    const environment = { CAVEAU_ENV: 'production', CAVEAU_SECRET: secret }
    expect(loadSettings(environment)).toMatchObject({ webhookTargets: 'public' })
    expect(refusalOf({ ...environment, CAVEAU_WEBHOOK_TARGETS: 'any' })).toContain('public addresses')
    expect(loadSettings({ CAVEAU_WEBHOOK_TARGETS: 'public' })).toMatchObject({ webhookTargets: 'public' })
  })
  test('grants no access by itself', () => {
    const environment = { CAVEAU_ENV: 'production', CAVEAU_SECRET: secret }
    expect(loadSettings(environment)).toMatchObject({ grantAccess: 'operator' })
    expect(refusalOf({ ...environment, CAVEAU_GRANT_ACCESS: 'auto' })).toContain('CAVEAU_GRANT_ACCESS')
    expect(loadSettings({ CAVEAU_GRANT_ACCESS: 'auto' })).toMatchObject({ grantAccess: 'auto' })
  })
  test('starts with one of 32 characters, and never with the demo', () => {
    const settings = loadSettings({ CAVEAU_ENV: 'production', CAVEAU_SECRET: secret, CAVEAU_DEMO: 'on' })
    expect(settings).toMatchObject({ env: 'production', secret, demo: false })
  })
})

describe('a settings file', () => {
  test('is read, and the environment wins over it', () => {
    const path = file('caveau.env', '# comment\nPORT=3000\nCAVEAU_LOG_LEVEL="warn"\n')
    expect(loadSettings({ CAVEAU_SETTINGS_FILE: path })).toMatchObject({ port: 3000, logLevel: 'warn' })
    expect(loadSettings({ CAVEAU_SETTINGS_FILE: path, PORT: '4000' })).toMatchObject({ port: 4000 })
  })
  test('is checked like the environment', () => {
    expect(refusalOf({ CAVEAU_SETTINGS_FILE: file('unknown.env', 'CAVEAU_PROT=1') })).toContain('CAVEAU_PROT')
    expect(refusalOf({ CAVEAU_SETTINGS_FILE: file('bad.env', 'PORT=x') })).toContain('PORT')
  })
  test('must be a file', () => {
    expect(refusalOf({ CAVEAU_SETTINGS_FILE: folder })).toContain('CAVEAU_SETTINGS_FILE')
  })
})

describe('TLS', () => {
  const [cert, key] = [file('cert.pem', testCertificate), file('key.pem', testKey)]
  test('takes a certificate and its key', () => {
    const { tls } = loadSettings({ CAVEAU_TLS_CERT: cert, CAVEAU_TLS_KEY: key })
    expect(tls?.cert.toString()).toBe(testCertificate)
    expect(tls?.key.toString()).toBe(testKey)
  })
  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['no key', { CAVEAU_TLS_CERT: cert }, 'CAVEAU_TLS_KEY'],
    ['no certificate', { CAVEAU_TLS_KEY: key }, 'CAVEAU_TLS_CERT'],
    ['a missing file', { CAVEAU_TLS_CERT: '/nowhere', CAVEAU_TLS_KEY: key }, 'CAVEAU_TLS_CERT'],
    ['a folder', { CAVEAU_TLS_CERT: cert, CAVEAU_TLS_KEY: folder }, 'CAVEAU_TLS_KEY'],
    ['no PEM', { CAVEAU_TLS_CERT: file('no.pem', 'x'), CAVEAU_TLS_KEY: key }, 'CAVEAU_TLS_CERT'],
    ['the two swapped', { CAVEAU_TLS_CERT: key, CAVEAU_TLS_KEY: cert }, 'CAVEAU_TLS_'],
  ])('refuses %s', (_title, environment, name) => expect(refusalOf(environment)).toContain(name))
})

test('the S3 store needs all of its settings', () => {
  const complete = {
    CAVEAU_FILES: 's3',
    CAVEAU_S3_ENDPOINT: 'https://s3.example',
    CAVEAU_S3_BUCKET: 'b',
    CAVEAU_S3_REGION: 'eu-west-3',
    CAVEAU_S3_ACCESS_KEY: 'a',
    CAVEAU_S3_SECRET_KEY: 's',
  }
  expect(loadSettings(complete).files).toMatchObject({ kind: 's3', bucket: 'b' })
  for (const name of Object.keys(complete).filter((each) => each !== 'CAVEAU_FILES'))
    expect(refusalOf({ ...complete, [name]: '' })).toContain(name)
})
