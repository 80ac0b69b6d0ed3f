import { randomBytes } from 'node:crypto'
import { issueBearerToken } from '../../src/core/accounts/credentials.ts'
import type { Caller } from '../../src/core/deps.ts'
import { orderCellar, type Shelf } from './order-cellar.ts'
import type { Moved } from './sandbox-service.ts'
import { type Call, type Reply, startService } from './service.ts'
import { openAccount } from './small-cellar.ts'

export type OrderRecord = {
  id: number
  status: { name: string }
  additional_status: string | null
  tracking_numbers: string[]
  updated_by: string
  content: { reference: string; quantity: number }[]
}
export type EventRecord = {
  type: string
  event: string
  created_at: { date: string }
  changed?: string[]
  data: { id: number; status?: { name: string } }
}

const address = { company: 'Chez Ada', street1: '2 rue', city: 'Paris', zipcode: '75002', country: 'FR' }

/** The service with an empty cellar of three warehouses that promise hours; owners come as they are asked for, each with a token. */
export async function sandboxCellar() {
  const service = await startService({ content: 'empty' })
  const { pool, deps, call } = service
  const cellar = await orderCellar(pool)
  await pool.query(
    `insert into warehouse_slots (warehouse_id, handover, position, starts, ends)
     select w.id, handover, slot.position, slot.starts, slot.ends from warehouses w, (values ('pickup'), ('delivery')) mode (handover),
       (values (1, time '08:00', time '12:00'), (2, time '13:00', time '18:00')) slot (position, starts, ends)`,
  )

  /** An owner with bottles on these shelves, who calls the sandbox and v2 by a token. */
  async function openOwner(...shelves: Shelf[]) {
    const email = `${randomBytes(6).toString('hex')}@cellar.example`
    const account = await openAccount(deps, email)
    const { accountId } = account
    const issue = (rights: 'read' | 'write') => issueBearerToken(deps, { ...account, name: 'test', rights })
    const [token, readToken] = [await issue('write'), await issue('read')]
    for (const shelf of shelves) await cellar.store(accountId, shelf)
    const caller: Caller = { accountId, rights: 'write', email, name: 'Ada Cave' }

    const callAs =
      (prefix: string) =>
      (method: string, path: string, options: Call = {}): Promise<Reply> =>
        call(method, `${prefix}${path}`, {
          keys: null,
          ...options,
          headers: { authorization: `Bearer ${token}`, ...options.headers },
        })
    const [sandbox, v2] = [callAs('/sandbox'), callAs('/api/v2')]

    /** The body of a call that must succeed. */
    async function done<T>(reply: Promise<Reply>): Promise<T> {
      const { status, body, text } = await reply
      if (status > 201) throw new Error(`${status}: ${text}`)
      return body as T
    }
    const simulate = <T = OrderRecord>(path: string, body?: unknown) =>
      done<T>(sandbox('POST', path, { body }))
    const read = <T>(path: string) => done<T>(sandbox('GET', path))

    const reference = (wineId = cellar.wineId) => `${wineId}|0.75|bottles`
    const content = (quantity: number) => [{ reference: reference(), quantity }]
    const order = (quantity: number, more: Record<string, unknown> = {}) =>
      done<OrderRecord>(v2('POST', '/orders', { body: { content: content(quantity), ...more } }))
    const deliver = (quantity: number, more: Record<string, unknown> = {}) =>
      order(quantity, { pickup: false, address, ...more })

    return {
      ...{ accountId, caller, token, readToken, sandbox, v2, done, simulate, read },
      ...{ reference, content, order, deliver },
      status: async (id: number) => (await done<OrderRecord>(v2('GET', `/orders/${id}`))).status.name,
      /** What was told, oldest first, but for changes of the stock. Unlike the list of v2 this one waits for nobody's transaction. */
      events: async () =>
        (await read<EventRecord[]>('/events')).filter(({ type }) => type !== 'stock').toReversed(),
      setClock: (now: string, frozen = true) =>
        done<Moved>(sandbox('PUT', '/clock', { body: { now, frozen } })),
      advance: (by: string) => done<Moved>(sandbox('POST', '/clock/advance', { body: { by } })),
      auto: (auto = true) => done(sandbox('PUT', '/auto', { body: { auto } })),
    }
  }
  return { ...service, ...cellar, openOwner }
}

export type SandboxOwner = Awaited<ReturnType<Awaited<ReturnType<typeof sandboxCellar>>['openOwner']>>
