import { allRoutes } from '../support/all-routes.ts'
import { formWithFile, type Good, type WalkedApi } from '../support/api-walk.ts'
import type { demoService } from '../support/service.ts'

export const goodAddress = {
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
  reference: 'Z-1',
}

const goodUser = {
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
}

/** Ids of the first owner's records, one of each kind, and a wine and format that has both notes and a loose bottle. */
type Ids = Record<
  'bottle' | 'putaway' | 'invoice' | 'address' | 'request' | 'packedRequest' | 'wine',
  number
> & {
  format: string
}

async function idsOf(read: <T>(path: string) => Promise<T>): Promise<Ids> {
  const first = async (path: string) => Number((await read<{ id: number }[]>(path))[0]?.id)
  const requests = await read<{ id: number; status: number }[]>('/v1/get-out-requests')
  const cellar = await read<{ id: number; format: string; boxes?: object }[]>('/v1/bottles/consolidated')
  type Note = { 'wine-id': number; format: string }
  const [prices, comments] = [await read<Note[]>('/v1/wine-prices'), await read<Note[]>('/v1/wine-comments')]
  const among = (notes: Note[], wine: number, format: string) =>
    notes.some((each) => each['wine-id'] === wine && each.format === format)
  const noted = cellar.find(
    ({ id, format, boxes }) => !boxes && among(prices, id, format) && among(comments, id, format),
  )
  if (!noted) throw new Error('The demo notes both on some wine')
  return {
    bottle: await first('/v1/bottles'),
    putaway: await first('/v1/putaways'),
    invoice: await first('/v1/invoices'),
    address: await first('/v1/addresses'),
    request: Number(requests.find((each) => each.status === 0)?.id),
    packedRequest: Number(requests.find((each) => each.status >= 2)?.id),
    wine: noted.id,
    format: noted.format,
  }
}

const costQuery = 'is_pickup=0&zipcode=75002&country=FR&bottle_quantity=6&delivery_date=2026-11-30'

/** A request that each route takes. A route without one here fails the test that looks. */
function goodRequests(ids: Ids): Record<string, Good> {
  const wine = { wine_id: ids.wine, format: ids.format }
  const order = { bottles: { [ids.wine]: { [ids.format]: 1 } }, is_pickup: 1 }
  const single = `single?wine_id=${ids.wine}&format=${ids.format}`
  return {
    'GET /v1/bottles': { path: '/v1/bottles' },
    'GET /v1/bottles/consolidated': { path: '/v1/bottles/consolidated' },
    'GET /v1/bottles/{id}': { path: `/v1/bottles/${ids.bottle}` },
    'GET /v1/get-out-requests': { path: '/v1/get-out-requests' },
    'GET /v1/get-out-requests/{id}': { path: `/v1/get-out-requests/${ids.request}` },
    'POST /v1/get-out-requests': { path: '/v1/get-out-requests', body: { ...order, half_day: 'am' } },
    'PUT /v1/get-out-requests/{id}': {
      path: `/v1/get-out-requests/${ids.request}`,
      body: { comment: 'Ring twice' },
    },
    'DELETE /v1/get-out-requests/{id}': { path: `/v1/get-out-requests/${ids.request}` },
    'GET /v1/get-out-requests/delivery-cost': { path: `/v1/get-out-requests/delivery-cost?${costQuery}` },
    'POST /v1/get-out-requests/{id}/files': {
      path: `/v1/get-out-requests/${ids.request}/files`,
      form: formWithFile('a;b'),
    },
    'GET /v1/get-out-requests/{id}/delivery-slip': {
      path: `/v1/get-out-requests/${ids.packedRequest}/delivery-slip`,
    },
    'GET /v1/putaways': { path: '/v1/putaways' },
    'GET /v1/putaways/{id}': { path: `/v1/putaways/${ids.putaway}` },
    'GET /v1/invoices': { path: '/v1/invoices' },
    'GET /v1/invoices/{id}': { path: `/v1/invoices/${ids.invoice}` },
    'GET /v1/transactions': { path: '/v1/transactions' },
    'GET /v1/addresses': { path: '/v1/addresses' },
    'GET /v1/addresses/{id}': { path: `/v1/addresses/${ids.address}` },
    'POST /v1/addresses': { path: '/v1/addresses', body: goodAddress },
    'PUT /v1/addresses/{id}': { path: `/v1/addresses/${ids.address}`, body: goodAddress },
    'DELETE /v1/addresses/{id}': { path: `/v1/addresses/${ids.address}` },
    'GET /v1/users': { path: '/v1/users' },
    'PUT /v1/users': { path: '/v1/users', body: goodUser },
    'GET /v1/wine-comments': { path: '/v1/wine-comments' },
    'GET /v1/wine-comments/single': { path: `/v1/wine-comments/${single}` },
    'POST /v1/wine-comments': { path: '/v1/wine-comments', body: { ...wine, comment: 'SKU-1' } },
    'PUT /v1/wine-comments': { path: '/v1/wine-comments', body: { ...wine, comment: 'SKU-2' } },
    'DELETE /v1/wine-comments': { path: '/v1/wine-comments', body: wine },
    'GET /v1/wine-prices': { path: '/v1/wine-prices' },
    'GET /v1/wine-prices/single': { path: `/v1/wine-prices/${single}` },
    'POST /v1/wine-prices': { path: '/v1/wine-prices', body: { ...wine, price: '12.50' } },
    'PUT /v1/wine-prices': { path: '/v1/wine-prices', body: { ...wine, price: '13' } },
    'DELETE /v1/wine-prices': { path: '/v1/wine-prices', body: wine },
  }
}

/** Version 1 for the tests that walk over all of it. */
export async function v1Walk(service: Awaited<ReturnType<typeof demoService>>): Promise<WalkedApi> {
  const { call, read, pool, stranger } = service
  const ids = await idsOf(read)
  const good = goodRequests(ids)
  const packed = goodRequests({ ...ids, request: ids.packedRequest })
  const edits = [
    'PUT /v1/get-out-requests/{id}',
    'DELETE /v1/get-out-requests/{id}',
    'POST /v1/get-out-requests/{id}/files',
  ]
  return {
    prefix: '/v1',
    routes: await allRoutes(read, 'v1'),
    good,
    tooLate: Object.fromEntries(edits.flatMap((title) => (packed[title] ? [[title, packed[title]]] : []))),
    call,
    callAsStranger: (method, path, options) => call(method, path, { ...options, keys: stranger }),
    callAsNobody: (method, path, options) => call(method, path, { ...options, keys: null }),
    pool,
  }
}
