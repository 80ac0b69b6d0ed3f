import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Caller } from '../../src/core/deps.ts'
import type { NewOrder, OrderLine } from '../../src/core/orders/new-order.ts'
import { noRecipient, type Order } from '../../src/core/orders/order.ts'
import { insert } from './small-cellar.ts'

const longAgo = '2020-01-06T09:00:00Z'

export type Shelf = {
  count: number
  /** The cellar's first wine unless told otherwise. */
  wineId?: number
  /** One of the cellar's warehouses by its place in the list; the first unless told otherwise. */
  warehouse?: number
  boxCode?: string
  formatMl?: number
  storedAt?: string
}

/** Three warehouses of one location each, the box code CBO6 and two wines; owners and bottles come as they are asked for. */
export async function orderCellar(pool: pg.Pool) {
  await pool.query(`insert into box_codes values ('CBO6', 6, 'Wooden case of six')`)
  const warehouseIds: number[] = []
  const locationIds: number[] = []
  for (const name of ['Bercy', 'Ivry', 'Lyon']) {
    const place = { street1: '1 quai', city: name, zipcode: '75012', country: 'FR', created_at: longAgo }
    const warehouseId = await insert(pool, 'warehouses', { name, public_name: name, ...place })
    warehouseIds.push(warehouseId)
    locationIds.push(
      await insert(pool, 'locations', { warehouse_id: warehouseId, code: 'A-01', created_at: longAgo }),
    )
  }

  const addWine = (name: string) =>
    insert(pool, 'wines', {
      name,
      color: 'Rouge',
      country: 'France',
      region: 'Loire',
      appellation: 'Chinon',
      vintage: 2019,
      alcohol: 13,
      created_at: longAgo,
      updated_at: longAgo,
    })
  const [wineId, otherWineId] = [await addWine('Clos Un'), await addWine('Clos Deux')]

  /** An account without people or keys: whoever calls a verb has been let in already. */
  const addOwner = async (settings: { unique_references?: boolean } = {}): Promise<Caller> => {
    const [email, name] = [`${randomBytes(6).toString('hex')}@cellar.example`, 'Ada Cave']
    const accountId = await insert(pool, 'accounts', {
      ...{ name, email, created_at: longAgo, updated_at: longAgo },
      ...settings,
    })
    return { accountId, rights: 'write', email, name }
  }

  /** Puts bottles on a shelf, each with its row in the ledger, and tells their ids. */
  const store = async (accountId: number, shelf: Shelf): Promise<number[]> => {
    const { count, warehouse = 0, boxCode = '', formatMl = 750, storedAt = longAgo } = shelf
    const { rows } = await pool.query<{ id: number }>(
      `with stored as (
         insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at)
         select $1, $2, $3, $4, 'stored', $5, $6, $7::timestamptz, $7, $7 from generate_series(1, $8) returning *
       ), received as (
         insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, created_at)
         select account_id, id, 'received', wine_id, format_ml, location_id, stored_at from stored order by id
       )
       select id from stored order by id`,
      [
        accountId,
        shelf.wineId ?? wineId,
        formatMl,
        boxCode,
        warehouseIds[warehouse],
        locationIds[warehouse],
        storedAt,
        count,
      ],
    )
    return rows.map(({ id }) => id)
  }

  /** A new owner with bottles on these shelves; `stored` has the ids of each shelf. */
  const ownerOf = async (...shelves: Shelf[]): Promise<{ owner: Caller; stored: number[][] }> => {
    const owner = await addOwner()
    const stored: number[][] = []
    for (const shelf of shelves) stored.push(await store(owner.accountId, shelf))
    return { owner, stored }
  }

  /** The bottles that each order holds, by the order's id. */
  const heldBottles = async (accountId: number): Promise<Record<number, number[]>> => {
    const { rows } = await pool.query<{ orderId: number; ids: number[] }>(
      `select order_id as "orderId", jsonb_agg(id order by id) as ids from bottles
       where account_id = $1 and order_id is not null group by order_id`,
      [accountId],
    )
    return Object.fromEntries(rows.map(({ orderId, ids }) => [orderId, ids]))
  }

  const freeBottles = async (accountId: number): Promise<number[]> => {
    const { rows } = await pool.query<{ id: number }>(
      'select id from bottles where account_id = $1 and order_id is null order by id',
      [accountId],
    )
    return rows.map(({ id }) => id)
  }

  return {
    warehouseIds,
    wineId,
    otherWineId,
    addWine,
    addOwner,
    ownerOf,
    store,
    heldBottles,
    freeBottles,
  }
}

/** What an order holds, as it would be asked for. */
export const linesIn = ({ lines }: Order): OrderLine[] =>
  lines.map(({ wine, formatMl, boxCode, quantity }) => ({ wineId: wine.id, formatMl, boxCode, quantity }))

/** One line of an order: loose bottles of 0.75 l unless told otherwise. */
export const line = (wineId: number, quantity: number, more: Partial<OrderLine> = {}): OrderLine => ({
  wineId,
  formatMl: 750,
  boxCode: '',
  quantity,
  ...more,
})

/** An order that is picked up and leaves everything else open. */
export const pickup = (lines: OrderLine[], more: Partial<NewOrder> = {}): NewOrder => ({
  lines,
  allowPartial: false,
  handover: 'pickup',
  recipient: noRecipient,
  wantedDate: null,
  timeOfDay: 'am',
  comment: null,
  reference: null,
  origin: 'api',
  ...more,
})

/** The same order, brought to an address. */
export const delivery = (
  lines: OrderLine[],
  address: { country: string; zipcode: string },
  more: Partial<NewOrder> = {},
): NewOrder =>
  pickup(lines, {
    handover: 'delivery',
    recipient: { ...noRecipient, company: 'Chez Ada', street1: '2 rue', city: 'Ville', ...address },
    ...more,
  })
