// Every method of the client of version 1 once, against the service over HTTP.
import { afterAll, expect, test } from 'vitest'
import { createLegacyClient } from '../../client/src/client.ts'
import { demoService } from '../support/service.ts'
import { watchOperations } from './used-operations.ts'

const { origin, owner } = await demoService()
const operations = watchOperations('v1')
const client = createLegacyClient({ baseUrl: `${origin}/`, ...owner, fetch: operations.fetch })

const [row] = (await client.bottles.consolidated()).filter(({ boxes, quantity }) => !boxes && quantity > 5)
if (!row) throw new Error('The demo has loose bottles')
const bottles = { [row.id]: { [row.format]: 1 } }
const wine = { wine_id: row.id, format: row.format }
const address = {
  firstname: 'Zoé',
  lastname: 'Martin',
  street1: '1 rue de la Paix',
  city: 'Paris',
  zipcode: '75002',
  phone: '+33 1 99 00 12 34',
}

afterAll(() => expect([...operations.used].toSorted()).toEqual(operations.all.toSorted()))

test('bottles', async () => {
  const [bottle] = await client.bottles.list({ count: 1 })
  expect(await client.bottles.get(bottle?.id ?? 0)).toEqual(bottle)
  const { total } = await client.bottles.page({ future: '1', count: 1 })
  expect(total).not.toBe((await client.bottles.page({ count: 1 })).total)
})

test('get out requests', async () => {
  const made = await client.getOutRequests.create({ bottles, half_day: 'am', is_pickup: 1 })
  expect(made).toMatchObject({ 'status-name': 'STATUS_NEW', 'bottle-quantity': 1 })
  const updated = await client.getOutRequests.update(made.id, { comment: 'Ring twice' })
  expect(updated).toMatchObject({ id: made.id, comment: 'Ring twice' })
  expect(await client.getOutRequests.get(made.id)).toEqual(updated)
  expect((await client.getOutRequests.list({ count: 1 }))[0]).toEqual(updated)
  const { attachments } = await client.getOutRequests.attach(made.id, new File(['a;b'], 'a.csv'))
  expect(attachments).toEqual(['a.csv'])
  expect(await client.getOutRequests.delete(made.id)).toMatchObject({ id: made.id })
  const { cost } = await client.getOutRequests.deliveryCost({
    is_pickup: 0,
    zipcode: '75002',
    country: 'FR',
    bottle_quantity: 6,
    delivery_date: '2026-11-30',
  })
  expect(cost).toBeGreaterThan(0)
  const packed = (await client.getOutRequests.list()).find(({ delivery_slip }) => delivery_slip)
  expect((await client.getOutRequests.deliverySlip(packed?.id ?? 0)).type).toBe('application/pdf')
})

test('putaways, invoices and transactions', async () => {
  const [putaway] = await client.putaways.list({ count: 1 })
  expect(await client.putaways.get(putaway?.id ?? 0)).toEqual(putaway)
  const [invoice] = await client.invoices.list({ count: 1 })
  expect(await client.invoices.get(invoice?.id ?? 0)).toEqual(invoice)
  expect(await client.transactions.list({ type: 'in', count: 2 })).toHaveLength(2)
})

test('addresses and users', async () => {
  const made = await client.addresses.create(address)
  const updated = await client.addresses.update(made.id, { ...address, city: 'Lyon' })
  expect(await client.addresses.get(made.id)).toEqual(updated)
  expect((await client.addresses.list()).map(({ id }) => id)).toContain(made.id)
  await client.addresses.delete(made.id)
  const { name } = await client.users.get()
  const changed = { name, minimum_stock_alert: 7 }
  expect(await client.users.update(changed)).toMatchObject(changed)
})

test('wine comments', async () => {
  await client.wineComments.create({ ...wine, comment: 'SKU-1' })
  const updated = await client.wineComments.update({ ...wine, comment: 'SKU-2' })
  expect(await client.wineComments.get(wine)).toEqual(updated)
  expect(await client.wineComments.list()).toContainEqual(updated)
  expect(await client.wineComments.delete(wine)).toMatchObject({ result: 'success' })
})

test('wine prices', async () => {
  await client.winePrices.create({ ...wine, price: '12.50' })
  const updated = await client.winePrices.update({ ...wine, price: '13' })
  expect(await client.winePrices.get(wine)).toEqual(updated)
  expect(await client.winePrices.list()).toContainEqual(updated)
  expect(await client.winePrices.delete(wine)).toMatchObject({ result: 'success' })
})
