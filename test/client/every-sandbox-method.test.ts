// Every method of the client for the sandbox once, against the service over HTTP; an operation without a method fails.
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../../client/src/client.ts'
import { demoService } from '../support/service.ts'
import { watchOperations } from './used-operations.ts'

const { origin, owner } = await demoService()
const operations = watchOperations('sandbox')
const connection = { baseUrl: origin, token: owner.bearerToken }
const client = createClient(connection)
const { sandbox } = createClient({ ...connection, fetch: operations.fetch })
afterAll(() => expect([...operations.used].toSorted()).toEqual(operations.all.toSorted()))

const looseRow = async () =>
  (await client.bottles.list()).find(({ box, quantity }) => box === 'bottles' && quantity > 2) ??
  expect.fail('The scenario has loose bottles')
async function order(pickup = true): Promise<number> {
  const { reference } = await looseRow()
  const address = { company: 'Le Petit Verre', street1: '8 rue des Lilas', zipcode: '69003', city: 'Lyon' }
  const content = [{ reference, quantity: 2 }]
  return (await client.orders.create(pickup ? { content } : { content, pickup, address })).id
}

test('scenarios', async () => {
  expect((await sandbox.scenarios()).map(({ name }) => name)).toContain('last-bottle')
  expect((await sandbox.loadScenario('small')).scenario?.name).toBe('small')
})

test('the clock', async () => {
  expect((await sandbox.clock.get()).real).toBe(true)
  expect((await sandbox.clock.set({ now: '2027-03-26T12:59:00', frozen: true })).frozen).toBe(true)
  expect((await sandbox.clock.advance({ by: 'PT1M' })).now).toBe('2027-03-26T13:00:00+01:00')
  expect((await sandbox.clock.reset()).real).toBe(true)
})

test('the state and the mode', async () => {
  expect((await sandbox.setAuto({ auto: true })).auto).toBe(true)
  expect((await sandbox.setAuto({ auto: false })).auto).toBe(false)
  expect(await sandbox.get()).toMatchObject({ environment: 'preproduction', auto: false })
})

test('an order that is delivered', async () => {
  const id = await order(false)
  expect((await sandbox.orders.list({ open: '1' })).map((each) => each.id)).toContain(id)
  await sandbox.orders.start(id)
  await sandbox.orders.stop(id)
  await sandbox.orders.start(id)
  expect((await sandbox.orders.shortPick(id)).content[0]?.quantity).toBe(1)
  await sandbox.orders.pick(id)
  expect((await sandbox.orders.hold(id, { reason: 'Wait' })).additional_status).toBe('Wait')
  expect((await sandbox.orders.release(id)).additional_status).toBeNull()
  expect((await sandbox.orders.ready(id)).status.name).toBe('READY')
  expect((await sandbox.orders.ship(id, { carrier: 'Chronopost' })).status.name).toBe('SHIPPED')
  expect((await sandbox.orders.deliver(id)).status.name).toBe('DELIVERED')
})

test('an order that is fetched', async () => {
  const id = await order()
  await sandbox.orders.start(id)
  await sandbox.orders.ready(id, { parcels: 1 })
  expect((await sandbox.orders.withdraw(id)).status.name).toBe('WITHDRAWED')
})

test('putaways', async () => {
  const { reference } = await looseRow()
  const content = [{ reference, quantity: 6 }]
  const { id } = await sandbox.putaways.announce({ content })
  expect((await sandbox.putaways.list()).map((each) => each.id)).toContain(id)
  expect((await sandbox.putaways.arrive(id)).status.name).toBe('ARRIVED')
  expect((await sandbox.putaways.validate(id)).status.name).toBe('VALIDATED')
  const other = await sandbox.putaways.announce({ content })
  expect((await sandbox.putaways.refuse(other.id)).status.name).toBe('REFUSED')
})

test('bottles', async () => {
  const { reference } = await looseRow()
  expect((await sandbox.bottles.list()).map((row) => row.reference)).toContain(reference)
  expect(await sandbox.bottles.lose({ reference })).toMatchObject({ lost: 1 })
  expect(await sandbox.bottles.break({ reference })).toMatchObject({ lost: 1 })
})

test('an invoice of a month that has passed is paid', async () => {
  await sandbox.clock.set({ now: '2027-03-26T12:59:00', frozen: true })
  await sandbox.clock.advance({ by: 'P1M' })
  const [invoice] = await client.invoices.list()
  expect((await sandbox.invoices.pay(invoice?.id ?? 0)).state.name).toBe('PAID')
  await sandbox.clock.reset()
})

test('mails and events', async () => {
  expect((await sandbox.mails.list()).length).toBeGreaterThan(0)
  expect((await sandbox.events()).length).toBeGreaterThan(0)
})
