// The clock of an account: everything the account sees follows it, and nothing that another account sees.
import { afterEach, describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { type Clock, sandboxService } from '../support/sandbox-service.ts'
import { outcome } from '../support/service.ts'

const { callSandbox, done, setClock, advance, call, callV2, readV2, owner, stranger, pool, clock } =
  await sandboxService()
const realNow = '2026-11-16T09:30:00+01:00'
const monday = new Date(realNow)
afterEach(async () => {
  clock.now = monday
  await done('DELETE', '/clock')
  await done('DELETE', '/clock', undefined, { token: stranger.bearerToken })
})
const read = (token = owner.bearerToken) => done<Clock>('GET', '/clock', undefined, { token })

test('follows the real time until it is set', async () => {
  expect(await read()).toEqual({
    now: realNow,
    real_now: realNow,
    frozen: false,
    real: true,
    next_working_day: '2026-11-17',
  })
})

describe('is set to', () => {
  test.each([
    ['a time in Paris in summer', '2027-07-13T12:59:00', '2027-07-13T12:59:00+02:00'],
    ['a time in Paris in winter', '2027-01-13T12:59:00', '2027-01-13T12:59:00+01:00'],
    ['a time with an offset', '2027-07-13T12:59:00+00:00', '2027-07-13T14:59:00+02:00'],
    ['a time in UTC', '2027-07-13T12:59:00Z', '2027-07-13T14:59:00+02:00'],
    ['a time without seconds', '2027-07-13T12:59', '2027-07-13T12:59:00+02:00'],
    ['a day, at midnight', '2027-07-13', '2027-07-13T00:00:00+02:00'],
    ['a time long past', '2001-02-03T04:05:06', '2001-02-03T04:05:06+01:00'],
    ['the first hour that there is', '2000-01-01T01:00:00', '2000-01-01T01:00:00+01:00'],
    ['an hour that is skipped in spring', '2027-03-28T02:30:00', '2027-03-28T03:30:00+02:00'],
    ['an hour that comes twice in autumn', '2027-10-31T02:30:00', '2027-10-31T02:30:00+02:00'],
  ])('%s', async (_what, given, shown) => {
    expect(await setClock(given)).toMatchObject({ now: shown, real_now: realNow, frozen: true, real: false })
    expect(await read()).toMatchObject({ now: shown, frozen: true })
  })
})

test('stands still while it is frozen, and runs otherwise', async () => {
  await setClock('2027-07-13T12:59:00', true)
  clock.now = new Date(monday.getTime() + 90_000)
  expect((await read()).now).toBe('2027-07-13T12:59:00+02:00')
  await setClock('2027-07-13T12:59:00', false)
  clock.now = new Date(monday.getTime() + 180_000)
  expect(await read()).toMatchObject({ now: '2027-07-13T13:00:30+02:00', frozen: false, real: false })
})

test('tells the next working day, also over a weekend and a public day', async () => {
  expect(await setClock('2027-03-26T12:59:00')).toMatchObject({ next_working_day: '2027-03-30' })
  await pool.query(`insert into closed_days (day, reason) values ('2027-03-30', 'Stock-taking')`)
  expect(await read()).toMatchObject({ next_working_day: '2027-03-31' })
  await pool.query(`delete from closed_days where day = '2027-03-30'`)
})

describe('is moved forward by', () => {
  test.each([
    ['hours', '2027-07-13T12:59:00', 'PT26H', '2027-07-14T14:59:00+02:00'],
    ['a day of the calendar that has 23 hours', '2027-03-27T12:00:00', 'P1D', '2027-03-28T12:00:00+02:00'],
    ['24 hours over the same night', '2027-03-27T12:00:00', 'PT24H', '2027-03-28T13:00:00+02:00'],
    ['a month', '2027-01-31T12:00:00', 'P1M', '2027-02-28T12:00:00+01:00'],
    ['a mixture', '2027-07-13T12:59:00', 'P1DT1H1M', '2027-07-14T14:00:00+02:00'],
  ])('%s', async (_what, from, by, to) => {
    await setClock(from)
    expect(await advance(by)).toMatchObject({ now: to, frozen: true, real: false })
  })

  test('from the real time, and then it runs', async () => {
    expect(await advance('PT1H')).toMatchObject({
      now: '2026-11-16T10:30:00+01:00',
      frozen: false,
      real: false,
    })
  })
})

test('names the times that it can be set to', async () => {
  const reply = await callSandbox('PUT', '/clock', { body: { now: '2000-01-01T00:59:59' } })
  expect(reply.body).toMatchObject({
    details: [{ message: 'must lead to a time from 2000-01-01T01:00:00+01:00 to 2099-12-31T23:59:59+01:00' }],
  })
})

describe('is left as it is by', () => {
  test.each([
    ['no time', 'PUT', '/clock', {}, 'parameter_missing', 'now'],
    ['a day that is none', 'PUT', '/clock', { now: '2027-02-30T12:00:00' }, 'parameter_invalid', 'now'],
    ['words', 'PUT', '/clock', { now: 'next friday' }, 'parameter_invalid', 'now'],
    ['a number', 'PUT', '/clock', { now: 12 }, 'parameter_invalid', 'now'],
    ['a time of the year 1999', 'PUT', '/clock', { now: '1999-12-31T12:00:00' }, 'parameter_invalid', 'now'],
    ['a time of the year 2100', 'PUT', '/clock', { now: '2100-01-01T12:00:00' }, 'parameter_invalid', 'now'],
    ['frozen in words', 'PUT', '/clock', { now: '2027-01-01', frozen: 'yes' }, 'parameter_invalid', 'frozen'],
    ['a field nobody knows', 'PUT', '/clock', { now: '2027-01-01', zone: 'x' }, 'parameter_invalid', 'zone'],
    ['no duration', 'POST', '/clock/advance', {}, 'parameter_missing', 'by'],
    ['a duration of nothing', 'POST', '/clock/advance', { by: 'PT0S' }, 'parameter_invalid', 'by'],
    ['a duration back', 'POST', '/clock/advance', { by: '-PT1H' }, 'parameter_invalid', 'by'],
    ['a duration of words', 'POST', '/clock/advance', { by: '26 hours' }, 'parameter_invalid', 'by'],
    ['a duration without end', 'POST', '/clock/advance', { by: 'P999999999Y' }, 'parameter_invalid', 'by'],
    ['a duration past 2099', 'POST', '/clock/advance', { by: 'P90Y' }, 'parameter_invalid', 'by'],
  ])('%s', async (_what, method, path, body, name, field) => {
    await setClock('2027-07-13T12:59:00')
    const before = await checksumOf(pool)
    const reply = await callSandbox(method, path, { body })
    expect(outcome(reply)).toBe(`400 ${name}`)
    expect(reply.body).toMatchObject({ details: [{ field }] })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('is asked for with keys, with a token, and not without', async () => {
  expect(outcome(await callSandbox('GET', '/clock', { token: null, keys: owner }))).toBe('200 ok')
  expect(outcome(await callSandbox('GET', '/clock'))).toBe('200 ok')
  expect(outcome(await callSandbox('GET', '/clock', { token: null }))).toBe('401 credentials_invalid')
  expect(
    outcome(await callSandbox('GET', '/clock', { token: null, keys: { ...owner, secretKey: 'x' } })),
  ).toBe('401 credentials_invalid')
})

test('says that keys would do as well', async () => {
  for (const keys of [undefined, { ...owner, secretKey: 'x' }])
    expect((await callSandbox('GET', '/clock', { token: null, ...(keys && { keys }) })).body).toMatchObject({
      message: expect.stringMatching(/Bearer.*AccessKey, SecretKey/),
    })
})

test('is only looked at with a credential that may only read', async () => {
  await pool.query(`update bearer_tokens set rights = 'read' where account_id = 1`)
  expect(outcome(await callSandbox('GET', '/clock'))).toBe('200 ok')
  for (const [method, path] of [
    ['PUT', '/clock'],
    ['POST', '/clock/advance'],
    ['DELETE', '/clock'],
    ['PUT', '/auto'],
  ] as const)
    expect(outcome(await callSandbox(method, path))).toBe('401 not_sufficient_rights_invalid')
  await pool.query(`update bearer_tokens set rights = 'write' where account_id = 1`)
})

test('two accounts live at two times, and each order is dated by its own', async () => {
  await setClock('2027-07-13T12:59:00')
  await setClock('2027-07-13T13:00:00', true, stranger.bearerToken)
  const order = async (token: string) => {
    const rows = (await callV2('GET', '/bottles', { token })).body as {
      reference: string
      box: string
      quantity: number
    }[]
    const { reference } = rows.find((row) => row.box === 'bottles' && row.quantity > 0) ?? expect.fail()
    const reply = await callV2('POST', '/orders', { token, body: { content: [{ reference, quantity: 1 }] } })
    expect(outcome(reply)).toBe('201 ok')
    return reply.body as Record<'created_at' | 'preparation_date' | 'delivery_date', { date: string }>
  }
  // The 13th of July 2027 is a Tuesday, and the 14th is a public day.
  expect(await order(owner.bearerToken)).toMatchObject({
    created_at: { date: '2027-07-13 12:59:00.000000' },
    preparation_date: { date: '2027-07-13 00:00:00.000000' },
    delivery_date: { date: '2027-07-15 00:00:00.000000' },
  })
  expect(await order(stranger.bearerToken)).toMatchObject({
    created_at: { date: '2027-07-13 13:00:00.000000' },
    preparation_date: { date: '2027-07-15 00:00:00.000000' },
    delivery_date: { date: '2027-07-16 00:00:00.000000' },
  })
})

test('is the one that v1 goes by as well', async () => {
  await setClock('2027-12-24T12:59:59')
  const consolidated = (await call('GET', '/v1/bottles/consolidated')).body as {
    id: number
    format: string
    boxes?: object
  }[]
  const { id, format } = consolidated.find(({ boxes }) => !boxes) ?? expect.fail()
  const reply = await call('POST', '/v1/get-out-requests', {
    body: { bottles: { [id]: { [format]: 1 } }, half_day: 'am' },
  })
  expect(reply.body).toMatchObject({
    created_at: '2027-12-24T12:59:59+01:00',
    preparation_date: '2027-12-24T00:00:00+01:00',
  })
})

test('ends tokens when it passes their end, but lets them turn it back', async () => {
  await pool.query(`update bearer_tokens set expires_at = '2027-01-01' where account_id = 1`)
  await setClock('2027-01-01T00:59:59')
  expect(outcome(await callV2('GET', '/account'))).toBe('200 ok')
  await advance('PT1S')
  expect(outcome(await callV2('GET', '/account'))).toBe('401 credentials_invalid')
  await done('DELETE', '/clock')
  expect(outcome(await callV2('GET', '/account'))).toBe('200 ok')
  await pool.query('update bearer_tokens set expires_at = null where account_id = 1')
})

test('answers are kept for a day of the account', async () => {
  await setClock('2027-07-13T12:00:00')
  const address = {
    firstname: 'A',
    lastname: 'B',
    street1: 'C',
    city: 'D',
    zipcode: '75001',
    phone: '+33 1 99 00 12 34',
  }
  const post = () =>
    callV2('POST', '/addresses', { body: address, headers: { 'idempotency-key': 'kept-for-a-day' } })
  const made = await post()
  expect(outcome(made)).toBe('201 ok')
  const first = made.body
  await advance('PT23H59M')
  expect((await post()).body).toEqual(first)
  await advance('PT1M')
  expect((await post()).body).not.toEqual(first)
})

test('while somebody moves it, nobody else does', async () => {
  await setClock('2027-07-13T12:00:00')
  await pool.query(`update sandboxes set moving_until = clock_timestamp() + interval '1 minute'`)
  expect(outcome(await callSandbox('POST', '/clock/advance', { body: { by: 'PT1H' } }))).toBe(
    '409 clock_moves',
  )
  // Whoever held it is gone.
  await pool.query(`update sandboxes set moving_until = clock_timestamp()`)
  expect((await advance('PT1H')).now).toBe('2027-07-13T13:00:00+02:00')
})

test('the account tells how it is', async () => {
  await setClock('2027-07-13T12:59:00')
  expect(await done('PUT', '/auto', { auto: true })).toMatchObject({
    environment: 'preproduction',
    account: { id: 1 },
    clock: { now: '2027-07-13T12:59:00+02:00', frozen: true },
    auto: true,
  })
  expect(await done('PUT', '/auto', { auto: false })).toMatchObject({ auto: false })
  expect(await done('GET', '')).toMatchObject({ auto: false, clock: { frozen: true } })
  expect(await readV2('/account')).toMatchObject({ id: 1 })
})
