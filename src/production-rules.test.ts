import { expect, test } from 'vitest'
import { refuseWithoutHttps } from './production-rules.ts'

const tls = { cert: '', key: '' }
const trustedProxies = ['127.0.0.1']
const none = { tls: undefined, trustedProxies: undefined }

test.each([
  ['preproduction', 'with neither', none],
  ['production', 'with a certificate', { ...none, tls }],
  ['production', 'behind a proxy', { ...none, trustedProxies }],
  ['production', 'behind a proxy that comes over TLS', { tls, trustedProxies }],
] as const)('%s starts %s', (env, _title, listening) => {
  expect(() => refuseWithoutHttps({ env, ...listening })).not.toThrow()
})

test('production with neither is told what to set', () => {
  expect(() => refuseWithoutHttps({ env: 'production', ...none })).toThrow(
    'Production speaks HTTPS: set CAVEAU_TLS_CERT and CAVEAU_TLS_KEY, or CAVEAU_TRUST_PROXY to the addresses of the proxy in front that does.',
  )
})
