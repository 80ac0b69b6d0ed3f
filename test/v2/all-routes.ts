import { inject } from 'vitest'
import { allRoutes } from '../support/all-routes.ts'
import { formWithFile, type Good, type WalkedApi } from '../support/api-walk.ts'
import type { demoService } from '../support/service.ts'

type DemoService = Awaited<ReturnType<typeof demoService>>
type ReadV2 = DemoService['readV2']

const goodAddress = {
  firstname: 'Zoé',
  lastname: 'Martin',
  company: null,
  street1: '1 rue de la Paix',
  street2: null,
  city: 'Paris',
  zipcode: '75002',
  country: 'FR',
  phone: '+33 1 99 00 12 34',
  email: 'zoe@example.com',
  vat_number: null,
  detail: 'Code 12',
}

const aDate = { date: '2026-11-16 09:30:00.000000', timezone_type: 3, timezone: 'Europe/Paris' }
const goodAccount = {
  id: 1,
  name: 'Zoé Martin',
  company: 'Zoé SARL',
  email: 'zoe@example.com',
  phone: '+33 1 99 00 12 34',
  vat_number: null,
  billing_copies: ['b@example.com'],
  stock_copies: [],
  minimum_stock_alert: 3,
  email_preference: ['putawayNew'],
  unique_references: true,
  created_at: aDate,
  updated_at: aDate,
}

/** Ids of the first owner's records, one of each kind, and a row of the cellar that has both notes and is not in a box. */
type Ids = {
  putaway: number
  putawayFile: number
  invoice: number
  address: number
  order: number
  packedOrder: number
  file: number
  webhook: number
  delivery: number
  row: { id: number; format: number; reference: string }
}

type Row = Ids['row'] & { box: string; price: string | null; comment: string | null }
type OrderRecord = { id: number; status: { value: number } }

/** Looks the ids up, and attaches a file to the order and the putaway, since the demo has none. */
async function idsOf({ readV2, callV2, call, owner, stranger }: DemoService): Promise<Ids> {
  const orders = await readV2<OrderRecord[]>('/orders')
  const order = Number(orders.find(({ status }) => status.value === 0)?.id)
  const row = (await readV2<Row[]>('/bottles')).find(
    ({ box, price, comment }) => box === 'bottles' && price !== null && comment !== null,
  )
  if (!row) throw new Error('The demo notes both on some wine')
  await callV2('POST', `/orders/${order}/attachments`, formWithFile('a;b'))
  const putaway = await firstOf(readV2, '/putaways')
  const { rawBody, headers } = formWithFile('a;b')
  const authorization = `Bearer ${inject('demoCredentials').operator.token}`
  await call('POST', `/operator/putaways/${putaway}/files`, {
    rawBody,
    keys: null,
    headers: { ...headers, authorization },
  })
  await webhookOf(callV2, stranger.bearerToken)
  const fileOf = async (path: string) =>
    Number((await readV2<{ attachments: { id: number }[] }>(path)).attachments[0]?.id)
  return {
    putaway,
    putawayFile: await fileOf(`/putaways/${putaway}`),
    invoice: await firstOf(readV2, '/invoices'),
    address: await firstOf(readV2, '/addresses'),
    order,
    packedOrder: Number(orders.find(({ status }) => status.value >= 2)?.id),
    file: await fileOf(`/orders/${order}`),
    ...(await webhookOf(callV2, owner.bearerToken)),
    row,
  }
}

const goodWebhook = { name: 'Shop', url: 'https://shop.example/caveau', event_types: ['order.create'] }

/** An address of an owner, and a delivery to it. Nothing is sent, since no worker runs. */
async function webhookOf(callV2: DemoService['callV2'], token: string) {
  const made = await callV2('POST', '/webhooks', { token, body: goodWebhook })
  const { id } = made.body as { id: number }
  const sent = await callV2('POST', `/webhooks/${id}/test`, { token })
  return { webhook: id, delivery: (sent.body as { id: number }).id }
}

const firstOf = async (readV2: ReadV2, path: string) => Number((await readV2<{ id: number }[]>(path))[0]?.id)

/** A request that each route takes. A route without one here fails the walk by its name. */
function goodRequests(ids: Ids): Record<string, Good> {
  const { putaway, putawayFile, invoice, address, order, packedOrder, file, webhook, delivery, row } = ids
  const wine = { wine_id: row.id, format: row.format }
  const single = `single?wine_id=${row.id}&format=${row.format}`
  const aDelivery = {
    content: [{ reference: row.reference, quantity: 1 }],
    pickup: false,
    address: goodAddress,
    delivery_date: '2026-11-30',
    delivery_start: '08:00',
    delivery_end: '12:00',
    comment: 'Ring twice',
    reference: 'W-1',
    allow_partial_fulfillment: false,
  }
  const inBook = { ...goodAddress, reference: 'Z-1' }
  const requests: Record<string, Omit<Good, 'path'> & { path?: string }> = {
    'GET /bottles': {},
    'GET /orders': {},
    'POST /orders': { body: aDelivery },
    'POST /orders/delivery-cost': { body: aDelivery },
    'POST /orders/time-slots': { body: aDelivery },
    'GET /orders/{id}': { path: `/orders/${order}` },
    'DELETE /orders/{id}': { path: `/orders/${order}` },
    'POST /orders/{id}/attachments': { path: `/orders/${order}/attachments`, form: formWithFile('a;b') },
    'GET /orders/{id}/attachments/{file_id}': { path: `/orders/${order}/attachments/${file}` },
    'GET /orders/{id}/delivery-slip': { path: `/orders/${packedOrder}/delivery-slip` },
    'GET /putaways': {},
    'GET /putaways/{id}': { path: `/putaways/${putaway}` },
    'GET /putaways/{id}/attachments/{file_id}': { path: `/putaways/${putaway}/attachments/${putawayFile}` },
    'GET /invoices': {},
    'GET /invoices/{id}': { path: `/invoices/${invoice}` },
    'GET /invoices/{id}/pdf': { path: `/invoices/${invoice}/pdf` },
    'GET /transactions': {},
    'GET /addresses': {},
    'POST /addresses': { body: inBook },
    'GET /addresses/{id}': { path: `/addresses/${address}` },
    'PUT /addresses/{id}': { path: `/addresses/${address}`, body: inBook },
    'DELETE /addresses/{id}': { path: `/addresses/${address}` },
    'GET /webhooks': {},
    'POST /webhooks': { body: goodWebhook },
    'GET /webhooks/{id}': { path: `/webhooks/${webhook}` },
    'PUT /webhooks/{id}': {
      path: `/webhooks/${webhook}`,
      body: {
        ...{ id: webhook, ...goodWebhook, name: 'Other shop', state: 'active' },
        ...{ failing_since: aDate, created_at: aDate, updated_at: aDate },
      },
    },
    'DELETE /webhooks/{id}': { path: `/webhooks/${webhook}` },
    'POST /webhooks/{id}/pause': { path: `/webhooks/${webhook}/pause` },
    'POST /webhooks/{id}/resume': { path: `/webhooks/${webhook}/resume` },
    'POST /webhooks/{id}/rotate-secret': { path: `/webhooks/${webhook}/rotate-secret` },
    'POST /webhooks/{id}/test': { path: `/webhooks/${webhook}/test` },
    'POST /webhooks/{id}/resend-failed': {
      path: `/webhooks/${webhook}/resend-failed`,
      body: { since: '2026-11-16T09:30:00+01:00' },
    },
    'GET /webhooks/{id}/deliveries': { path: `/webhooks/${webhook}/deliveries` },
    'GET /webhooks/{id}/deliveries/{delivery_id}': { path: `/webhooks/${webhook}/deliveries/${delivery}` },
    'POST /webhooks/{id}/deliveries/{delivery_id}/resend': {
      path: `/webhooks/${webhook}/deliveries/${delivery}/resend`,
    },
    'GET /events': {},
    'GET /account': {},
    'PUT /account': { body: goodAccount },
    'GET /warehouses': {},
    'GET /enums': { path: '/enums?label=order_status' },
    'GET /wine-comments': {},
    'GET /wine-comments/single': { path: `/wine-comments/${single}` },
    'POST /wine-comments': { body: { ...wine, comment: 'SKU-1' } },
    'PUT /wine-comments': { body: { ...wine, comment: 'SKU-2' } },
    'DELETE /wine-comments': { body: wine },
    'GET /wine-prices': {},
    'GET /wine-prices/single': { path: `/wine-prices/${single}` },
    'POST /wine-prices': { body: { ...wine, price: '12.50' } },
    'PUT /wine-prices': { body: { ...wine, price: '13' } },
    'DELETE /wine-prices': { body: wine },
  }
  return Object.fromEntries(
    Object.entries(requests).map(([title, { path, ...request }]) => [
      title.replace(' ', ' /api/v2'),
      { ...request, path: `/api/v2${path ?? title.split(' ')[1]}` },
    ]),
  )
}

/** Version 2 for the tests that walk over all of it. */
export async function v2Walk(service: DemoService): Promise<WalkedApi> {
  const { call, read, pool, owner, stranger } = service
  const callWith =
    (credentials: Record<string, string>): WalkedApi['call'] =>
    (method, path, options) =>
      call(method, path, { ...options, keys: null, headers: { ...credentials, ...options?.headers } })
  const ids = await idsOf(service)
  const packed = goodRequests({ ...ids, order: ids.packedOrder })
  const edits = ['DELETE /api/v2/orders/{id}', 'POST /api/v2/orders/{id}/attachments']
  return {
    prefix: '/api/v2',
    routes: await allRoutes(read, 'v2'),
    good: goodRequests(ids),
    tooLate: Object.fromEntries(edits.flatMap((title) => (packed[title] ? [[title, packed[title]]] : []))),
    call: callWith({ authorization: `Bearer ${owner.bearerToken}` }),
    callAsStranger: callWith({ authorization: `Bearer ${stranger.bearerToken}` }),
    callAsNobody: callWith({}),
    pool,
  }
}
