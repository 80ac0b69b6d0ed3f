// Writing the address book: what is required, what blank means, and what each verb answers.
import { describe, expect, test } from 'vitest'
import { expectShape } from '../support/fields.ts'
import { demoService, outcome } from '../support/service.ts'
import { goodAddress } from './all-routes.ts'
import { address } from './document-tables.ts'

type Address = Record<string, string | null> & { id: number }
type ErrorBody = { name: string; details: { field: string; message: string }[] }

const { call, read } = await demoService()
const add = (body: Record<string, unknown>) => call('POST', '/v1/addresses', { body })
const added = async (body: Record<string, unknown> = goodAddress) => (await add(body)).body as Address
const onlyRequired = {
  company: 'Cave SARL',
  street1: '2 quai des Chartrons',
  city: 'Bordeaux',
  zipcode: '33000',
  phone: '+33 5 36 49 00 01',
}

test('POST answers 201 with the record, which is then the newest of the list', async () => {
  const reply = await add(goodAddress)
  expect(reply.status).toBe(201)
  expectShape(reply.body, address)
  const { company: _, ...rest } = goodAddress
  expect(reply.body).toMatchObject({ ...rest, company: '' })
  const [newest] = await read<Address[]>('/v1/addresses')
  expect(newest).toEqual(reply.body)
})

test('what was left out is an empty string, or null where the table allows it, and the country is FR', async () => {
  const record = await added(onlyRequired)
  expectShape(record, address)
  expect(record).toEqual({
    id: record.id,
    firstname: '',
    lastname: '',
    ...onlyRequired,
    street2: null,
    country: 'FR',
    email: '',
    vat_number: null,
    detail: '',
    reference: '',
  })
})

describe.each(['POST', 'PUT'])('%s', (method) => {
  const send = async (body: Record<string, unknown>) => {
    const path = method === 'POST' ? '/v1/addresses' : `/v1/addresses/${(await added()).id}`
    return call(method, path, { body })
  }
  const success = method === 'POST' ? '201 ok' : '200 ok'

  test.each(['street1', 'city', 'zipcode', 'phone'])(
    'needs %s, and blank is as good as none',
    async (field) => {
      for (const value of [undefined, null, '', '  ', '\t\n', '\u00a0']) {
        const reply = await send({ ...goodAddress, [field]: value })
        expect(outcome(reply), JSON.stringify(value)).toBe('400 parameter_missing')
        expect((reply.body as ErrorBody).details).toEqual([{ field, message: 'is required' }])
      }
    },
  )

  test.each<[string, Record<string, unknown>, string]>([
    ['first and last name', { firstname: 'Zoé', lastname: 'Martin', company: null }, success],
    ['a company', { firstname: null, lastname: null, company: 'SARL' }, success],
    ['a company and a first name', { firstname: 'Zoé', lastname: '', company: 'SARL' }, success],
    ['a first name only', { firstname: 'Zoé', lastname: ' ', company: null }, '400 parameter_missing'],
    ['a last name only', { firstname: null, lastname: 'Martin', company: '' }, '400 parameter_missing'],
    ['nobody', { firstname: undefined, lastname: undefined, company: '\t' }, '400 parameter_missing'],
  ])('takes %s', async (_title, who, expected) =>
    expect(outcome(await send({ ...goodAddress, ...who }))).toBe(expected),
  )

  test.each<[string, boolean]>([
    ['FR', true],
    ['BE', true],
    ['Belgique', true],
    ['日本国', true],
    ['XX', false],
    ['fr', false],
    ['F', false],
  ])('country %s', async (country, accepted) =>
    expect(outcome(await send({ ...goodAddress, country }))).toBe(
      accepted ? success : '400 parameter_invalid',
    ),
  )

  test('tells every fault at once', async () => {
    const { body } = await send({ country: 'XX', email: 'nobody' })
    const fields = (body as ErrorBody).details.map((each) => each.field)
    expect(fields).toEqual(['company', 'street1', 'city', 'zipcode', 'phone', 'country', 'email'])
    expect((body as ErrorBody).name).toBe('parameter_invalid')
  })

  test('takes spaces off the ends', async () => {
    const reply = await send({ ...goodAddress, city: '  Saint-Ouen ', detail: '   ' })
    expect(reply.body).toMatchObject({ city: 'Saint-Ouen', detail: '' })
  })
})

test('PUT of every record just read works and changes nothing', async () => {
  const records = await read<Address[]>('/v1/addresses?count=1000')
  expect(records.some((each) => each.country?.length !== 2)).toBe(true)
  for (const record of records) {
    const reply = await call('PUT', `/v1/addresses/${record.id}`, { body: record })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toEqual(record)
  }
})

test('PUT replaces the whole record: what is left out is gone', async () => {
  const { id } = await added()
  const reply = await call('PUT', `/v1/addresses/${id}`, { body: onlyRequired })
  expect(reply.body).toMatchObject({ id, ...onlyRequired, firstname: '', email: '', detail: '' })
  expect(await read(`/v1/addresses/${id}`)).toEqual(reply.body)
})

test('PUT keeps to the id of the path, whatever the body says', async () => {
  const [one, other] = [await added(), await added()]
  await call('PUT', `/v1/addresses/${one.id}`, { body: { ...onlyRequired, id: other.id } })
  expect(await read(`/v1/addresses/${one.id}`)).toMatchObject({ company: 'Cave SARL' })
  expect(await read(`/v1/addresses/${other.id}`)).toEqual(other)
})

test('DELETE answers with the record as it was; the second time there is none', async () => {
  const record = await added()
  const reply = await call('DELETE', `/v1/addresses/${record.id}`)
  expect([reply.status, reply.body]).toEqual([200, record])
  expect(outcome(await call('DELETE', `/v1/addresses/${record.id}`))).toBe('404 not_found')
  expect(outcome(await call('GET', `/v1/addresses/${record.id}`))).toBe('404 not_found')
  expect(outcome(await call('PUT', `/v1/addresses/${record.id}`, { body: goodAddress }))).toBe(
    '404 not_found',
  )
})
