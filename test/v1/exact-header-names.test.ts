// With CAVEAU_EXACT_HEADER_NAMES=on the two headers count only in the document's own spelling. node:http sends names as given.
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { demoService } from '../support/service.ts'

const { origin, owner, call } = await demoService({ CAVEAU_EXACT_HEADER_NAMES: 'on' })

function ask(headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${origin}/v1/users`,
      { headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve(`${response.statusCode} ${JSON.parse(text).name}`))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

test.each<[string, string, string]>([
  ['AccessKey', 'SecretKey', '200 Hélène Vasseur'],
  ['accesskey', 'SecretKey', '401 access_key_id_missing'],
  ['ACCESSKEY', 'SECRETKEY', '401 access_key_id_missing'],
  ['AccessKey', 'secretkey', '401 secret_access_key_missing'],
  ['AccessKey', 'Secretkey', '401 secret_access_key_missing'],
])('%s and %s', async (access, secret, expected) => {
  expect(await ask({ [access]: owner.accessKey, [secret]: owner.secretKey })).toBe(expected)
})

test('a key among the values of other headers is no name', async () => {
  expect(await ask({ 'X-Any': 'AccessKey', SecretKey: owner.secretKey })).toBe('401 access_key_id_missing')
})

test('an empty value is a missing header', async () => {
  expect(await ask({ AccessKey: '', SecretKey: owner.secretKey })).toBe('401 access_key_id_missing')
  expect(await ask({ AccessKey: owner.accessKey, SecretKey: '' })).toBe('401 secret_access_key_missing')
})

test('query names are always case-sensitive', async () => {
  expect((await call('GET', '/v1/bottles?Page=0&COUNT=abc')).status).toBe(200)
})
