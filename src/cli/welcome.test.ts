import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const owner = {
  email: 'ada@example.com',
  password: 'owner password',
  accessKey: 'pre_ak_1',
  secretKey: 'pre_sk_1',
  bearerToken: 'pre_bt_1',
}
const place = {
  baseUrl: 'http://127.0.0.1:8080',
  env: 'preproduction',
  dataDir: '/data',
  metricsUrl: 'http://127.0.0.1:9080/metrics',
} as const
const demo = {
  baseUrl: place.baseUrl,
  owners: [owner],
  operator: { email: 'op@example.com', password: 'staff password', token: 'pre_ot_1' },
}

test('says where everything is', () => {
  const text = welcome({ ...place, demo })
  for (const part of [
    'http://127.0.0.1:8080/app/',
    'http://127.0.0.1:8080/console/',
    'http://127.0.0.1:8080/v1',
    'http://127.0.0.1:8080/operator',
    '/docs',
    '/health/ready',
    place.metricsUrl,
    '/data/demo.json',
  ])
    expect(text).toContain(part)
})

test('shows the credentials of the demo and a curl line to paste', () => {
  const text = welcome({ ...place, demo })
  for (const part of ['owner password', 'pre_ak_1', 'pre_sk_1', 'pre_bt_1']) expect(text).toContain(part)
  const [line = ''] = text.split('\n').filter((each) => each.trim().startsWith('curl '))
  expect(line).toContain(`-H 'Authorization: Bearer pre_bt_1'`)
  expect(line).toMatch(/ http:\/\/127\.0\.0\.1:8080\/api\/v2\/\S+$/)
})

test('shows how to sign in as the operator of the demo, and their token', () => {
  const text = welcome({ ...place, demo })
  for (const part of ['op@example.com', 'staff password', 'pre_ot_1']) expect(text).toContain(part)
})

test('shows no credential when there is no demo', () => {
  const text = welcome({ ...place, metricsUrl: undefined, demo: undefined })
  expect(text).not.toMatch(/AccessKey|password|token|curl|metrics|undefined/i)
})
