// Every method of the client once, against the service over HTTP; an operation of the document without a method fails.
import { afterAll, describe, expect, test } from 'vitest'
import { createClient } from '../../client/src/client.ts'
import { sendForm } from '../support/form.ts'
import { operatorService } from '../support/operator-service.ts'
import { watchOperations } from './used-operations.ts'

const { origin, owner, tokens } = await operatorService({ content: 'demo' })
const operations = watchOperations('v2')
const client = createClient({ baseUrl: origin, token: owner.bearerToken, fetch: operations.fetch })

const [row] = (await client.bottles.list()).filter(({ box, quantity }) => box === 'bottles' && quantity > 5)
if (!row) throw new Error('The demo has loose bottles')
const content = [{ reference: row.reference, quantity: 1 }]
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
  expect(row).toMatchObject({ wine: expect.any(String), reference: `${row.id}|${row.format}|bottles` })
  const future = await client.bottles.list({ future: '1' })
  expect(future.length).not.toBe((await client.bottles.list()).length)
})

describe('orders', () => {
  test('are made, read, listed and deleted', async () => {
    const made = await client.orders.create({ content, pickup: false, address, comment: 'Ring twice' })
    expect(made).toMatchObject({ comment: 'Ring twice', status: { name: 'NEW' }, content: [{ quantity: 1 }] })
    expect(await client.orders.get(made.id)).toEqual(made)
    expect((await client.orders.list({ count: 1 }))[0]).toEqual(made)
    expect(await client.orders.delete(made.id)).toEqual(made)
    await expect(client.orders.get(made.id)).rejects.toMatchObject({ status: 404, name: 'not_found' })
  })

  test('are explained where that is asked for', async () => {
    const made = await client.orders.create({ content }, { explain: '1' })
    expect(made.explain).not.toEqual([])
    expect((await client.orders.get(made.id, { explain: '1' })).explain).toEqual(made.explain)
    expect(await client.orders.get(made.id)).not.toHaveProperty('explain')
  })

  test('have a price and hours before they are made', async () => {
    const order = { content, pickup: false, address }
    expect((await client.orders.deliveryCost(order)).cost).toBeGreaterThan(0)
    const [slot] = await client.orders.timeSlots(order)
    expect(slot).toEqual({ delivery_start: expect.any(String), delivery_end: expect.any(String) })
  })

  test('carry files, which come back to the byte', async () => {
    const { id } = await client.orders.create({ content })
    const files = [new File(['é;b'], 'Bon n° 1.csv', { type: 'text/csv' }), new File(['c'], 'c.csv')]
    const { attachments } = await client.orders.attach(id, files)
    expect(attachments.map(({ name }) => name)).toEqual(['Bon n° 1.csv', 'c.csv'])
    const file = await client.orders.download(id, attachments[0]?.id ?? 0)
    expect([await file.text(), file.type]).toEqual(['é;b', expect.stringContaining('text/csv')])
    expect((await client.orders.attach(id, new File(['d'], 'd.csv'))).attachments).toHaveLength(3)
  })

  test('have a delivery slip once they are packed', async () => {
    const packed = (await client.orders.list()).find(({ delivery_slip }) => delivery_slip)
    const slip = await client.orders.deliverySlip(packed?.id ?? 0)
    expect([slip.type, (await slip.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  })
})

test('putaways and their files', async () => {
  const [putaway] = await client.putaways.list({ count: 1 })
  const id = putaway?.id ?? 0
  const part = { name: 'a.csv', content: 'a;b' }
  await sendForm(`${origin}/operator/putaways/${id}/files`, [part], {
    authorization: `Bearer ${tokens.get('warehouse')}`,
  })
  const { attachments } = await client.putaways.get(id)
  expect(attachments).toMatchObject([{ name: 'a.csv' }])
  expect(await (await client.putaways.download(id, attachments[0]?.id ?? 0)).text()).toBe('a;b')
})

test('invoices and transactions', async () => {
  const [invoice] = await client.invoices.list({ count: 1 })
  expect(await client.invoices.get(invoice?.id ?? 0)).toEqual(invoice)
  expect((await client.invoices.pdf(invoice?.id ?? 0)).type).toBe('application/pdf')
  const out = await client.transactions.list({ type: 'out', count: 3 })
  expect(out.map(({ type }) => type)).toHaveLength(3)
})

test('addresses', async () => {
  const made = await client.addresses.create(address)
  expect(made).toMatchObject({ ...address, country: 'FR' })
  const updated = await client.addresses.update(made.id, { ...address, city: 'Lyon' })
  expect(updated).toMatchObject({ id: made.id, city: 'Lyon' })
  expect(await client.addresses.get(made.id)).toEqual(updated)
  expect((await client.addresses.list()).map(({ id }) => id)).toContain(made.id)
  await client.addresses.delete(made.id)
  expect((await client.addresses.list()).map(({ id }) => id)).not.toContain(made.id)
})

test('account, warehouses and enumerations', async () => {
  const account = await client.account.get()
  expect(await client.account.update({ ...account, minimum_stock_alert: 7 })).toMatchObject({
    minimum_stock_alert: 7,
  })
  expect((await client.warehouses.list()).map(({ public_name }) => public_name)).toContain(
    'Caveau Paris Nord',
  )
  const states = await client.enums.list({ label: 'order_status' })
  expect(states[0]).toEqual({ value: 0, name: 'NEW', label: 'En attente de préparation' })
})

test.each([
  ['wineComments', { comment: 'SKU-1' }, { comment: 'SKU-2' }] as const,
  ['winePrices', { price: '12.50' }, { price: '13.00' }] as const,
])('%s', async (resource, first, second) => {
  // Both have the same five methods, and each its own body.
  const notes = client[resource] as {
    list: () => Promise<{ id: number }[]>
    get: (query: object) => Promise<{ id: number }>
    create: (body: object) => Promise<{ id: number }>
    update: (body: object) => Promise<{ id: number }>
    delete: (body: object) => Promise<unknown>
  }
  expect(await notes.create({ ...wine, ...first })).toMatchObject(first)
  const updated = await notes.update({ ...wine, ...second })
  expect(updated).toMatchObject(second)
  expect(await notes.get({ wine_id: row.id, format: String(row.format) })).toEqual(updated)
  expect(await notes.list()).toContainEqual(updated)
  await notes.delete(wine)
  await expect(notes.get({ wine_id: row.id, format: String(row.format) })).rejects.toMatchObject({
    status: 404,
  })
})

test('the typed HTTP client reaches any path, and returns refusals', async () => {
  const { data, response } = await client.http.GET('/api/v2/orders', { params: { query: { count: 2 } } })
  expect([data?.length, response.status]).toEqual([2, 200])
  const refused = await client.http.GET('/api/v2/orders/{id}', { params: { path: { id: 1e9 } } })
  expect(refused.error).toMatchObject({ result: 'error', name: 'not_found' })
})

test('webhooks and events', async () => {
  const made = await client.webhooks.create({ name: 'Shop', url: 'http://127.0.0.1:9/hook' })
  expect(made.secret).toMatch(/^whsec_/)
  const { secret: _, ...record } = made
  expect(await client.webhooks.get(made.id)).toEqual(record)
  expect(await client.webhooks.list()).toContainEqual(record)
  const { name, url } = record
  const changed = { name: `${name} 2`, url, event_types: ['order.create' as const] }
  expect(await client.webhooks.update(made.id, changed)).toMatchObject(changed)
  expect((await client.webhooks.pause(made.id)).state).toBe('paused')
  expect((await client.webhooks.rotateSecret(made.id)).secret).not.toBe(made.secret)
  await client.webhooks.test(made.id)
  const [sent] = await client.webhooks.deliveries.list(made.id)
  if (!sent) throw new Error('The test event is among the deliveries')
  expect(await client.webhooks.delivery(made.id, sent.id)).toMatchObject({ id: sent.id, state: 'pending' })
  await expect(client.webhooks.resend(made.id, sent.id)).resolves.toBeDefined()
  await expect(
    client.webhooks.resendFailed(made.id, { since: '2026-01-01T00:00:00+01:00' }),
  ).resolves.toBeDefined()
  expect((await client.webhooks.resume(made.id)).state).toBe('active')
  await client.webhooks.delete(made.id)
  await expect(client.webhooks.get(made.id)).rejects.toMatchObject({ name: 'not_found' })
  expect((await client.events.list({ count: 1 })).events.length).toBeLessThanOrEqual(1)
})
