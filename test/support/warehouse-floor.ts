import type pg from 'pg'
import { createStaff } from '../../src/core/accounts/create-account.ts'
import type { Caller, Deps } from '../../src/core/deps.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import type { Order, OrderStatus } from '../../src/core/orders/order.ts'
import { findOrder } from '../../src/core/orders/order-reads.ts'
import { makeReady } from '../../src/core/preparation/make-ready.ts'
import { pickByScan } from '../../src/core/preparation/pick-by-scan.ts'
import { readStops } from '../../src/core/preparation/pick-list.ts'
import { startPreparation } from '../../src/core/preparation/prepare-order.ts'
import { deliverOrder, shipOrder, withdrawOrder } from '../../src/core/preparation/send-order.ts'
import type { Staff } from '../../src/core/staff/staff.ts'
import { WorkRefusal } from '../../src/core/work-refusal.ts'
import { delivery, line, orderCellar, pickup, type Shelf } from './order-cellar.ts'
import { insert } from './small-cellar.ts'

const paris = { country: 'FR', zipcode: '75002' }

/** What a refusal of the warehouse says. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await work
  } catch (error) {
    if (error instanceof WorkRefusal) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('Nothing was refused')
}

/** A cellar for orders with two people who prepare them, Ana and Ben. */
export async function warehouseFloor(deps: Deps, pool: pg.Pool) {
  const cellar = await orderCellar(pool)
  const hire = async (name: string): Promise<Staff> => {
    const email = `${name.toLowerCase()}@floor.example`
    const person = { email, firstName: name, lastName: 'Picker', password: 'a long enough password' }
    return { id: await createStaff(deps, { ...person, role: 'warehouse' }), email, name: `${name} Picker` }
  }
  const [ana, ben] = [await hire('Ana'), await hire('Ben')]

  const order = async (owner: Caller, quantity: number, handover: Order['handover'] = 'delivery') => {
    const lines = [line(cellar.wineId, quantity)]
    const asked = handover === 'pickup' ? pickup(lines) : delivery(lines, paris)
    return (await createOrder(deps, owner, asked)).order
  }
  /** An owner with these bottles, and an order for all of them. */
  const orderedWhole = async (
    shelves: Shelf[] = [{ count: 2 }],
    handover: Order['handover'] = 'delivery',
  ) => {
    const { owner, stored } = await cellar.ownerOf(...shelves)
    const lines = shelves.map(({ count, wineId = cellar.wineId, formatMl = 750, boxCode = '' }) =>
      line(wineId, count, { formatMl, boxCode }),
    )
    const asked = handover === 'pickup' ? pickup(lines) : delivery(lines, paris)
    const { order: placed } = await createOrder(deps, owner, asked)
    return { owner, stored, bottleIds: stored.flat(), order: placed, id: placed.id }
  }

  const pickAll = async (accountId: number, orderId: number) => {
    for (const { bottleIds } of await readStops(deps.db, accountId, orderId))
      for (const bottleId of bottleIds) await pickByScan(deps, ana, orderId, { scan: `B${bottleId}` })
  }
  /** Brings a new order so far that it has this status. */
  const advance = async (accountId: number, orderId: number, status: OrderStatus): Promise<void> => {
    const found = await findOrder(deps.db, accountId, orderId)
    if (status === 'new' || !found) return
    await startPreparation(deps, ana, orderId)
    if (status === 'processing') return
    await pickAll(accountId, orderId)
    await makeReady(deps, ana, orderId, {})
    if (status === 'ready') return
    if (found.handover === 'pickup') return withdrawOrder(deps, ana, orderId, 'Zoé')
    await shipOrder(deps, ana, orderId, { carrier: 'Chrono', trackingNumbers: ['CX1'] })
    if (status === 'delivered') await deliverOrder(deps, ana, orderId, {})
  }

  /** Another place in one of the warehouses, and bottles moved to it with their row in the ledger. */
  const addLocation = (code: string, warehouse = 0) =>
    insert(pool, 'locations', {
      warehouse_id: cellar.warehouseIds[warehouse],
      code,
      created_at: '2020-01-06T09:00:00Z',
    })
  const moveTo = async (locationId: number, bottleIds: readonly number[]) => {
    await pool.query(
      `with moved as (
         update bottles b set location_id = $1 from bottles former
         where b.id = any($2::bigint[]) and former.account_id = b.account_id and former.id = b.id
         returning b.account_id, b.id, b.wine_id, b.format_ml, former.location_id
       )
       insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, created_at)
       select account_id, id, 'moved', wine_id, format_ml, location_id, $1, now() from moved`,
      [locationId, bottleIds],
    )
  }

  const ledgerOf = async (bottleId: number) => {
    const { rows } = await pool.query<{ kind: string; orderId: number | null; comment: string }>(
      'select kind, order_id as "orderId", comment from stock_moves where bottle_id = $1 order by id',
      [bottleId],
    )
    return rows
  }
  const kindsOf = async (bottleId: number) => (await ledgerOf(bottleId)).map(({ kind }) => kind)
  const mailsOf = async (accountId: number) => {
    const { rows } = await pool.query<{ kind: string; subject: string; body: string; recipients: string[] }>(
      'select kind, subject, body, recipients from mails where account_id = $1 order by id',
      [accountId],
    )
    return rows
  }
  /** What was told of an owner's orders since they were made: the change, the order and its status. */
  const eventsOf = async (accountId: number) => {
    const { rows } = await pool.query<{ told: string }>(
      `select concat_ws(' ', change, subject_id, record -> 'rows' -> 0 ->> 'status') as told from events
       where account_id = $1 and subject = 'order' and change <> 'create' order by id`,
      [accountId],
    )
    return rows.map(({ told }) => told)
  }
  const bottlesOf = async (orderId: number) => {
    const { rows } = await pool.query<{ id: number; state: string; picked: boolean }>(
      'select id, state, picked_at is not null as picked from bottles where order_id = $1 order by id',
      [orderId],
    )
    return rows
  }
  const pickedOf = async (orderId: number) =>
    (await bottlesOf(orderId)).filter(({ picked }) => picked).map(({ id }) => id)

  return {
    ...cellar,
    ana,
    ben,
    order,
    orderedWhole,
    pickAll,
    advance,
    addLocation,
    moveTo,
    ledgerOf,
    kindsOf,
    mailsOf,
    eventsOf,
    bottlesOf,
    pickedOf,
  }
}
