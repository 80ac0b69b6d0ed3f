import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { validatorCompiler } from '../shared/field-formats.ts'
import { deliveryCostRoutes } from './delivery-cost.ts'
import { sendError } from './errors.ts'

const { deps } = await testDatabase()
const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
app.setErrorHandler(sendError)
app.decorateRequest('deps')
app.addHook('onRequest', async (request) => {
  request.deps = deps
})
deliveryCostRoutes(app.withTypeProvider())

const good = {
  is_pickup: '0',
  zipcode: '69001',
  country: 'FR',
  bottle_quantity: '6',
  delivery_date: '2026-11-30',
}

async function ask(query: Record<string, string | string[]>) {
  const reply = await app.inject({ path: '/get-out-requests/delivery-cost', query })
  return { status: reply.statusCode, body: reply.json() }
}

test.each([
  ['a pick-up', { is_pickup: '1' }, 0],
  ['a delivery in Paris', { zipcode: '75011' }, 9.9],
  ['a delivery in France', {}, 14.9],
  ['a delivery to Corsica', { zipcode: '20000' }, 29.9],
  ['a delivery abroad', { country: 'BE', zipcode: '1000' }, 24.9],
  ['a zipcode with letters', { country: 'GB', zipcode: 'SW1A 1AA' }, 84.9],
  ['the smallest quantity', { bottle_quantity: '1' }, 14.9],
  ['the largest quantity', { bottle_quantity: '100000' }, 75029],
  ['a day long past', { delivery_date: '1999-12-31' }, 14.9],
  ['explain switched off', { explain: '0' }, 14.9],
])('%s', async (_title, change, cost) =>
  expect(await ask({ ...good, ...change })).toEqual({ status: 200, body: { cost } }),
)

test('explain adds the rules that were applied', async () =>
  expect(await ask({ ...good, zipcode: '20000', explain: '1' })).toEqual({
    status: 200,
    body: {
      cost: 29.9,
      explain: [
        {
          rule: 'tariff',
          words: 'On 2026-11-30 the tariff in force is "Standard tariff", valid from 2020-01-01.',
          data: { tariff: 'Standard tariff', since: '2020-01-01', date: '2026-11-30' },
        },
        {
          rule: 'zone',
          words:
            'The zone is "France", because the address is in FR and its zipcode 20000 is none of Paris, 92, 93 or 94.',
          data: { zone: 'france', country: 'FR', zipcode: '20000' },
        },
        {
          rule: 'bracket',
          words: '6 bottles in the bracket 1 to 6: 14.90 euro.',
          data: { bottles: 6, from: 1, to: 6, price: '14.90', amount: '14.90' },
        },
        {
          rule: 'supplement',
          words: 'Supplement "Crossing to Corsica" for zipcodes in FR that begin with 20: 12.00 euro.',
          data: {
            label: 'Crossing to Corsica',
            country: 'FR',
            prefix: '20',
            per: 'order',
            each: '12.00',
            amount: '12.00',
          },
        },
        {
          rule: 'supplement',
          words:
            'Supplement "Crossing to Corsica" for zipcodes in FR that begin with 20: 6 bottles at 0.50 each, 3.00 euro.',
          data: {
            label: 'Crossing to Corsica',
            country: 'FR',
            prefix: '20',
            per: 'bottle',
            each: '0.50',
            amount: '3.00',
          },
        },
        {
          rule: 'sum',
          words: 'The delivery costs 14.90 + 12.00 + 3.00 = 29.90 euro.',
          data: { cost: '29.90', currency: 'EUR' },
        },
      ],
    },
  }))

test('a pick-up is explained too', async () =>
  expect((await ask({ ...good, is_pickup: '1', explain: '1' })).body.explain).toEqual([
    {
      rule: 'pickup',
      words: 'A pick-up at the warehouse costs nothing.',
      data: { cost: '0.00', currency: 'EUR' },
    },
  ]))

test.each(Object.keys(good))('%s is required', async (field) => {
  const { [field]: _left, ...rest } = { ...good } as Record<string, string>
  expect(await ask(rest)).toEqual({
    status: 400,
    body: {
      result: 'error',
      name: 'parameter_missing',
      message: `The parameter ${field} is required.`,
      details: [{ field, message: 'is required' }],
    },
  })
})

test('all that is missing is told at once', async () => {
  const { status, body } = await ask({})
  expect(status).toBe(400)
  expect(body.name).toBe('parameter_missing')
  expect(body.details.map((each: { field: string }) => each.field)).toEqual(Object.keys(good))
})

const wholeNumber = 'must be of type integer'
const realDay = 'must be a day of the calendar such as 2026-11-30'
const realCountry = 'must be an ISO 3166-1 alpha-2 code such as FR'
const oneLine = 'must be one line of text without control characters'
const fiveDigits = 'must be five digits for an address in France'

test.each<[string, string | string[], string]>([
  ['bottle_quantity', '0', 'must be 1 or more'],
  ['bottle_quantity', '-1', 'must be 1 or more'],
  ['bottle_quantity', '100001', 'must be 100000 or less'],
  ['bottle_quantity', '1000000000000', 'must be 100000 or less'],
  ['bottle_quantity', '1.5', wholeNumber],
  ['bottle_quantity', 'abc', wholeNumber],
  ['bottle_quantity', '', wholeNumber],
  ['bottle_quantity', 'NaN', wholeNumber],
  ['bottle_quantity', ['6', '7'], wholeNumber],
  ['is_pickup', '2', 'must be one of 0, 1'],
  ['is_pickup', '-1', 'must be one of 0, 1'],
  ['is_pickup', 'yes', wholeNumber],
  ['is_pickup', '', wholeNumber],
  ['delivery_date', '30/11/2026', realDay],
  ['delivery_date', '2026-11-31', realDay],
  ['delivery_date', '2027-02-29', realDay],
  ['delivery_date', '2026-11-30T10:00:00', realDay],
  ['delivery_date', 'tomorrow', realDay],
  ['delivery_date', '', realDay],
  ['country', 'fr', realCountry],
  ['country', 'FRANCE', realCountry],
  ['country', 'FRA', realCountry],
  ['country', 'XX', realCountry],
  ['country', 'UK', realCountry],
  ['country', '', realCountry],
  ['country', '__proto__', realCountry],
  ['country', ['FR', 'BE'], 'must be of type string'],
  ['zipcode', '', 'must be at least 1 characters long'],
  ['zipcode', '1'.repeat(21), 'must be at most 20 characters long'],
  ['zipcode', '69001\n75011', oneLine],
  ['zipcode', '69001\0', oneLine],
  ['zipcode', '69001\u2028', oneLine],
  ['zipcode', '6900', fiveDigits],
  ['zipcode', '690011', fiveDigits],
  ['zipcode', '6900A', fiveDigits],
  ['zipcode', ' 69001', fiveDigits],
  ['explain', '2', 'must be one of 0, 1'],
  ['explain', 'true', 'must be one of 0, 1'],
])('%s = %j is refused by name', async (field, value, message) => {
  const { status, body } = await ask({ ...good, [field]: value })
  expect({ status, ...body }).toMatchObject({
    status: 400,
    result: 'error',
    name: 'parameter_invalid',
    message: `The parameter ${field} ${message}.`,
  })
  expect(body.details).toContainEqual({ field, message })
})

test('a zipcode of blanks is none, in any country', async () =>
  expect(await ask({ ...good, country: 'BE', zipcode: '   ' })).toMatchObject({
    status: 400,
    body: { name: 'parameter_invalid', details: [{ field: 'zipcode', message: 'must not be blank' }] },
  }))

test('a pick-up needs a whole query as well', async () =>
  expect(await ask({ ...good, is_pickup: '1', zipcode: '6900' })).toMatchObject({
    status: 400,
    body: { name: 'parameter_invalid', details: [{ field: 'zipcode', message: fiveDigits }] },
  }))
