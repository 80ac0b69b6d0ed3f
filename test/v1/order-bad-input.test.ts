// Every wrong shape of an order gets a 400 that names the field, reserves nothing and writes nothing.
import { expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { demoService } from '../support/service.ts'

const { call, read, pool, clock } = await demoService()
// A Wednesday at 3 pm: tomorrow's preparation has been decided.
clock.now = new Date('2026-11-18T15:00:00+01:00')

type Entry = {
  id: number
  wine: string
  millesime: number
  format: string
  quantity: number
  boxes?: Record<string, number>
}
type Refused = { name: string; message: string; details?: { field: string }[] }

const entries = await read<Entry[]>('/v1/bottles/consolidated')
const loose = entries.find((entry) => !entry.boxes && entry.format === '0.75' && entry.quantity >= 3)
const boxed = entries.find((entry) => entry.boxes && Object.values(entry.boxes)[0] === entry.quantity)
if (!loose || !boxed) throw new Error('The demo has loose and boxed wines')

const good = { bottles: { [loose.id]: { '0.75': 1 } }, half_day: 'am' }
const at = { company: 'Cave', street1: '1 rue X', city: 'Lyon', zipcode: '69001' }
const field = `bottles.${loose.id}.0.75`
const amount = (quantity: unknown) => ({ bottles: { [loose.id]: { '0.75': quantity } } })

async function post(change: Record<string, unknown>, rawBody?: string) {
  const before = await checksumOf(pool)
  const reply = await call(
    'POST',
    '/v1/get-out-requests',
    rawBody ? { rawBody } : { body: { ...good, ...change } },
  )
  expect(await checksumOf(pool), 'nothing is written').toEqual(before)
  return { status: reply.status, ...(reply.body as Refused) }
}

test.each<[string, Record<string, unknown>, string, string]>([
  ['bottles as an array', { bottles: [] }, 'parameter_invalid', 'bottles'],
  ['bottles left out', { bottles: undefined }, 'parameter_missing', 'bottles'],
  ['a wine as a number', { bottles: { [loose.id]: 6 } }, 'parameter_invalid', `bottles.${loose.id}`],
  ['a quantity of 0', amount(0), 'parameter_invalid', field],
  ['a quantity of -1', amount(-1), 'parameter_invalid', field],
  ['a quantity of 1.5', amount(1.5), 'parameter_invalid', field],
  ['a quantity of "6"', amount('6'), 'parameter_invalid', field],
  ['a quantity of 10^12', amount(1e12), 'parameter_invalid', field],
  ['no quantity', amount(null), 'parameter_invalid', field],
  [
    'a wine that is no number',
    { bottles: { margaux: { '0.75': 1 } } },
    'parameter_invalid',
    'bottles.margaux',
  ],
  [
    'a format that is none',
    { bottles: { [loose.id]: { big: 1 } } },
    'parameter_invalid',
    `bottles.${loose.id}.big`,
  ],
  [
    'an unknown wine',
    { bottles: { 999999999: { '0.75': 1 } } },
    'bottle_not_found',
    'bottles.999999999.0.75',
  ],
  [
    'a format not held',
    { bottles: { [loose.id]: { '15': 1 } } },
    'bottle_not_found',
    `bottles.${loose.id}.15`,
  ],
  [
    'an unknown box code',
    { boxes: { XYZ9: { [loose.id]: { '0.75': 1 } } } },
    'parameter_invalid',
    'boxes.XYZ9',
  ],
  ['a box code in small letters', { boxes: { cbo6: {} } }, 'parameter_invalid', 'boxes.cbo6'],
  ['an empty order', { bottles: {} }, 'parameter_invalid', 'bottles'],
  ['an order of empty boxes', { bottles: {}, boxes: { CBO6: {} } }, 'parameter_invalid', 'bottles'],
  ['half_day noon', { half_day: 'noon' }, 'parameter_invalid', 'half_day'],
  ['half_day left out', { half_day: undefined }, 'parameter_missing', 'half_day'],
  ['is_pickup as a boolean', { is_pickup: true }, 'parameter_invalid', 'is_pickup'],
  ['auto_qty of 2', { auto_qty: 2 }, 'parameter_invalid', 'auto_qty'],
  ['a date in the past', { delivery_date: '2026-11-17' }, 'delivery_date_invalid', 'delivery_date'],
  [
    'tomorrow for the rest of the world',
    { delivery_date: '2026-11-19', ...at, country: 'US' },
    'delivery_date_invalid',
    'delivery_date',
  ],
  ['14 July', { delivery_date: '2027-07-14' }, 'delivery_date_invalid', 'delivery_date'],
  ['a Sunday', { delivery_date: '2026-11-29' }, 'delivery_date_invalid', 'delivery_date'],
  ['29 February 2027', { delivery_date: '2027-02-29' }, 'parameter_invalid', 'delivery_date'],
  ['a delivery without an address', { is_pickup: 0 }, 'address_invalid', 'street1'],
  [
    'a delivery without a name',
    { ...at, company: undefined, firstname: 'Zoé' },
    'address_invalid',
    'company',
  ],
  ['a two-line zipcode', { ...at, zipcode: '690\n01' }, 'parameter_invalid', 'zipcode'],
  ['a French zipcode of four digits', { ...at, zipcode: '6900' }, 'address_invalid', 'zipcode'],
  ['country FRANCE', { ...at, country: 'FRANCE' }, 'address_invalid', 'country'],
  ['country XX', { ...at, country: 'XX' }, 'address_invalid', 'country'],
  ['a field that is not known', { delivery_dat: '2026-12-01' }, 'parameter_invalid', 'delivery_dat'],
])('%s', async (_, change, name, named) => {
  const refused = await post(change)
  expect(refused).toMatchObject({ status: 400, name })
  expect(refused.details?.map((detail) => detail.field)).toContain(named)
})

test('__proto__ as a wine id', async () => {
  const refused = await post({}, '{"bottles":{"__proto__":{"0.75":1}},"half_day":"am"}')
  expect(refused).toMatchObject({ status: 400, name: 'parameter_invalid' })
  expect(refused.details?.[0]?.field).toBe('bottles.__proto__')
})

test('the three documented messages appear to the letter', async () => {
  const none = await post({ bottles: { 999999999: { '0.750': 1 } } })
  expect(none.message).toBe('No bottle exist for wine 999999999 and format 0.75')
  const tooMany = await post(amount(loose.quantity + 1))
  expect(tooMany).toMatchObject({
    name: 'quantity_unavailable',
    message: `Vous ne pouvez pas sortir plus de ${loose.quantity} bouteille(s) de ${loose.wine} ${loose.millesime} 0.75`,
  })
  const publicDay = await post({ delivery_date: '2026-12-25' })
  expect(publicDay.message).toBe('The delivery date is not valid (weekend or public day)')
  const tooEarly = await post({ delivery_date: '2026-11-19' })
  expect(tooEarly.message).toBe('The delivery date is not valid (the earliest possible date is 2026-11-20)')
})

test('a box is never opened: loose bottles of a boxed wine are short', async () => {
  const refused = await post({ bottles: { [boxed.id]: { [boxed.format]: 1 } } })
  expect(refused).toMatchObject({ status: 400, name: 'quantity_unavailable' })
  expect(refused.message).toContain('plus de 0 bouteille(s)')
})
