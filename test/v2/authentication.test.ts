import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { demoService, outcome } from '../support/service.ts'

const { callV2, pool, clock, owner } = await demoService()
const bare = (headers: Record<string, string> = {}) => callV2('GET', '/account', { token: '', headers })

describe('without a valid token', () => {
  test.each([
    ['none', {}],
    ['keys of v1', { AccessKey: owner.accessKey, SecretKey: owner.secretKey }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a made up token', { authorization: 'Bearer pre_bt_0000000000000000000000000000000000000000' }],
    ['a secret key of v1', { authorization: `Bearer ${owner.secretKey}` }],
    ['half a token', { authorization: `Bearer ${owner.bearerToken.slice(0, -1)}` }],
  ])('%s: 401 credentials_invalid, and how to ask', async (_what, headers) => {
    const reply = await bare(headers as Record<string, string>)
    expect(outcome(reply)).toBe('401 credentials_invalid')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })
})

test('the scheme is read in any letter case', async () => {
  expect(outcome(await bare({ authorization: `bearer ${owner.bearerToken}` }))).toBe('200 ok')
})

test('a revoked or expired token opens nothing', async () => {
  const set = (column: string, value: string | null) =>
    pool.query(`update bearer_tokens set ${column} = $1 where account_id = 1`, [value])
  await set('revoked_at', 'now')
  expect(outcome(await callV2('GET', '/account'))).toBe('401 credentials_invalid')
  await set('revoked_at', null)
  await set('expires_at', clock.now.toISOString())
  expect(outcome(await callV2('GET', '/account'))).toBe('401 credentials_invalid')
  await set('expires_at', null)
  expect(outcome(await callV2('GET', '/account'))).toBe('200 ok')
})

test('a blocked account is told so, and one without API access too', async () => {
  await pool.query('update accounts set blocked_at = now() where id = 1')
  expect(outcome(await callV2('GET', '/account'))).toBe('403 account_blocked')
  await pool.query('update accounts set blocked_at = null, api_access = false where id = 1')
  expect(outcome(await callV2('GET', '/account'))).toBe('401 not_sufficient_rights_invalid')
  await pool.query('update accounts set api_access = true where id = 1')
})

test('a token that may only read writes nothing', async () => {
  await pool.query(`update bearer_tokens set rights = 'read' where account_id = 1`)
  const before = await checksumOf(pool)
  expect(outcome(await callV2('GET', '/addresses'))).toBe('200 ok')
  for (const [method, path] of [
    ['POST', '/addresses'],
    ['PUT', '/account'],
    ['DELETE', '/wine-comments'],
  ] as const)
    expect(outcome(await callV2(method, path, { body: {} })), path).toBe('401 not_sufficient_rights_invalid')
  expect(await checksumOf(pool)).toEqual(before)
  await pool.query(`update bearer_tokens set rights = 'write' where account_id = 1`)
})

test('what is not there is 404 without a token, and so is PATCH', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['PATCH', '/account'],
    ['DELETE', '/account'],
    ['GET', '/bottles/1'],
    ['GET', '/bottles/consolidated'],
  ] as const)
    expect(outcome(await callV2(method, path, { token: '' })), `${method} ${path}`).toBe('404 not_found')
})

test('a content type is asked of bodies only', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect(outcome(await callV2('GET', '/account', { headers }))).toBe('200 ok')
  expect(outcome(await callV2('POST', '/addresses', { headers, rawBody: '{}' }))).toBe(
    '400 request_content_type_invalid',
  )
})
