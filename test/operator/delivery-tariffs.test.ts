import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, done, pool } = await operatorService()
const asBilling = { as: 'billing' } as const
type Body = { name: string; valid_from: string; zones: Zone[]; supplements: Record<string, unknown>[] }
type Zone = { code: string; countries: string[]; brackets: Record<string, unknown>[] }
type Whole = { id: number; state: string; tariff: Body }

const [standard] = await done<{ id: number }[]>('GET', '/delivery-tariffs')
const { tariff: start } = await done<Whole>('GET', `/delivery-tariffs/${standard?.id}`)
const fresh: Body = { ...start, name: 'Winter tariff', valid_from: '2026-12-01' }

test('the tariff in force is a start for a new one, which is listed, read and deleted', async () => {
  const made = await operate('POST', '/delivery-tariffs', { ...asBilling, body: fresh })
  expect(made.status).toBe(201)
  const { id, ...rest } = made.body as Whole
  expect(rest).toEqual({
    ...{ name: 'Winter tariff', valid_from: '2026-12-01', valid_until: null, state: 'planned' },
    ...{ created_at: '2026-11-16T09:30:00+01:00', tariff: fresh },
  })
  expect(await done('GET', `/delivery-tariffs/${id}`, { as: 'warehouse' })).toEqual(made.body)
  const list = await operate('GET', '/delivery-tariffs', { as: 'warehouse' })
  expect(list.headers['x-total-count']).toBe('2')
  expect(list.body).toMatchObject([
    { id, valid_from: '2026-12-01', valid_until: null, state: 'planned' },
    { id: standard?.id, valid_from: '2020-01-01', valid_until: '2026-11-30', state: 'in_force' },
  ])
  const again = await operate('POST', '/delivery-tariffs', { ...asBilling, body: fresh })
  expect(outcome(again)).toBe('409 already_exists')
  expect((await operate('DELETE', `/delivery-tariffs/${id}`, asBilling)).body).toEqual(made.body)
  expect(outcome(await operate('DELETE', `/delivery-tariffs/${id}`, asBilling))).toBe('404 not_found')
  const entries = await done<{ action: string }[]>('GET', `/audit?subject=delivery-tariff&subject_id=${id}`)
  expect(entries.map(({ action }) => action)).toEqual(['delivery-tariff.delete', 'delivery-tariff.create'])
})

test('the one in force stays', async () => {
  const reply = await operate('DELETE', `/delivery-tariffs/${standard?.id}`)
  expect(outcome(reply)).toBe('409 in_force')
  expect(reply.text).toContain('since 2020-01-01')
})

test('prices may leave out cents, countries, supplements and what further bottles cost', async () => {
  const zones = ['paris', 'france', 'world'].map((code) => ({
    code,
    label: code,
    brackets: [
      { from_bottles: 1, price: '7' },
      { from_bottles: 7, price: '7.5' },
    ],
  }))
  const body = { name: 'Bare', valid_from: '2027-02-01', rest_of_world: 'world', zones }
  const { id, tariff } = await done<Whole>('POST', '/delivery-tariffs', { body })
  expect(tariff.supplements).toEqual([])
  expect(tariff.zones[0]).toMatchObject({
    countries: [],
    brackets: [
      { from_bottles: 1, price: '7.00', further_bottle_price: '0.00' },
      { from_bottles: 7, price: '7.50', further_bottle_price: '0.00' },
    ],
  })
  await done('DELETE', `/delivery-tariffs/${id}`)
})

test('a preview tells what changes, and writes nothing, not even an entry in the audit', async () => {
  const zones = fresh.zones.map((zone) =>
    zone.code === 'paris' ? { ...zone, brackets: [{ from_bottles: 1, price: '10.00' }] } : zone,
  )
  const before = await checksumOf(pool)
  const body = { ...fresh, zones }
  const reply = await operate('POST', '/delivery-tariffs/preview', { as: 'warehouse', body })
  expect(await checksumOf(pool)).toEqual(before)
  expect(reply.status).toBe(200)
  const { zones: changes, ...rest } = reply.body as { zones: Record<string, unknown>[] }
  expect(rest).toEqual({
    compared_with: { name: 'Standard tariff', valid_from: '2020-01-01' },
    ...{ countries: [], ended_supplements: [], new_supplements: [], orders: [] },
  })
  expect(changes.find(({ zone, bottles }) => zone === 'paris' && bottles === 7)).toEqual({
    ...{ zone: 'paris', label: 'Paris and the departments 92, 93 and 94', bottles: 7 },
    ...{ old_price: '12.90', new_price: '10.00', difference: '-2.90' },
  })
})

describe('every rule of a tariff is refused with its field, by POST and by the preview', () => {
  const withZone = (code: string, change: Partial<Zone>) => ({
    ...fresh,
    zones: fresh.zones.map((zone) => (zone.code === code ? { ...zone, ...change } : zone)),
  })
  const at = (code: string) => fresh.zones.findIndex((zone) => zone.code === code)
  const bracket = { from_bottles: 1, price: '1.00' }
  const supplement = { label: 'Island', country: 'FR', zip_prefix: '20', per: 'order', amount: '1.00' }
  const first = fresh.zones[0]

  test.each<[string, unknown, string]>([
    ['today', { ...fresh, valid_from: '2026-11-16' }, 'valid_from'],
    ['30 February', { ...fresh, valid_from: '2027-02-30' }, 'valid_from'],
    ['infinity', { ...fresh, valid_from: 'infinity' }, 'valid_from'],
    ['no name', { ...fresh, name: ' ' }, 'name'],
    ['a long name', { ...fresh, name: 'x'.repeat(101) }, 'name'],
    ['a NUL byte', { ...fresh, name: 'a\0' }, 'name'],
    ['no zones', { ...fresh, zones: [] }, 'zones'],
    ['no Paris', { ...fresh, zones: fresh.zones.filter(({ code }) => code !== 'paris') }, 'zones'],
    ['no rest of the world', { ...fresh, rest_of_world: 'moon' }, 'rest_of_world'],
    ['Paris as the rest of the world', { ...fresh, rest_of_world: 'paris' }, 'rest_of_world'],
    [
      'a zone twice',
      { ...fresh, zones: [...fresh.zones, { ...first, countries: [] }] },
      `zones.${fresh.zones.length}.code`,
    ],
    [
      'a zone in capitals',
      { ...fresh, zones: [...fresh.zones, { ...first, code: 'Moon' }] },
      `zones.${fresh.zones.length}.code`,
    ],
    ['a country in words', withZone('world', { countries: ['Peru'] }), `zones.${at('world')}.countries.0`],
    ['no country', withZone('world', { countries: ['XX'] }), `zones.${at('world')}.countries.0`],
    ['FR', withZone('world', { countries: ['FR'] }), `zones.${at('world')}.countries.0`],
    ['a country twice', withZone('world', { countries: ['BE'] }), `zones.${at('world')}.countries.0`],
    ['a country in Paris', withZone('paris', { countries: ['MC'] }), `zones.${at('paris')}.countries.0`],
    ['no bracket', withZone('paris', { brackets: [] }), `zones.${at('paris')}.brackets`],
    [
      'no first bracket',
      withZone('paris', { brackets: [{ ...bracket, from_bottles: 2 }] }),
      `zones.${at('paris')}.brackets`,
    ],
    [
      'a bracket from 0',
      withZone('paris', { brackets: [bracket, { ...bracket, from_bottles: 0 }] }),
      `zones.${at('paris')}.brackets.1.from_bottles`,
    ],
    [
      'a bracket from 10^300',
      withZone('paris', { brackets: [bracket, { ...bracket, from_bottles: 1e300 }] }),
      `zones.${at('paris')}.brackets.1.from_bottles`,
    ],
    [
      'a bracket twice',
      withZone('paris', { brackets: [bracket, bracket] }),
      `zones.${at('paris')}.brackets.1.from_bottles`,
    ],
    [
      'a price below 0',
      withZone('paris', { brackets: [{ ...bracket, price: '-1' }] }),
      `zones.${at('paris')}.brackets.0.price`,
    ],
    [
      'three places',
      withZone('paris', { brackets: [{ ...bracket, price: '1.005' }] }),
      `zones.${at('paris')}.brackets.0.price`,
    ],
    [
      'a price as a number',
      withZone('paris', { brackets: [{ ...bracket, price: 1 }] }),
      `zones.${at('paris')}.brackets.0.price`,
    ],
    [
      'NaN',
      withZone('paris', { brackets: [{ ...bracket, price: 'NaN' }] }),
      `zones.${at('paris')}.brackets.0.price`,
    ],
    [
      'a price too high',
      withZone('paris', { brackets: [{ ...bracket, price: '100000' }] }),
      `zones.${at('paris')}.brackets.0.price`,
    ],
    [
      'a further price too high',
      withZone('paris', { brackets: [{ ...bracket, further_bottle_price: '9999999999' }] }),
      `zones.${at('paris')}.brackets.0.further_bottle_price`,
    ],
    [
      'a supplement of nothing',
      { ...fresh, supplements: [{ ...supplement, amount: '0' }] },
      'supplements.0.amount',
    ],
    [
      'a supplement too high',
      { ...fresh, supplements: [{ ...supplement, amount: '100000' }] },
      'supplements.0.amount',
    ],
    [
      'a supplement for nobody',
      { ...fresh, supplements: [{ label: 'x', per: 'order', amount: '1' }] },
      'supplements.0.zone',
    ],
    [
      'a supplement for both',
      { ...fresh, supplements: [{ ...supplement, zone: 'world' }] },
      'supplements.0.zone',
    ],
    [
      'a supplement for no zone',
      { ...fresh, supplements: [{ label: 'x', zone: 'moon', per: 'order', amount: '1' }] },
      'supplements.0.zone',
    ],
    [
      'a prefix without a country',
      { ...fresh, supplements: [{ label: 'x', zone: 'world', zip_prefix: '1', per: 'order', amount: '1' }] },
      'supplements.0.zip_prefix',
    ],
    [
      'a prefix with a blank',
      { ...fresh, supplements: [{ ...supplement, zip_prefix: '2 0' }] },
      'supplements.0.zip_prefix',
    ],
    [
      'a supplement per case',
      { ...fresh, supplements: [{ ...supplement, per: 'case' }] },
      'supplements.0.per',
    ],
    ['a supplement twice', { ...fresh, supplements: [supplement, supplement] }, 'supplements.1'],
    [
      'an unlabelled supplement',
      { ...fresh, supplements: [{ ...supplement, label: '' }] },
      'supplements.0.label',
    ],
    ['a field too many', { ...fresh, id: 1 }, 'id'],
  ])('%s', async (_what, body, field) => {
    const before = await checksumOf(pool)
    for (const path of ['/delivery-tariffs', '/delivery-tariffs/preview']) {
      const reply = await operate('POST', path, { ...asBilling, body })
      expect(outcome(reply)).toMatch(/^400 parameter_(invalid|missing)$/)
      expect((reply.body as { details: { field: string }[] }).details.map((each) => each.field)).toContain(
        field,
      )
    }
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('warehouse reads and does not write; what there is not is not found', async () => {
  const as = 'warehouse'
  expect(outcome(await operate('POST', '/delivery-tariffs', { as, body: fresh }))).toBe(
    '403 role_insufficient',
  )
  expect(outcome(await operate('DELETE', `/delivery-tariffs/${standard?.id}`, { as }))).toBe(
    '403 role_insufficient',
  )
  expect(outcome(await operate('GET', '/delivery-tariffs/999999'))).toBe('404 not_found')
  expect(outcome(await operate('GET', '/delivery-tariffs/9007199254740993'))).toBe('400 parameter_invalid')
})
