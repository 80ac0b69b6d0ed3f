import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { deliveryCost } from './delivery-cost.ts'

const { db, pool } = await testDatabase()

const cost = async (country: string, zipcode: string, bottleCount: number, deliveryDate = '2026-11-30') =>
  (await deliveryCost(db, { kind: 'delivery', country, zipcode, bottleCount, deliveryDate })).cost

test('a pick-up costs nothing and says so', async () =>
  expect(await deliveryCost(db, { kind: 'pickup' })).toEqual({
    cost: '0.00',
    steps: [
      {
        rule: 'pickup',
        words: 'A pick-up at the warehouse costs nothing.',
        data: { cost: '0.00', currency: 'EUR' },
      },
    ],
  }))

describe('the tariff that ships with the product', () => {
  // An address, and what it costs at the edges of its brackets. Supplements are in the price.
  test.each([
    ['FR', '75011', { 1: '9.90', 6: '9.90', 7: '12.90', 12: '12.90', 13: '17.90', 24: '17.90', 25: '24.90' }],
    [
      'FR',
      '94300',
      { 36: '24.90', 37: '34.90', 60: '34.90', 61: '49.90', 120: '49.90', 121: '50.30', 122: '50.70' },
    ],
    [
      'FR',
      '69001',
      { 1: '14.90', 6: '14.90', 7: '19.90', 12: '19.90', 13: '27.90', 18: '27.90', 19: '34.90' },
    ],
    [
      'FR',
      '13001',
      { 24: '34.90', 25: '48.90', 36: '48.90', 37: '74.90', 60: '74.90', 61: '119.00', 120: '119.00' },
    ],
    ['FR', '59000', { 121: '119.75', 122: '120.50', 1000: '779.00' }],
    [
      'BE',
      '1000',
      { 1: '24.90', 6: '24.90', 7: '34.90', 13: '59.90', 25: '84.90', 37: '129.00', 61: '130.90' },
    ],
    [
      'IT',
      '00100',
      { 6: '34.90', 12: '49.90', 24: '84.90', 36: '119.00', 60: '185.00', 61: '187.80', 71: '215.80' },
    ],
    // 45.00 for the export declaration.
    [
      'CH',
      '1201',
      { 1: '84.90', 7: '102.90', 13: '143.00', 25: '184.00', 37: '260.00', 61: '263.20', 62: '266.40' },
    ],
    // 65.00 for it.
    [
      'US',
      '10001',
      {
        1: '144.00',
        6: '144.00',
        7: '194.00',
        12: '194.00',
        13: '294.00',
        24: '294.00',
        25: '302.50',
        26: '311.00',
      },
    ],
    // 12.00 an order and 0.50 a bottle for the crossing.
    ['FR', '20000', { 1: '27.40', 6: '29.90', 7: '35.40' }],
    // 39.00 an order and 6.50 a bottle.
    ['FR', '97110', { 1: '60.40', 6: '92.90', 7: '104.40' }],
    ['FR', '98800', { 1: '60.40' }],
    // Monaco under the name of France.
    ['FR', '98000', { 1: '14.90' }],
    ['MC', '98000', { 1: '24.90' }],
    ['ES', '28001', { 1: '34.90' }],
    ['ES', '07001', { 1: '53.90' }],
    ['ES', '35001', { 1: '79.90' }],
    ['PT', '9000-063', { 1: '79.90' }],
    ['GB', 'SW1A 1AA', { 1: '84.90' }],
  ])('to %s %s', async (country, zipcode, prices) => {
    const found = await Promise.all(
      Object.keys(prices).map(async (count) => [count, await cost(country, zipcode, Number(count))]),
    )
    expect(Object.fromEntries(found)).toEqual(prices)
  })

  test.each([1, 6, 60, 130])(
    'takes overseas France as such under both of its countries, %i bottles',
    async (count) => {
      expect(await cost('GP', '97110', count)).toBe(await cost('FR', '97110', count))
      expect(await cost('NC', '98800', count)).toBe(await cost('FR', '98800', count))
    },
  )

  test.each([
    ['FR', '75001'],
    ['FR', '69001'],
    ['FR', '20000'],
    ['FR', '97110'],
    ['DE', '10115'],
    ['PL', '00-001'],
    ['NO', '0150'],
    ['AU', '2000'],
  ])('never gets cheaper with a bottle more, to %s %s', async (country, zipcode) => {
    const costs = await Promise.all(
      Array.from({ length: 200 }, (_, index) => cost(country, zipcode, index + 1)),
    )
    const cents = costs.map((each) => BigInt(each.replace('.', '')))
    expect(cents).toEqual(cents.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
  })
})

/** A tariff with one price everywhere. */
const addTariff = (validFrom: string, price: string) =>
  pool.query(
    `with tariff as (
       insert into delivery_tariffs (valid_from, name, rest_of_world, created_at)
       values ('${validFrom}', 'From ${validFrom}', 'world', now()) returning id),
     zones as (
       insert into delivery_zones (tariff_id, code, label)
       select id, code, code from tariff, unnest(array['paris', 'france', 'world']) code returning tariff_id, code)
     insert into delivery_brackets (tariff_id, zone, from_bottles, price)
     select tariff_id, code, 1, ${price} from zones`,
  )

describe('with several tariffs', () => {
  beforeAll(async () => {
    await addTariff('2027-01-01', '70.00')
    await addTariff('2028-02-29', '0.10')
  })

  test.each([
    ['the first one counts before it begins', '2019-12-31', '14.90'],
    ['and in the year 0', '0000-01-01', '14.90'],
    ['one counts from its day', '2020-01-01', '14.90'],
    ['up to the day before the next', '2026-12-31', '14.90'],
    ['which counts from its own day', '2027-01-01', '70.00'],
    ['and on', '2028-02-28', '70.00'],
    ['the last one has begun', '2028-02-29', '0.10'],
    ['the last one has no end', '9999-12-31', '0.10'],
  ])('%s: %s', async (_rule, day, expected) => expect(await cost('FR', '69001', 6, day)).toBe(expected))

  test('the steps name the one that counted', async () => {
    const { steps } = await deliveryCost(db, {
      kind: 'delivery',
      country: 'JP',
      zipcode: '100-0001',
      bottleCount: 6,
      deliveryDate: '2027-05-03',
    })
    expect(steps.map(({ data }) => data)).toEqual([
      { tariff: 'From 2027-01-01', since: '2027-01-01', date: '2027-05-03' },
      { zone: 'world', country: 'JP' },
      { bottles: 6, from: 1, price: '70.00', amount: '70.00' },
      { cost: '70.00', currency: 'EUR' },
    ])
  })
})

describe('the database refuses', () => {
  const unique = '23505'
  const foreignKey = '23503'
  const check = '23514'
  const first = `(select min(id) from delivery_tariffs)`
  const bracket = (values: string) =>
    `insert into delivery_brackets (tariff_id, zone, from_bottles, price, further_bottle_price) values (${first}, ${values})`
  const supplement = (values: string) =>
    `insert into delivery_supplements (tariff_id, label, zone, country, zip_prefix, per, amount) values (${first}, ${values})`

  test.each([
    [
      'a second tariff of the same day',
      unique,
      `insert into delivery_tariffs (valid_from, name, rest_of_world, created_at) values ('2020-01-01', 'x', 'world', now())`,
    ],
    [
      'a tariff without zones',
      foreignKey,
      `insert into delivery_tariffs (valid_from, name, rest_of_world, created_at) values ('2031-01-01', 'x', 'world', now())`,
    ],
    [
      'a tariff that begins at the end of days',
      check,
      `insert into delivery_tariffs (valid_from, name, rest_of_world, created_at) values ('infinity', 'x', 'world', now())`,
    ],
    [
      'a zone without a first bracket',
      foreignKey,
      `insert into delivery_zones (tariff_id, code, label) values (${first}, 'moon', 'Moon')`,
    ],
    [
      'the loss of a first bracket',
      foreignKey,
      `delete from delivery_brackets where from_bottles = 1 and zone = 'europe_1'`,
    ],
    ['the loss of Paris', foreignKey, `delete from delivery_zones where code = 'paris'`],
    ['the loss of the rest of the world', foreignKey, `delete from delivery_zones where code = 'world'`],
    ['a bracket from 0 bottles', check, bracket(`'paris', 0, 1, 0`)],
    ['a second bracket from the same count', unique, bracket(`'paris', 7, 1, 0`)],
    ['a bracket of an unknown zone', foreignKey, bracket(`'moon', 1, 1, 0`)],
    ['a negative price', check, bracket(`'paris', 500, -0.01, 0`)],
    ['a negative price of a further bottle', check, bracket(`'paris', 500, 1, -0.01`)],
    ['a supplement that is no number', check, supplement(`'x', 'world', null, null, 'order', 'NaN'`)],
    ['a price that is no number', check, bracket(`'paris', 500, 'NaN', 0`)],
    [
      'a country in two groups',
      unique,
      `insert into delivery_zone_countries (tariff_id, country, zone) values (${first}, 'BE', 'europe_2')`,
    ],
    [
      'France as a group of countries',
      check,
      `insert into delivery_zone_countries (tariff_id, country, zone) values (${first}, 'FR', 'europe_2')`,
    ],
    [
      'a foreign country in the zone France',
      check,
      `insert into delivery_zone_countries (tariff_id, country, zone) values (${first}, 'JP', 'france')`,
    ],
    ['a supplement for nothing', check, supplement(`'x', null, null, null, 'order', 1`)],
    ['a supplement for a zone and a country', check, supplement(`'x', 'world', 'US', null, 'order', 1`)],
    ['a prefix without a country', check, supplement(`'x', 'france', null, '20', 'order', 1`)],
    ['a supplement of nothing', check, supplement(`'x', 'world', null, null, 'order', 0`)],
    ['a supplement per crate', check, supplement(`'x', 'world', null, null, 'crate', 1`)],
    [
      'the same supplement twice',
      unique,
      supplement(`'Export declaration', 'world', null, null, 'order', 1`),
    ],
  ])('%s', async (_what, code, sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code })
  })
})

test('a tariff goes with all that belongs to it', async () => {
  await addTariff('2040-01-01', '1.00')
  await pool.query(`delete from delivery_tariffs where valid_from = '2040-01-01'`)
  const { rows } = await pool.query(
    'select count(*)::int as orphans from delivery_zones where tariff_id not in (select id from delivery_tariffs)',
  )
  expect(rows).toEqual([{ orphans: 0 }])
})
