import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { exampleTariff } from '../../../test/support/example-tariff.ts'
import { refusalOf } from '../../../test/support/stock-cellar.ts'
import { deliveryCost } from './delivery-cost.ts'
import type { Tariff } from './delivery-tariff.ts'
import { getTariff, listTariffs, tariffInForce } from './tariff-reads.ts'
import { createTariff, removeTariff } from './tariff-writes.ts'

const { db, pool, deps, clock } = await testDatabase()
const create = (change: Partial<Tariff> = {}) => createTariff(deps, { ...exampleTariff, ...change })
const remove = (id: number) => removeTariff(deps, id)
const today = '2026-11-16'

const sorted = ({ zones, ...rest }: Tariff) => ({
  ...rest,
  zones: zones.toSorted((one, other) => one.code.localeCompare(other.code)),
})

test('a tariff comes back as it was written, and counts from its day on', async () => {
  const made = await create()
  expect(made).toMatchObject({
    name: 'Winter tariff',
    validFrom: '2026-12-01',
    validUntil: null,
    state: 'planned',
  })
  expect(made.tariff).toEqual(sorted(exampleTariff))
  expect(await getTariff(db, today, made.id)).toEqual(made)
  expect(await tariffInForce(db, '2026-12-01')).toEqual(made.tariff)
  expect((await tariffInForce(db, '2026-11-30')).name).toBe('Standard tariff')
  const toParis = { kind: 'delivery' as const, country: 'FR', zipcode: '75011', bottleCount: 12 }
  expect((await deliveryCost(db, { ...toParis, deliveryDate: '2026-12-01' })).cost).toBe('16.00')
  await remove(made.id)
  expect((await tariffInForce(db, '2026-12-01')).name).toBe('Standard tariff')
})

test('the whole of one can be the start of another', async () => {
  const standard = await tariffInForce(db, today)
  const made = await create({ ...standard, validFrom: '2027-01-01', name: 'Copy' })
  expect(made.tariff).toEqual({ ...standard, validFrom: '2027-01-01', name: 'Copy' })
  await remove(made.id)
})

test('each ends the day before the next begins, and one of them is in force', async () => {
  const later = await create({ validFrom: '2027-06-01', name: 'Summer tariff' })
  const sooner = await create()
  const { records, total } = await listTariffs(db, today, { page: 1, count: 30 })
  expect(total).toBe(3)
  expect(
    records.map(({ name, validFrom, validUntil, state }) => [name, validFrom, validUntil, state]),
  ).toEqual([
    ['Summer tariff', '2027-06-01', null, 'planned'],
    ['Winter tariff', '2026-12-01', '2027-05-31', 'planned'],
    ['Standard tariff', '2020-01-01', '2026-11-30', 'in_force'],
  ])
  const states = async (day: string) =>
    (await listTariffs(db, day, { page: 1, count: 30 })).records.map(({ state }) => state)
  expect(await states('2026-12-01')).toEqual(['planned', 'in_force', 'past'])
  expect(await states('2027-06-01')).toEqual(['in_force', 'past', 'past'])
  // Before the first tariff the first one counts.
  expect(await states('2019-12-31')).toEqual(['planned', 'planned', 'in_force'])
  await remove(later.id)
  await remove(sooner.id)
})

describe('refused, and nothing is written', () => {
  test.each<[string, Partial<Tariff>, string]>([
    ['from today on', { validFrom: today }, 'fields_invalid valid_from'],
    ['from long ago on', { validFrom: '0001-01-01' }, 'fields_invalid valid_from'],
    ['without Paris', { zones: exampleTariff.zones.slice(1) }, 'fields_invalid zones'],
    ['for the moon', { restOfWorld: 'moon' }, 'fields_invalid rest_of_world'],
  ])('%s', async (_what, change, expected) => {
    const before = await checksumOf(pool)
    expect(await refusalOf(create(change))).toBe(expected)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a second one from the same day on, also at once', async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(create({ validFrom: '2028-01-03' }))))
    expect(outcomes.sort()).toEqual([
      'already_exists valid_from',
      'already_exists valid_from',
      'nothing was refused',
    ])
  })

  test('deleting one that has begun, or that there is not', async () => {
    const { records } = await listTariffs(db, today, { page: 1, count: 30 })
    const standard = records.find(({ name }) => name === 'Standard tariff')
    const before = await checksumOf(pool)
    expect(await refusalOf(remove(standard?.id ?? 0))).toBe('in_force')
    expect(await refusalOf(remove(999_999))).toBe('record_not_found')
    const now = clock.now
    clock.now = new Date('2019-06-03T10:00:00Z')
    expect(await refusalOf(remove(standard?.id ?? 0))).toBe('in_force')
    clock.now = now
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('deleting it twice at once', async () => {
    const { id } = await create({ validFrom: '2029-01-02' })
    const outcomes = await Promise.all([1, 2].map(() => refusalOf(remove(id))))
    expect(outcomes.sort()).toEqual(['nothing was refused', 'record_not_found'])
  })
})
