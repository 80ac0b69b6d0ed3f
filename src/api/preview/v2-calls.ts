import type { FastifyRequest } from 'fastify'
import type { ShownKind } from '../shared/preview.ts'

type V2Call = {
  /** Method and path below /api/v2, or null where v2 has no such call. */
  asks: string | null
  /** Whether the query of v1 is understood by v2 as it is. */
  keepsQuery: boolean
  /** What the answer alone does not tell. */
  note?: string
  /** What it means for v2 that there is no such record, where it has no call that could miss it. */
  noteOfNone?: string
}

const asks = (call: string): V2Call => ({ asks: call, keepsQuery: true })
const cellar: V2Call = { asks: 'GET /bottles', keepsQuery: false }

const noteCalls = (path: string): Record<string, V2Call> => ({
  [`GET /v1${path}`]: asks(`GET ${path}`),
  [`GET /v1${path}/single`]: asks(`GET ${path}/single`),
  [`POST /v1${path}`]: asks(`POST ${path}`),
  [`PUT /v1${path}`]: asks(`PUT ${path}`),
  [`DELETE /v1${path}`]: asks(`DELETE ${path}`),
})

/** How v2 is asked for what each route of v1 does. */
const v2Calls: Readonly<Record<string, V2Call>> = {
  'GET /v1/bottles': cellar,
  'GET /v1/bottles/consolidated': cellar,
  'GET /v1/bottles/:id': {
    ...cellar,
    noteOfNone: 'v2 shows no single bottles: its rows say nothing of one that is not there.',
  },
  'GET /v1/get-out-requests': asks('GET /orders'),
  'GET /v1/get-out-requests/:id': asks('GET /orders/:id'),
  'POST /v1/get-out-requests': asks('POST /orders'),
  'PUT /v1/get-out-requests/:id': {
    asks: null,
    keepsQuery: false,
    note: 'v2 has no edit: delete the order and create it anew.',
  },
  'DELETE /v1/get-out-requests/:id': asks('DELETE /orders/:id'),
  'GET /v1/get-out-requests/delivery-cost': {
    asks: 'POST /orders/delivery-cost',
    keepsQuery: false,
    note: 'v2 is asked with the order itself, and finds the address, the day and the number of bottles in it.',
  },
  'POST /v1/get-out-requests/:id/files': asks('POST /orders/:id/attachments'),
  'GET /v1/get-out-requests/:id/delivery-slip': asks('GET /orders/:id/delivery-slip'),
  'GET /v1/putaways': asks('GET /putaways'),
  'GET /v1/putaways/:id': asks('GET /putaways/:id'),
  'GET /v1/invoices': asks('GET /invoices'),
  'GET /v1/invoices/:id': asks('GET /invoices/:id'),
  'GET /v1/transactions': asks('GET /transactions'),
  'GET /v1/addresses': asks('GET /addresses'),
  'GET /v1/addresses/:id': asks('GET /addresses/:id'),
  'POST /v1/addresses': asks('POST /addresses'),
  'PUT /v1/addresses/:id': asks('PUT /addresses/:id'),
  'DELETE /v1/addresses/:id': asks('DELETE /addresses/:id'),
  'GET /v1/users': asks('GET /account'),
  'PUT /v1/users': { ...asks('PUT /account'), note: 'v2 replaces the whole record: send every field of it.' },
  ...noteCalls('/wine-comments'),
  ...noteCalls('/wine-prices'),
}

export const v2Address = (path: string): string => `/api/v2${path}`

/** What v2 would be asked in place of a request of v1; undefined when nobody has said it. */
export function callOfV2(
  request: FastifyRequest,
  kind: ShownKind | undefined,
): { request: string | null; note?: string; noteOfNone?: string } | undefined {
  const call = v2Calls[`${request.method} ${request.routeOptions.url}`]
  if (!call) return undefined
  const { asks: asked, keepsQuery, ...notes } = call
  if (asked === null) return { request: null, ...notes }
  const params = request.params as Record<string, unknown>
  const [method = '', path = ''] = asked.split(' ')
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]))
  return { request: `${method} ${v2Address(address)}${queryOf(request, keepsQuery, kind)}`, ...notes }
}

function queryOf({ url }: FastifyRequest, keepsQuery: boolean, kind: ShownKind | undefined): string {
  // v1 reads the wish from a body as well, v2 does not.
  if (kind === 'futureBottle') return '?future=1'
  const start = url.indexOf('?')
  return keepsQuery && start >= 0 ? url.slice(start) : ''
}
