// X-Preview-V2: beside every answer of v1 stands what v2 answers for the same record, to the byte.
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { buildServer } from '../../src/server.ts'
import { contentOf, type Good, goodOf, pathWithId } from '../support/api-walk.ts'
import { checksumOf } from '../support/checksum.ts'
import { type Preview, previewsIn, withoutPreview } from '../support/preview.ts'
import { type OpenApi, publishedSchemas } from '../support/published-schemas.ts'
import { type Call, demoService, outcome, type Reply } from '../support/service.ts'
import { v1Walk } from './all-routes.ts'

const service = await demoService()
const { call, callV2, read, readV2, pool, stranger } = service
const api = await v1Walk(service)
const expectPublished = publishedSchemas((slug) => read<OpenApi>(`/docs/${slug}.json`))

const wish = { 'x-preview-v2': '1' }
const ask = (method: string, path: string, options: Call = {}) =>
  call(method, path, { ...options, headers: { ...options.headers, ...wish } })
const goodTitled = (title: string): Good => api.good[title] ?? { path: '' }
const previewIn = (reply: Reply): Preview => {
  const [preview] = previewsIn(reply.body)
  if (!preview) throw new Error(`No preview in ${reply.text}`)
  return preview
}
const alternate = ({ headers }: Reply) => /<([^>]+)>; rel="alternate"/.exec(String(headers.link))?.[1]

/** What v2 is to be asked in place of each route; a route without a line here fails. */
const twins: Record<string, string | null> = {
  'GET /v1/bottles': 'GET /api/v2/bottles',
  'GET /v1/bottles/consolidated': 'GET /api/v2/bottles',
  'GET /v1/bottles/{id}': 'GET /api/v2/bottles',
  'GET /v1/get-out-requests': 'GET /api/v2/orders',
  'GET /v1/get-out-requests/{id}': 'GET /api/v2/orders/{id}',
  'POST /v1/get-out-requests': 'POST /api/v2/orders',
  'PUT /v1/get-out-requests/{id}': null,
  'DELETE /v1/get-out-requests/{id}': 'DELETE /api/v2/orders/{id}',
  'GET /v1/get-out-requests/delivery-cost': 'POST /api/v2/orders/delivery-cost',
  'POST /v1/get-out-requests/{id}/files': 'POST /api/v2/orders/{id}/attachments',
  'GET /v1/get-out-requests/{id}/delivery-slip': 'GET /api/v2/orders/{id}/delivery-slip',
  'GET /v1/putaways': 'GET /api/v2/putaways',
  'GET /v1/putaways/{id}': 'GET /api/v2/putaways/{id}',
  'GET /v1/invoices': 'GET /api/v2/invoices',
  'GET /v1/invoices/{id}': 'GET /api/v2/invoices/{id}',
  'GET /v1/transactions': 'GET /api/v2/transactions',
  'GET /v1/addresses': 'GET /api/v2/addresses',
  'GET /v1/addresses/{id}': 'GET /api/v2/addresses/{id}',
  'POST /v1/addresses': 'POST /api/v2/addresses',
  'PUT /v1/addresses/{id}': 'PUT /api/v2/addresses/{id}',
  'DELETE /v1/addresses/{id}': 'DELETE /api/v2/addresses/{id}',
  'GET /v1/users': 'GET /api/v2/account',
  'PUT /v1/users': 'PUT /api/v2/account',
  ...Object.fromEntries(
    ['/wine-comments', '/wine-prices'].flatMap((path) => [
      ...['GET', 'POST', 'PUT', 'DELETE'].map((method) => [
        `${method} /v1${path}`,
        `${method} /api/v2${path}`,
      ]),
      [`GET /v1${path}/single`, `GET /api/v2${path}/single`],
    ]),
  ),
}

/** The request of v2 for a good request of v1, with its id and its query. */
function twinOf(title: string): string | null {
  const twin = twins[title]
  if (twin === undefined || twin === null) return null
  const [path = '', query] = goodTitled(title).path.split('?')
  const [id = ''] = /\d+(?=\/|$)/.exec(path.slice('/v1'.length)) ?? []
  const asked = twin.replace('{id}', id)
  return query && !title.includes('delivery-cost') ? `${asked}?${query}` : asked
}

/** A call as a preview writes it. */
function askV2(request: string | null, options: Call = {}): Promise<Reply> {
  const [method = '', path = ''] = (request ?? '').split(' ')
  return callV2(method, path.slice('/api/v2'.length), options)
}

test('every route of v1 is known here', () => {
  expect(Object.keys(twins).toSorted()).toEqual(api.routes.map(({ title }) => title).toSorted())
})

describe('a record', () => {
  const reads = api.routes.filter(
    ({ method, title, answersList }) => method === 'GET' && !answersList && !/slip|cost|bottles/.test(title),
  )

  test.each(reads)('of $title is what v2 answers, to the byte', async (route) => {
    const { path } = goodOf(api, route)
    const [plain, asked] = [await call('GET', path), await ask('GET', path)]
    const preview = previewIn(asked)
    expect(preview.request).toBe(twinOf(route.title))
    const real = await askV2(preview.request)
    expect([preview.status, real.status]).toEqual([200, 200])
    const member = `,"preview_v2":{"request":${JSON.stringify(preview.request)},"status":200,"body":${real.text}}}`
    expect(asked.text).toBe(`${plain.text.slice(0, -1)}${member}`)
    expect(`GET ${alternate(asked)}`).toBe(preview.request)
    expect(alternate(plain)).toBeUndefined()
  })

  test('is explained in both when it is asked to be', async () => {
    const { path } = goodTitled('GET /v1/get-out-requests/{id}')
    const asked = await ask('GET', `${path}?explain=1`)
    const real = await askV2(previewIn(asked).request)
    expect((real.body as { explain: unknown[] }).explain.length).toBeGreaterThan(0)
    expect(asked.text.endsWith(`"body":${real.text}}}`)).toBe(true)
  })

  test('that is a file points to where v2 has it', async () => {
    const title = 'GET /v1/get-out-requests/{id}/delivery-slip'
    const asked = await ask('GET', goodTitled(title).path)
    expect(`GET ${alternate(asked)}`).toBe(twinOf(title))
    const real = await askV2(twinOf(title))
    expect(real.headers['content-disposition']).toBe(asked.headers['content-disposition'])
  })

  test('that is a cost is what v2 answers when it is asked with such an order', async () => {
    const title = 'GET /v1/get-out-requests/delivery-cost'
    const [row] = await readV2<{ reference: string }[]>('/bottles')
    const address = { company: 'C', street1: '1 rue', city: 'Paris', zipcode: '75002', country: 'FR' }
    const body = {
      content: [{ reference: row?.reference, quantity: 6 }],
      pickup: false,
      address,
      delivery_date: '2026-11-30',
    }
    for (const explain of ['', '&explain=1']) {
      const preview = previewIn(await ask('GET', `${goodTitled(title).path}${explain}`))
      expect(preview).toMatchObject({ request: twinOf(title), status: 200, note: expect.any(String) })
      const real = await callV2('POST', `/orders/delivery-cost?${explain.slice(1)}`, { body })
      expect(JSON.stringify(preview.body)).toBe(real.text)
    }
  })
})

describe('a list', () => {
  const lists = api.routes.filter(({ title, answersList }) => answersList && !title.includes('bottles'))

  test.each(lists)('of $title has in each record what v2 has in its list', async (route) => {
    const paged = route.query.includes('page') ? '?count=3&page=2' : ''
    const { path } = goodOf(api, route)
    const [plain, asked] = [await call('GET', `${path}${paged}`), await ask('GET', `${path}${paged}`)]
    expect(withoutPreview(asked.body)).toEqual(plain.body)
    expect(alternate(asked)).toBe(`${twinOf(route.title)?.slice('GET '.length)}${paged}`)
    const previews = previewsIn(asked.body)
    expect(previews.length).toBeGreaterThan(1)
    const real = await askV2(`GET ${alternate(asked)}`)
    expect(JSON.stringify(previews.map(({ body }) => body))).toBe(real.text)
    expect(new Set(previews.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { request, body, note } of previews.slice(0, 7)) {
      const alone = await askV2(request)
      if (note === undefined) expect(alone.text).toBe(JSON.stringify(body))
      else expect(alone.body).toContainEqual(body)
    }
  })

  test('that is empty points to the list of v2', async () => {
    const asked = await ask('GET', '/v1/addresses?page=999')
    expect([asked.text, alternate(asked)]).toEqual(['[]', '/api/v2/addresses?page=999'])
  })

  test.each(['/v1/get-out-requests?count=100', '/v1/transactions?count=1000', '/v1/bottles/consolidated'])(
    'of %s asks the database nothing more',
    async (path) => expect(await queriesOf(ask, path)).toBe(await queriesOf(call, path)),
  )
  test('of bottles asks it once more, for the cellar as v2 counts it', async () => {
    const path = '/v1/bottles?count=1000'
    expect(await queriesOf(ask, path)).toBe((await queriesOf(call, path)) + 1)
  })

  async function queriesOf(caller: typeof call, path: string): Promise<number> {
    const queries = vi.spyOn(pool, 'query')
    await caller('GET', path)
    const { length } = queries.mock.calls
    queries.mockRestore()
    return length
  }
})

describe('bottles', async () => {
  type Bottle = { id: number; 'wine-id': number; format: string; box: string | null; preview_v2: Preview }
  const named = (bottle: Bottle) => `${bottle['wine-id']}|${bottle.format}|${bottle.box ?? 'bottles'}`
  type Row = { id: number; format: number; reference: string }
  const [stock, future] = [await readV2<Row[]>('/bottles'), await readV2<Row[]>('/bottles?future=1')]

  test.each<[string, Call, string, Row[]]>([
    ['/v1/bottles?count=300', {}, '/api/v2/bottles', stock],
    ['/v1/bottles?future=true&count=300', {}, '/api/v2/bottles?future=1', future],
    ['/v1/bottles?count=300', { body: { future: 1 } }, '/api/v2/bottles?future=1', future],
  ])('of %s %o are shown as their rows', async (path, options, request, rows) => {
    const asked = await ask('GET', path, options)
    expect(alternate(asked)).toBe(request)
    const bottles = asked.body as Bottle[]
    expect(bottles.length).toBeGreaterThan(0)
    for (const bottle of bottles) {
      const row = rows.find(({ reference }) => reference === named(bottle))
      expect(bottle.preview_v2).toMatchObject({ request: `GET ${request}`, status: 200 })
      expect(JSON.stringify(bottle.preview_v2.body)).toBe(JSON.stringify(row))
    }
  })

  test('one by one are shown as their row of the shelf that they are on, or as none', async () => {
    const idOf = async (condition: string) => {
      const { rows } = await pool.query(
        `select b.id from bottles b join accounts a on a.id = b.account_id
         where a.email = $1 and ${condition} order by b.id desc limit 1`,
        [service.owner.email],
      )
      return Number(rows[0].id)
    }
    const shown = async (condition: string) => {
      const asked = await ask('GET', `/v1/bottles/${await idOf(condition)}`)
      return { preview: previewIn(asked), reference: named(asked.body as Bottle) }
    }
    for (const [condition, request, rows] of [
      [`b.state = 'stored' and b.order_id is null`, 'GET /api/v2/bottles', stock],
      [`b.state = 'announced'`, 'GET /api/v2/bottles?future=1', future],
    ] as const) {
      const { preview, reference } = await shown(condition)
      expect(preview.request).toBe(request)
      expect(preview.body).toEqual(rows.find((row) => row.reference === reference))
    }
    const { preview } = await shown(`b.state = 'stored' and b.order_id is not null`)
    expect(preview).toMatchObject({
      request: 'GET /api/v2/bottles',
      body: null,
      note: expect.stringMatching('content of an order'),
    })
  })

  test('are answered also when no preview can be made', async () => {
    const plain = await call('GET', '/v1/bottles')
    // v2 reads prices with its rows, v1 does not with its bottles.
    await pool.query('alter table wine_prices rename to prices_away')
    const asked = await ask('GET', '/v1/bottles')
    await pool.query('alter table prices_away rename to wine_prices')
    expect([asked.status, asked.text]).toEqual([200, plain.text])
  })

  test('of the consolidated cellar are shown as all rows of their wine and format', async () => {
    const asked = await ask('GET', '/v1/bottles/consolidated')
    const previews = previewsIn(asked.body)
    expect(JSON.stringify(previews.flatMap(({ body }) => body))).toBe(JSON.stringify(stock))
    const entries = asked.body as { id: number; format: string }[]
    for (const [index, { id, format }] of entries.entries())
      expect(previews[index]?.body).toEqual(
        stock.filter((row) => row.id === id && row.format === Number(format)),
      )
    expect(alternate(asked)).toBe('/api/v2/bottles')
  })
})

describe('what is written', () => {
  const turnOf = ({ method, ids }: { method: string; ids: string[] }) =>
    method === 'POST' ? (ids.length > 0 ? 1 : 3) : { PUT: 0, DELETE: 2 }[method]
  const writes = api.routes
    .filter(({ method }) => method !== 'GET')
    .toSorted((one, other) => Number(turnOf(one)) - Number(turnOf(other)))

  /** Where v2 shows the record, and when that can be asked. */
  function placeOf(title: string, body: unknown): string {
    const { id } = body as { id?: number }
    const [, resource = ''] = /\/v1\/([\w-]+)/.exec(title) ?? []
    if (resource === 'users') return '/account'
    if (resource.startsWith('wine-')) return goodTitled(`GET /v1/${resource}/single`).path.slice('/v1'.length)
    return `/${resource === 'get-out-requests' ? 'orders' : resource}/${id}`
  }
  const isRemoval = (title: string) => /^DELETE .*wine/.test(title)

  test.each(writes.filter(({ title }) => !isRemoval(title)))(
    'by $title is what v2 shows of it',
    async (route) => {
      const good = goodOf(api, route)
      const isDeleted = route.method === 'DELETE'
      const known = isDeleted ? { id: Number(good.path.split('/').at(-1)) } : undefined
      const before = known && (await callV2('GET', placeOf(route.title, known)))
      const asked = await ask(route.method, good.path, contentOf(good))
      expect(outcome(asked)).toMatch(/^20[01] ok$/)
      const preview = previewIn(asked)
      expect(preview.request).toBe(twinOf(route.title))
      expect(preview.status).toBe(preview.request === null ? null : asked.status)
      if (preview.request === null) expect(preview.note).toMatch(/no edit/)
      else {
        const [method = '', path = ''] = preview.request.split(' ')
        await expectPublished(method, path, asked.status, preview.body)
      }
      const real = before ?? (await callV2('GET', placeOf(route.title, asked.body)))
      expect(real.status).toBe(200)
      expect(asked.text.endsWith(`"body":${real.text}}}`)).toBe(true)
    },
  )

  test.each(writes.filter(({ title }) => isRemoval(title)))(
    'by $title is what v2 says of it',
    async ({ title, path }) => {
      const { body = {} } = goodTitled(title)
      const store = () => call('PUT', path, goodTitled(`PUT ${path}`))
      await store()
      const preview = previewIn(
        await ask('DELETE', path, { body: { ...body, format: String(body.format).replace('.', ',') } }),
      )
      await store()
      const real = await askV2(twinOf(title), { body: { ...body, format: Number(body.format) } })
      expect(preview).toEqual({ request: twinOf(title), status: 200, body: real.body })
    },
  )

  test('in part says in both what was short', async () => {
    const wine = goodTitled('GET /v1/wine-prices/single').path
    const [, id = '', format = ''] = /wine_id=(\d+)&format=([\d.]+)/.exec(wine) ?? []
    const body = { bottles: { [id]: { [format]: 100_000 } }, half_day: 'am', auto_qty: 1 }
    const asked = await ask('POST', '/v1/get-out-requests?explain=1', { body })
    const { request, body: shown } = previewIn(asked)
    expect(request).toBe('POST /api/v2/orders?explain=1')
    expect(shown).toMatchObject({
      errors: [{ reference: `${id}|${format}|bottles`, asked: 100_000 }],
      explain: (asked.body as { explain: unknown }).explain,
    })
    await expectPublished('POST', '/api/v2/orders', 201, shown)
  })

  test('with a key keeps the answer of v1 alone, and a repeat gives that', async () => {
    const { path, body } = goodTitled('POST /v1/addresses')
    const send = (headers: Record<string, string>) =>
      call('POST', path, { body, headers: { 'idempotency-key': 'rehearsed', ...headers } })
    const first = await send(wish)
    const { id } = first.body as { id: number }
    expect(previewIn(first).body).toEqual(await readV2(`/addresses/${id}`))
    const { rows } = await pool.query(`select body from idempotent_answers where key = 'rehearsed'`)
    const [again, plainly] = [await send(wish), await send({})]
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect([again.text, plainly.text]).toEqual([rows[0].body, rows[0].body])
    expect(JSON.parse(again.text)).toEqual(withoutPreview(first.body))
  })
})

describe('a refusal', () => {
  const order = goodTitled('POST /v1/get-out-requests').body ?? {}
  const [wine] = Object.entries(order.bottles as Record<string, Record<string, number>>)
  const [id = '', formats = {}] = wine ?? []
  const [format = ''] = Object.keys(formats)
  const content = (quantity: number) => [{ reference: `${id}|${format}|bottles`, quantity }]
  const packed = api.tooLate['DELETE /v1/get-out-requests/{id}']?.path.split('/').at(-1)

  type Case = [string, [string, string, Call], [string, Call]]
  test.each<Case>([
    ['of an unknown order', ['GET', '/v1/get-out-requests/987654321', {}], ['/orders/987654321', {}]],
    ['of an unknown putaway', ['GET', '/v1/putaways/987654321', {}], ['/putaways/987654321', {}]],
    [
      'of too many bottles',
      ['POST', '/v1/get-out-requests', { body: { ...order, bottles: { [id]: { [format]: 99_999 } } } }],
      ['/orders', { body: { content: content(99_999) } }],
    ],
    [
      'of a date, explained',
      ['POST', '/v1/get-out-requests?explain=1', { body: { ...order, delivery_date: '2026-11-29' } }],
      ['/orders?explain=1', { body: { content: content(1), delivery_date: '2026-11-29' } }],
    ],
    [
      'of an address',
      ['POST', '/v1/get-out-requests', { body: { ...order, is_pickup: 0, city: 'Lyon' } }],
      ['/orders', { body: { content: content(1), pickup: false, address: { city: 'Lyon' } } }],
    ],
    [
      'of an order in preparation',
      ['DELETE', `/v1/get-out-requests/${packed}`, {}],
      [`/orders/${packed}`, {}],
    ],
  ])('%s is what v2 says', async (_title, [method, path, options], [pathOfV2, optionsOfV2]) => {
    const before = await checksumOf(pool)
    const [plain, asked] = [await call(method, path, options), await ask(method, path, options)]
    const real = await callV2(method, pathOfV2, optionsOfV2)
    expect([asked.status, real.status]).toEqual([plain.status, plain.status])
    const member = { request: `${method} /api/v2${pathOfV2}`, status: real.status, body: real.body }
    expect(asked.text).toBe(`${plain.text.slice(0, -1)},"preview_v2":${JSON.stringify(member)}}`)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('of an unknown bottle says that v2 has no call that would refuse it', async () => {
    const asked = await ask('GET', '/v1/bottles/987654321')
    expect(outcome(asked)).toBe('404 not_found')
    const note = expect.stringMatching('no single bottles')
    expect(previewIn(asked)).toEqual({ request: 'GET /api/v2/bottles', status: 200, note, body: null })
  })

  test('of an edit says that v2 has none', async () => {
    const asked = await ask('PUT', `/v1/get-out-requests/${packed}`, { body: { comment: 'late' } })
    expect(outcome(asked)).toBe('409 order_not_editable')
    expect(previewIn(asked)).toMatchObject({
      request: null,
      status: null,
      body: null,
      note: expect.stringMatching('no edit'),
    })
  })

  test.each<[string, string, string, Call]>([
    ['of a field', 'GET', '/v1/addresses?page=0', {}],
    ['of a field by a rule', 'POST', '/v1/addresses', { body: { city: 'Lyon' } }],
    ['of the content type', 'GET', '/v1/users', { headers: { 'content-type': 'text/plain' } }],
    ['of keys', 'GET', '/v1/users', { keys: null }],
    ['of an address that leads nowhere', 'GET', '/v1/nothing', {}],
  ])('%s has no preview, as it is about the request', async (_title, method, path, options) => {
    const [plain, asked] = [await call(method, path, options), await ask(method, path, options)]
    expect([asked.status, asked.text]).toEqual([plain.status, plain.text])
    expect(asked.status).toBeGreaterThanOrEqual(400)
  })
})

test('a stranger sees of a record of somebody else what they see of none', async () => {
  const unknown = '987654321'
  for (const route of api.routes.filter(({ ids }) => ids.length > 0)) {
    const good = goodOf(api, route)
    const askAsStranger = (path: string) =>
      ask(route.method, path, { ...contentOf(good), keys: { ...stranger } })
    const [foreign, none] = [
      await askAsStranger(good.path),
      await askAsStranger(pathWithId(route, good, 'id', unknown)),
    ]
    const [, , , id = ''] = good.path.split('/')
    expect(outcome(foreign), route.title).toBe('404 not_found')
    expect(foreign.text.replaceAll(`/${id}`, `/${unknown}`), route.title).toBe(none.text)
  }
})

describe('the header', () => {
  test.each(['1', 'true'])('may be %s', async (value) => {
    const asked = await call('GET', '/v1/users', { headers: { 'x-preview-v2': value } })
    expect(previewIn(asked).request).toBe('GET /api/v2/account')
  })

  test.each(['', '0', 'yes', 'TRUE', '1, 1'])('may not be "%s", and nothing is done', async (value) => {
    const before = await checksumOf(pool)
    const headers = { 'x-preview-v2': value }
    const { path, body } = goodTitled('POST /v1/addresses')
    for (const reply of [
      await call('GET', '/v1/users', { headers }),
      await call('POST', path, { body, headers }),
    ]) {
      expect(outcome(reply)).toBe('400 parameter_invalid')
      expect(reply.body).toMatchObject({ details: [{ field: 'X-Preview-V2', message: 'must be 1 or true' }] })
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('means nothing in production, whatever it says', async () => {
    const settings = { ...service.settings, env: 'production' as const, trustedProxies: ['127.0.0.1'] }
    const production = await buildServer({ ...service, settings, log: pino({ level: 'silent' }) })
    const { accessKey, secretKey } = service.owner
    const headers = {
      ...{ 'content-type': 'application/json', accesskey: accessKey, secretkey: secretKey },
      'x-forwarded-proto': 'https',
    }
    for (const url of ['/v1/users', '/v1/get-out-requests', '/v1/bottles', '/v1/putaways/987654321']) {
      const plain = await production.inject({ url, headers })
      expect([200, 404]).toContain(plain.statusCode)
      for (const value of ['1', 'true', 'yes']) {
        const asked = await production.inject({ url, headers: { ...headers, 'x-preview-v2': value } })
        expect([asked.statusCode, asked.payload]).toEqual([plain.statusCode, plain.payload])
        expect(asked.headers.link).toBe(plain.headers.link)
      }
    }
    await production.close()
  })

  test('means nothing to v2', async () => {
    const [plain, asked] = [
      await callV2('GET', '/account'),
      await callV2('GET', '/account', { headers: wish }),
    ]
    expect(asked.text).toBe(plain.text)
  })
})
