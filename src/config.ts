import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { parseEnv } from 'node:util'
import { preproductionSecret, refuseUnsafeProduction } from './production-rules.ts'
import {
  asText,
  databaseAddress,
  mailServer,
  oneOf,
  onOff,
  originList,
  portOrOff,
  proxyList,
  rateLimit,
  refusal,
  webAddress,
  wholeNumber,
} from './setting-values.ts'
import { StartRefusal } from './start-refusal.ts'

export type Environment = 'preproduction' | 'production'

type Setting<T> = { read: (name: string, value: string) => T; fallback?: string; help: string }
const setting = <T>(read: Setting<T>['read'], fallback: string | undefined, help: string): Setting<T> =>
  fallback === undefined ? { read, help } : { read, fallback, help }

/** Every setting there is. Names, defaults and words are also what `--help` and docs/operations.md show. */
export const settingTable = {
  PORT: setting(wholeNumber(0, 65_535), '8080', 'Port of the service; 0 takes a free one.'),
  HOST: setting(asText, '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.'),
  DATA_DIR: setting(
    asText,
    './data',
    'Folder of the embedded PostgreSQL, of uploaded files and of demo.json.',
  ),
  DATABASE_URL: setting(
    databaseAddress,
    undefined,
    'A PostgreSQL 15 or newer to use in place of the embedded one.',
  ),
  CAVEAU_ENV: setting(
    oneOf('preproduction', 'production'),
    'preproduction',
    'Which of the two environments this is.',
  ),
  CAVEAU_SECRET: setting(
    asText,
    preproductionSecret,
    'Keys the digests of stored credentials; 32 characters or more, required in production.',
  ),
  CAVEAU_DEMO: setting(onOff, 'on', 'Seed the demo cellar at the first start; always off in production.'),
  CAVEAU_GRANT_ACCESS: setting(
    oneOf('operator', 'auto'),
    'operator',
    'Who grants access that is asked for: the operator, or auto, at once with a seeded cellar, in preproduction only.',
  ),
  CAVEAU_RATE_LIMIT: setting(rateLimit, '50/200', 'Requests per second and burst of one credential, or off.'),
  CAVEAU_BODY_LIMIT: setting(wholeNumber(1024, 16_777_216), '262144', 'Largest JSON body, in bytes.'),
  CAVEAU_REQUEST_TIMEOUT_MS: setting(
    wholeNumber(1000, 600_000),
    '300000',
    'How long a request may take to arrive, files included.',
  ),
  CAVEAU_SHUTDOWN_TIMEOUT_MS: setting(
    wholeNumber(0, 600_000),
    '15000',
    'How long running requests may take when the service stops.',
  ),
  CAVEAU_EXACT_HEADER_NAMES: setting(
    onOff,
    'off',
    'Demand the spelling AccessKey and SecretKey to the letter.',
  ),
  CAVEAU_TRUST_PROXY: setting(
    proxyList,
    undefined,
    'Addresses or ranges of the proxies in front, separated by commas.',
  ),
  CAVEAU_PUBLIC_URL: setting(
    webAddress,
    undefined,
    'Address at which people reach the service, when it is another than HOST and PORT.',
  ),
  CAVEAU_CORS_ORIGINS: setting(
    originList,
    undefined,
    'Origins whose pages may call the API from a browser, separated by commas.',
  ),
  CAVEAU_TRACKING_BASE_URL: setting(
    webAddress,
    'https://tracking.example.com',
    'Where tracking_url of a shipped order leads.',
  ),
  CAVEAU_TLS_CERT: setting(asText, undefined, 'File with the certificate chain (PEM); HTTP without it.'),
  CAVEAU_TLS_KEY: setting(asText, undefined, 'File with the key of the certificate (PEM).'),
  CAVEAU_METRICS_PORT: setting(portOrOff, undefined, 'Port of /metrics; PORT + 1000 when unset, or off.'),
  CAVEAU_LOG_LEVEL: setting(oneOf('debug', 'info', 'warn', 'error', 'silent'), 'info', 'How much is logged.'),
  CAVEAU_POOL_SIZE: setting(wholeNumber(2, 1000), '10', 'Database connections of one process.'),
  CAVEAU_WORKER: setting(onOff, 'on', 'Run background work inside serve; off when worker processes do it.'),
  CAVEAU_SMTP_URL: setting(
    mailServer,
    undefined,
    'Server that sends mail, such as smtp://user:password@host:587; without it mails are only kept.',
  ),
  CAVEAU_MAIL_FROM: setting(asText, 'Caveau <no-reply@caveau.example>', 'Sender of all mail.'),
  CAVEAU_WEBHOOK_TARGETS: setting(
    oneOf('public', 'any'),
    undefined,
    'Where webhooks may lead: public over HTTPS, or any in preproduction, where it is the default.',
  ),
  CAVEAU_FILES: setting(
    oneOf('folder', 's3'),
    'folder',
    'Where attached files are kept: in DATA_DIR, or in an S3-compatible store.',
  ),
  CAVEAU_S3_ENDPOINT: setting(webAddress, undefined, 'Address of the S3-compatible store.'),
  CAVEAU_S3_BUCKET: setting(asText, undefined, 'Bucket of the attached files; it must exist.'),
  CAVEAU_S3_REGION: setting(asText, undefined, 'Region of the bucket, such as eu-west-3.'),
  CAVEAU_S3_ACCESS_KEY: setting(asText, undefined, 'Access key of the S3-compatible store.'),
  CAVEAU_S3_SECRET_KEY: setting(asText, undefined, 'Secret key of the S3-compatible store.'),
  CAVEAU_SETTINGS_FILE: setting(asText, undefined, 'File of NAME=value lines; the environment wins over it.'),
} as const

type Table = typeof settingTable
type Name = keyof Table
type Value<N extends Name> = Table[N] extends Setting<infer T> ? T : never

export type Settings = ReturnType<typeof loadSettings>

/** Reads the environment into one typed object, or refuses the start with a sentence. */
export function loadSettings(environment: NodeJS.ProcessEnv) {
  const values = withSettingsFile(environment)
  refuseUnknownNames(values)
  const optional = <N extends Name>(name: N): Value<N> | undefined => {
    const { read, fallback } = settingTable[name] as Setting<Value<N>>
    const value = values[name] || fallback
    return value === undefined ? undefined : read(name, value)
  }
  const required = <N extends Name>(name: N) => optional(name) as Value<N>

  const env: Environment = required('CAVEAU_ENV')
  const port = required('PORT')
  const settings = {
    env,
    host: required('HOST'),
    port,
    dataDir: resolve(required('DATA_DIR')),
    databaseUrl: optional('DATABASE_URL'),
    secret: required('CAVEAU_SECRET'),
    demo: env === 'preproduction' && required('CAVEAU_DEMO'),
    grantAccess: required('CAVEAU_GRANT_ACCESS'),
    rateLimit: required('CAVEAU_RATE_LIMIT'),
    bodyLimitBytes: required('CAVEAU_BODY_LIMIT'),
    requestTimeoutMs: required('CAVEAU_REQUEST_TIMEOUT_MS'),
    shutdownTimeoutMs: required('CAVEAU_SHUTDOWN_TIMEOUT_MS'),
    exactHeaderNames: required('CAVEAU_EXACT_HEADER_NAMES'),
    trustedProxies: optional('CAVEAU_TRUST_PROXY'),
    publicUrl: optional('CAVEAU_PUBLIC_URL'),
    /** Where links lead that are written when nobody asks. */
    baseUrl:
      optional('CAVEAU_PUBLIC_URL') ??
      `${optional('CAVEAU_TLS_CERT') ? 'https' : 'http'}://${required('HOST')}:${port}`,
    webhookTargets:
      optional('CAVEAU_WEBHOOK_TARGETS') ?? (env === 'production' ? ('public' as const) : ('any' as const)),
    corsOrigins: optional('CAVEAU_CORS_ORIGINS'),
    trackingBaseUrl: required('CAVEAU_TRACKING_BASE_URL'),
    tls: readTls(optional('CAVEAU_TLS_CERT'), optional('CAVEAU_TLS_KEY')),
    metricsPort: optional('CAVEAU_METRICS_PORT') ?? defaultMetricsPort(port),
    logLevel: required('CAVEAU_LOG_LEVEL'),
    poolSize: required('CAVEAU_POOL_SIZE'),
    runsWorker: required('CAVEAU_WORKER'),
    mail: mailSettings(optional('CAVEAU_SMTP_URL'), required('CAVEAU_MAIL_FROM')),
    files: fileSettings(required('CAVEAU_FILES'), {
      endpoint: optional('CAVEAU_S3_ENDPOINT'),
      bucket: optional('CAVEAU_S3_BUCKET'),
      region: optional('CAVEAU_S3_REGION'),
      accessKey: optional('CAVEAU_S3_ACCESS_KEY'),
      secretKey: optional('CAVEAU_S3_SECRET_KEY'),
    }),
  }
  if (env === 'production') refuseUnsafeProduction(settings)
  return settings
}

const defaultMetricsPort = (port: number) => (port === 0 || port > 64_535 ? 0 : port + 1000)

function withSettingsFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = environment.CAVEAU_SETTINGS_FILE
  if (!file) return environment
  // An empty variable is one that was not set, and hides nothing.
  const set = Object.entries(environment).filter(([, value]) => value !== '')
  return {
    ...parseEnv(readNamedFile('CAVEAU_SETTINGS_FILE', file).toString('utf8')),
    ...Object.fromEntries(set),
  }
}

function refuseUnknownNames(values: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(values).find((name) => name.startsWith('CAVEAU_') && !(name in settingTable))
  if (unknown)
    throw new StartRefusal(`There is no setting ${unknown}; "caveau serve --help" lists those there are.`)
}

function readTls(certFile: string | undefined, keyFile: string | undefined) {
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new StartRefusal('TLS needs both CAVEAU_TLS_CERT and CAVEAU_TLS_KEY.')
  const tls = {
    cert: readNamedFile('CAVEAU_TLS_CERT', certFile),
    key: readNamedFile('CAVEAU_TLS_KEY', keyFile),
  }
  try {
    createSecureContext(tls)
  } catch {
    throw new StartRefusal(
      'CAVEAU_TLS_CERT and CAVEAU_TLS_KEY must be a certificate and its key, both as PEM.',
    )
  }
  return tls
}

function readNamedFile(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw refusal(name, `a file that can be read; ${file} cannot`)
  }
}

const mailSettings = (url: string | undefined, from: string) => (url ? { url, from } : undefined)

type S3Place = Record<'endpoint' | 'bucket' | 'region' | 'accessKey' | 'secretKey', string>

function fileSettings(kind: 'folder' | 's3', given: { [K in keyof S3Place]: string | undefined }) {
  if (kind === 'folder') return { kind }
  const { endpoint, bucket, region, accessKey, secretKey } = given
  if (!endpoint || !bucket || !region || !accessKey || !secretKey)
    throw new StartRefusal(
      'CAVEAU_FILES=s3 needs CAVEAU_S3_ENDPOINT, CAVEAU_S3_BUCKET, CAVEAU_S3_REGION, CAVEAU_S3_ACCESS_KEY and CAVEAU_S3_SECRET_KEY.',
    )
  return { kind, endpoint, bucket, region, accessKey, secretKey }
}
