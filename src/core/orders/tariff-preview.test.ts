import { expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { exampleTariff } from '../../../test/support/example-tariff.ts'
import { delivery, line, orderCellar, pickup } from '../../../test/support/order-cellar.ts'
import { refusalOf } from '../../../test/support/stock-cellar.ts'
import { createOrder } from './create-order.ts'
import { deliveryCost } from './delivery-cost.ts'
import { compareZones, previewTariff } from './tariff-preview.ts'
import { tariffInForce } from './tariff-reads.ts'
import { createTariff, removeTariff } from './tariff-writes.ts'

const { db, pool, deps } = await testDatabase()
const { wineId, ownerOf } = await orderCellar(pool)

test('prices by zone and count: the usual counts and every start of a bracket, old, new and difference', () => {
  const next = {
    ...exampleTariff,
    zones: exampleTariff.zones
      .filter(({ code }) => code !== 'benelux')
      .map((zone) =>
        zone.code === 'paris'
          ? { ...zone, brackets: [{ fromBottles: 1, price: '9.00', furtherBottlePrice: '1.00' }] }
          : zone,
      ),
    supplements: [],
  }
  const changes = compareZones(exampleTariff, next)
  const of = (zone: string) =>
    changes
      .filter((change) => change.zone === zone)
      .map(({ bottleCount, oldPrice, newPrice, difference }) => [bottleCount, oldPrice, newPrice, difference])
  expect(of('paris')).toEqual([
    [1, '10.00', '9.00', '-1.00'],
    [6, '10.00', '14.00', '4.00'],
    [10, '15.00', '18.00', '3.00'],
    [12, '16.00', '20.00', '4.00'],
    [24, '22.00', '32.00', '10.00'],
    [36, '28.00', '44.00', '16.00'],
    [60, '40.00', '68.00', '28.00'],
    [120, '70.00', '128.00', '58.00'],
  ])
  expect(of('france')[0]).toEqual([1, '20.00', '20.00', '0.00'])
  // A supplement of the whole zone is part of its price.
  expect(of('world')[0]).toEqual([1, '125.00', '80.00', '-45.00'])
  expect(of('benelux')[0]).toEqual([1, '30.00', null, null])
  expect(compareZones(next, exampleTariff).find(({ zone }) => zone === 'benelux')).toMatchObject({
    label: 'Benelux',
    oldPrice: null,
    newPrice: '30.00',
    difference: null,
  })
})

test('what changes for countries, supplements and promised orders; nothing is written', async () => {
  const { owner } = await ownerOf({ count: 60 })
  const to = (country: string, zipcode: string, count: number, wantedDate: string) =>
    createOrder(deps, owner, delivery([line(wineId, count)], { country, zipcode }, { wantedDate })).then(
      ({ order }) => order.id,
    )
  const corsica = await to('FR', '20000', 2, '2026-12-02')
  const paris = await to('FR', '75011', 12, '2026-12-01')
  await to('FR', '75011', 1, '2026-11-30')
  await to('FR', '75011', 1, '2027-03-02')
  await createOrder(deps, owner, pickup([line(wineId, 1)], { wantedDate: '2026-12-03' }))
  const shipped = await to('FR', '75011', 1, '2026-12-04')
  await pool.query(`update orders set status = 'shipped' where id = $1`, [shipped])
  const next = await createTariff(deps, { ...exampleTariff, name: 'Spring', validFrom: '2027-03-01' })

  const before = await checksumOf(pool)
  const preview = await previewTariff(deps, exampleTariff)
  expect(await checksumOf(pool)).toEqual(before)
  expect(preview.comparedWith).toEqual({ name: 'Standard tariff', validFrom: '2020-01-01' })
  expect(preview.orders).toEqual([
    {
      ...{
        id: paris,
        accountId: owner.accountId,
        deliveryDate: '2026-12-01',
        country: 'FR',
        zipcode: '75011',
      },
      ...{ bottleCount: 12, oldPrice: '12.90', newPrice: '16.00', difference: '3.10' },
    },
    {
      ...{
        id: corsica,
        accountId: owner.accountId,
        deliveryDate: '2026-12-02',
        country: 'FR',
        zipcode: '20000',
      },
      ...{ bottleCount: 2, oldPrice: '27.90', newPrice: '32.00', difference: '4.10' },
    },
  ])
  expect(preview.countries).toContainEqual({ country: 'BE', oldZone: 'europe_1', newZone: 'benelux' })
  expect(preview.countries).toContainEqual({ country: 'CH', oldZone: 'europe_3', newZone: 'world' })
  expect(preview.countries.some(({ country }) => country === 'US')).toBe(false)
  expect(preview.newSupplements).toEqual(exampleTariff.supplements)
  expect(preview.endedSupplements.length).toBeGreaterThan(5)
  await removeTariff(deps, next.id)
})

test('the prices told for orders are those that they will cost', async () => {
  const preview = await previewTariff(deps, exampleTariff)
  expect(preview.orders.length).toBeGreaterThan(2)
  const costs = () =>
    Promise.all(
      preview.orders.map(async (order) => (await deliveryCost(db, { kind: 'delivery', ...order })).cost),
    )
  expect(await costs()).toEqual(preview.orders.map(({ oldPrice }) => oldPrice))
  await createTariff(deps, exampleTariff)
  expect(await costs()).toEqual(preview.orders.map(({ newPrice }) => newPrice))
})

test('a tariff with faults is refused like one that is to be written', async () => {
  expect(await refusalOf(previewTariff(deps, { ...exampleTariff, restOfWorld: 'moon' }))).toBe(
    'fields_invalid rest_of_world',
  )
  expect(await refusalOf(previewTariff(deps, { ...exampleTariff, validFrom: '2026-11-16' }))).toBe(
    'fields_invalid valid_from',
  )
})

test('compared with itself nothing changes', async () => {
  const standard = await tariffInForce(db, '2026-11-16')
  const preview = await previewTariff(deps, { ...standard, validFrom: '2026-11-17' })
  expect(preview.countries).toEqual([])
  expect([...preview.newSupplements, ...preview.endedSupplements]).toEqual([])
  expect(new Set(preview.zones.map(({ difference }) => difference))).toEqual(new Set(['0.00']))
})
