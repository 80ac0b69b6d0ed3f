import { allRoutes } from '../support/all-routes.ts'
import type { Good, WalkedApi } from '../support/api-walk.ts'
import type { sandboxService } from '../support/sandbox-service.ts'

type Service = Awaited<ReturnType<typeof sandboxService>>
type Row = { reference: string; box: string }

const address = { company: 'Chez Ada', street1: '2 rue', city: 'Paris', zipcode: '75002', country: 'FR' }

/** One record for each route that takes one, in the status that it asks for. */
async function recordsOf({ done, callV2, readV2, stranger, owner }: Service) {
  const row = (await readV2<Row[]>('/bottles')).find(({ box }) => box === 'bottles')
  if (!row) throw new Error('The demo has loose bottles')
  const { reference } = row
  const order = async (pickup: boolean, ...steps: string[]): Promise<number> => {
    const body = { content: [{ reference, quantity: 2 }], pickup, ...(!pickup && { address }) }
    const { id } = (await callV2('POST', '/orders', { body })).body as { id: number }
    for (const step of steps)
      await done('POST', `/orders/${id}/${step}`, step === 'hold' ? { reason: 'No parking' } : undefined)
    return id
  }
  const putaway = async (token: string, ...steps: string[]): Promise<number> => {
    const content = [{ reference, quantity: 60 }]
    const { id } = await done<{ id: number }>('POST', '/putaways', { content }, { token })
    for (const step of steps) await done('POST', `/putaways/${id}/${step}`, undefined, { token })
    return id
  }
  const invoices = await readV2<{ id: number; state: { name: string }; total: number }[]>('/invoices')
  const invoice = invoices.find(({ state, total }) => state.name === 'VALIDATED' && total > 0)
  if (!invoice) throw new Error('The demo has an invoice to pay')
  // From the first time on that somebody touches it, an account has a row for its sandbox.
  await done('PUT', '/auto', { auto: false })
  await putaway(stranger.bearerToken)
  await putaway(owner.bearerToken, 'arrive', 'validate')
  return {
    reference,
    orders: {
      start: await order(true),
      stop: await order(true, 'start'),
      pick: await order(true, 'start'),
      'short-pick': await order(true, 'start'),
      hold: await order(true),
      release: await order(true, 'hold'),
      ready: await order(true, 'start'),
      ship: await order(false, 'start', 'ready'),
      deliver: await order(false, 'start', 'ready', 'ship'),
      withdraw: await order(true, 'start', 'ready'),
    },
    putaways: {
      arrive: await putaway(owner.bearerToken),
      validate: await putaway(owner.bearerToken, 'arrive'),
      refuse: await putaway(owner.bearerToken),
    },
    invoice: invoice.id,
  }
}

type Records = Awaited<ReturnType<typeof recordsOf>>

/** A request that each route takes. A route without one here fails the walk by its name. */
function goodRequests({ reference, orders, putaways, invoice }: Records): Record<string, Good> {
  const line = { reference, quantity: 1 }
  const bodies: Record<string, Record<string, unknown>> = {
    'short-pick': { content: [line], reason: 'missing', comment: 'nowhere', replace: false },
    hold: { reason: 'No parking' },
    ready: { parcels: 2 },
    ship: { carrier: 'Chrono', tracking_numbers: ['CX1'] },
    deliver: { delivered_on: '2026-11-16', remark: 'Left with the neighbour' },
    withdraw: { collected_by: 'Zoé' },
    validate: { content: [{ ...line, broken: 0 }] },
    refuse: { reason: 'Wrong pallet' },
  }
  const steps = Object.entries({ orders, putaways }).flatMap(([kind, ids]) =>
    Object.entries(ids).map(([step, id]): [string, Good] => {
      const body = bodies[step]
      return [`POST /${kind}/{id}/${step}`, { path: `/${kind}/${id}/${step}`, ...(body && { body }) }]
    }),
  )
  const lost = { ...line, comment: 'at night' }
  const requests: Record<string, Omit<Good, 'path'> & { path?: string }> = {
    'GET ': {},
    'PUT /auto': { body: { auto: false } },
    'GET /clock': {},
    'PUT /clock': { body: { now: '2026-11-16T10:00:00', frozen: true } },
    'POST /clock/advance': { body: { by: 'PT1H' } },
    'DELETE /clock': {},
    'GET /orders': {},
    ...Object.fromEntries(steps),
    'GET /putaways': {},
    'POST /putaways': {
      body: {
        ...{ expeditor: 'Château Un', reference: 'BL 1', warehouse: null, expected_on: '2026-11-30' },
        content: [line],
      },
    },
    'GET /bottles': {},
    'POST /bottles/lose': { body: lost },
    'POST /bottles/break': { body: lost },
    'POST /invoices/{id}/pay': {
      path: `/invoices/${invoice}/pay`,
      body: { paid_on: '2026-11-16', mode: 'cb' },
    },
    'GET /mails': {},
    'GET /events': {},
  }
  return Object.fromEntries(
    Object.entries(requests).map(([title, { path, ...request }]) => {
      const [method = '', template = ''] = title.split(' ')
      return [`${method} /sandbox${template}`, { ...request, path: `/sandbox${path ?? template}` }]
    }),
  )
}

/** The sandbox for the tests that walk over all of it, but for its scenarios, which are the same for everybody. */
export async function sandboxWalk(service: Service): Promise<WalkedApi> {
  const { call, read, pool, owner, stranger } = service
  const callWith =
    (credentials: Record<string, string>): WalkedApi['call'] =>
    (method, path, options) =>
      call(method, path, { ...options, keys: null, headers: { ...credentials, ...options?.headers } })
  const routes = await allRoutes(read, 'sandbox')
  return {
    prefix: '/sandbox',
    routes: routes.filter(({ path }) => !path.includes('/scenarios')),
    good: goodRequests(await recordsOf(service)),
    tooLate: {},
    call: callWith({ authorization: `Bearer ${owner.bearerToken}` }),
    callAsStranger: callWith({ authorization: `Bearer ${stranger.bearerToken}` }),
    callAsNobody: callWith({}),
    pool,
  }
}
