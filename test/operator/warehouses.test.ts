import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool } = await operatorService()

type Times = { opening_hours: Record<string, unknown>; slots: Record<string, unknown> }
type Warehouse = Times & { id: number; name: string; created_at: string }
let count = 0
const address = (more: Record<string, unknown> = {}) => ({
  name: `Chai ${++count}`,
  public_name: 'Caveau Chablis',
  street1: '1 rue des Fûts',
  street2: 'Quai 2',
  city: 'Chablis',
  zipcode: '89800',
  country: 'FR',
  ...more,
})
const morning = { opens: '08:00', closes: '12:00' }
const afternoon = { opens: '13:00', closes: '17:00' }
const usual: Times = {
  opening_hours: {
    ...Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, [morning, afternoon]]),
    ),
    saturday: [],
    sunday: [],
  },
  slots: Object.fromEntries(
    ['pickup', 'delivery'].map((handover) => [
      handover,
      [
        { start: '08:00', end: '12:00' },
        { start: '13:00', end: '18:00' },
      ],
    ]),
  ),
}
const own: Times = {
  opening_hours: {
    monday: [],
    tuesday: [{ opens: '06:30', closes: '14:00' }],
    wednesday: [],
    thursday: [{ opens: '00:00', closes: '23:59' }],
    friday: [morning, { opens: '12:00', closes: '13:00' }, afternoon],
    saturday: [{ opens: '09:00', closes: '12:00' }],
    sunday: [],
  },
  slots: {
    pickup: [
      { start: '14:00', end: '16:00' },
      { start: '08:00', end: '10:00' },
      { start: '10:00', end: '12:00' },
    ],
    delivery: [{ start: '07:00', end: '20:00' }],
  },
}
const add = (more: Record<string, unknown> = {}) =>
  done<Warehouse>('POST', '/warehouses', { body: address(more) })

test('a warehouse without hours and slots gets the usual ones', async () => {
  const body = address()
  const made = await operate('POST', '/warehouses', { body })
  expect(made.status).toBe(201)
  expect(made.body).toEqual({
    id: expect.any(Number),
    ...body,
    ...usual,
    created_at: '2026-11-16T09:30:00+01:00',
  })
  expect(await done('GET', `/warehouses/${(made.body as Warehouse).id}`, { as: 'billing' })).toEqual(
    made.body,
  )
})

test('hours and slots are kept as they are given, the first slot first', async () => {
  const made = await add(own)
  expect(made).toMatchObject(own)
  expect(await done('GET', `/warehouses/${made.id}`)).toEqual(made)
})

test('a day that is left out is one on which it is closed, and hours are told by the clock', async () => {
  const made = await add({ opening_hours: { sunday: [afternoon, morning] } })
  expect(made.opening_hours).toEqual({
    ...Object.fromEntries(Object.keys(usual.opening_hours).map((day) => [day, []])),
    sunday: [morning, afternoon],
  })
  expect(made.slots).toEqual(usual.slots)
})

test('a warehouse is replaced as a whole', async () => {
  const { id, created_at } = await add(own)
  const { street2: _, ...body } = {
    ...address({ name: `Renamed ${id}`, country: 'BE', zipcode: 'B-1000' }),
    ...usual,
  }
  expect(await done('PUT', `/warehouses/${id}`, { body })).toEqual({ id, ...body, street2: '', created_at })
  expect(await done('PUT', `/warehouses/${id}`, { body: { ...body, ...own } })).toMatchObject(own)
  expect(await done('GET', `/audit?subject=warehouse&subject_id=${id}`)).toMatchObject([
    { action: 'warehouse.edit', detail: own },
    { action: 'warehouse.edit', detail: usual },
    { action: 'warehouse.create' },
  ])
})

test('the list is paged, newest first', async () => {
  const [one, other] = [await add(), await add()]
  const reply = await operate('GET', '/warehouses?count=2', { as: 'warehouse' })
  expect((reply.body as Warehouse[]).map(({ id }) => id)).toEqual([other.id, one.id])
  expect(Number(reply.headers['x-total-count'])).toBeGreaterThanOrEqual(2)
})

describe('refuses and writes nothing', () => {
  const span = (start: string, end: string) => ({ start, end })
  const pickup = (...spans: unknown[]) => ({ slots: { ...usual.slots, pickup: spans } })
  const monday = (...spans: unknown[]) => ({ opening_hours: { ...usual.opening_hours, monday: spans } })
  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a blank city', { city: ' ' }, 'city'],
    ['a NUL in the street', { street1: 'a\0' }, 'street1'],
    ['a long second street', { street2: 'x'.repeat(201) }, 'street2'],
    ['a country that there is not', { country: 'XX' }, 'country'],
    ['a French zipcode of four digits', { zipcode: '8980' }, 'zipcode'],
    [
      'an hour that there is not',
      monday({ opens: '08:00', closes: '24:00' }),
      'opening_hours.monday.0.closes',
    ],
    ['a time with seconds', monday({ opens: '08:00:30', closes: '12:00' }), 'opening_hours.monday.0.opens'],
    ['hours without an end', monday({ opens: '08:00' }), 'opening_hours.monday.0.closes'],
    ['hours that run backwards', monday({ opens: '12:00', closes: '08:00' }), 'opening_hours.monday.0'],
    ['hours that overlap', monday(morning, { opens: '11:59', closes: '14:00' }), 'opening_hours.monday.1'],
    ['a day that there is not', { opening_hours: { someday: [] } }, 'opening_hours.someday'],
    ['slots that overlap', pickup(span('08:00', '12:00'), span('09:00', '10:00')), 'slots.pickup.1'],
    ['a slot that is a moment', pickup(span('08:00', '08:00')), 'slots.pickup.0'],
    ['no slot of a kind', pickup(), 'slots.pickup'],
    ['slots of one kind only', { slots: { pickup: usual.slots.pickup } }, 'slots.delivery'],
    ['more slots than there are', pickup(...Array(25).fill(span('08:00', '09:00'))), 'slots.pickup'],
    ['a field that there is not', { phone: '1' }, 'phone'],
  ])('%s', async (_title, change, field) => {
    const { id } = await add()
    const before = await checksumOf(pool)
    const body = { ...address(), ...usual, ...change }
    for (const reply of [
      await operate('POST', '/warehouses', { body }),
      await operate('PUT', `/warehouses/${id}`, { body }),
    ]) {
      expect(reply.status).toBe(400)
      expect((reply.body as { details: { field: string }[] }).details.map((each) => each.field)).toContain(
        field,
      )
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a name that another has', async () => {
    const [one, other] = [await add(), await add()]
    const before = await checksumOf(pool)
    const body = { ...address({ name: ` ${one.name} ` }), ...usual }
    for (const reply of [
      await operate('POST', '/warehouses', { body }),
      await operate('PUT', `/warehouses/${other.id}`, { body }),
    ]) {
      expect(outcome(reply)).toBe('409 already_exists')
      expect(reply.body).toMatchObject({ details: [{ field: 'name' }] })
    }
    expect(await checksumOf(pool)).toEqual(before)
    expect((await operate('PUT', `/warehouses/${one.id}`, { body })).status).toBe(200)
  })

  test('an edit without hours or slots, and one of a warehouse that is not there', async () => {
    const { id } = await add()
    expect(outcome(await operate('PUT', `/warehouses/${id}`, { body: address() }))).toBe(
      '400 parameter_missing',
    )
    const body = { ...address(), ...usual }
    expect(outcome(await operate('PUT', '/warehouses/987654321', { body }))).toBe('404 not_found')
    expect(outcome(await operate('GET', '/warehouses/987654321'))).toBe('404 not_found')
  })

  test('everybody but an admin', async () => {
    const { id } = await add()
    const before = await checksumOf(pool)
    for (const as of ['warehouse', 'billing'] as const) {
      expect(outcome(await operate('POST', '/warehouses', { body: address(), as }))).toBe(
        '403 role_insufficient',
      )
      const body = { ...address(), ...usual }
      expect(outcome(await operate('PUT', `/warehouses/${id}`, { body, as }))).toBe('403 role_insufficient')
    }
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('two who edit one warehouse at once leave the times of one of them', async () => {
  const { id } = await add()
  const [one, other] = [
    { ...address(), ...own },
    { ...address(), ...usual },
  ]
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(
      [one, other, one, other].map((body) => operate('PUT', `/warehouses/${id}`, { body })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { name, opening_hours, slots } = await done<Warehouse>('GET', `/warehouses/${id}`)
    const { opening_hours: hours, slots: kept } = name === one.name ? own : usual
    expect({ opening_hours, slots }).toEqual({ opening_hours: hours, slots: kept })
  }
})
