import type pg from 'pg'
import { saveAccountBilling } from '../../src/core/billing/account-billing.ts'
import { saveCompany } from '../../src/core/billing/operator-company.ts'
import type { Caller, Deps } from '../../src/core/deps.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import type { NewOrder } from '../../src/core/orders/new-order.ts'
import { orderCellar } from './order-cellar.ts'
import { insert } from './small-cellar.ts'

export const company = {
  name: 'Caveau Test SAS',
  street1: '1 quai',
  street2: null,
  city: 'Paris',
  zipcode: '75012',
  country: 'FR',
  siret: '90123456100017',
  vatNumber: 'FR94901234561',
  iban: null,
  paymentDays: 30,
  invoicePrefix: 'F',
  creditNotePrefix: 'A',
}
export const billing = {
  firstName: null,
  lastName: null,
  company: 'Chez Ada',
  street1: '2 rue',
  street2: null,
  city: 'Lyon',
  zipcode: '69001',
  country: 'FR',
  vatNumber: null,
  paymentMode: 'sdd',
  purchaseOrder: null,
}

/** A cellar whose owners can be billed, and whose orders can leave and goods come in on any day. */
export async function billingCellar(deps: Deps, pool: pg.Pool) {
  const cellar = await orderCellar(pool)
  await saveCompany(deps, company)

  const billedOwner = async (): Promise<Caller> => {
    const owner = await cellar.addOwner()
    await saveAccountBilling(deps, owner.accountId, billing)
    return owner
  }

  /** The bottles of an order, or of each part of it, leave at a moment. */
  const leave = async (accountId: number, orderId: number, at: string): Promise<void> => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from orders o where account_id = $1 and (id = $2 or parent_id = $2)
         and not exists (select from orders c where c.account_id = $1 and c.parent_id = o.id)`,
      [accountId, orderId],
    )
    for (const { id } of rows)
      await pool.query(
        `with moved as (
           insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, order_id, created_at)
           select b.account_id, b.id, case o.handover when 'pickup' then 'withdrawn' else 'shipped' end, b.wine_id, b.format_ml,
             b.location_id, o.id, $3
           from bottles b join orders o on o.account_id = b.account_id and o.id = b.order_id
           where b.account_id = $1 and b.order_id = $2
         ), gone as (
           update bottles set state = 'gone', location_id = null, warehouse_id = null where account_id = $1 and order_id = $2
         )
         update orders set status = case handover when 'pickup' then 'withdrawn' else 'shipped' end
         where account_id = $1 and id in ($2, $4)`,
        [accountId, id, at, orderId],
      )
  }

  /** Places an order and lets it leave. */
  const orderOut = async (owner: Caller, order: NewOrder, at: string): Promise<number> => {
    const made = await createOrder(deps, owner, order)
    await leave(owner.accountId, made.order.id, at)
    return made.order.id
  }

  /** Goods that came in and were counted; their bottles are not put into stock. */
  const putaway = async (accountId: number, received: number, validatedAt: string): Promise<number> => {
    const [warehouseId] = cellar.warehouseIds
    const times = { created_at: validatedAt, updated_at: validatedAt }
    const id = await insert(pool, 'putaways', {
      ...{ account_id: accountId, warehouse_id: warehouseId, status: 'validated', validated_at: validatedAt },
      ...times,
    })
    await insert(pool, 'putaway_lines', {
      ...{ account_id: accountId, putaway_id: id, wine_id: cellar.wineId, format_ml: 750, box_code: '' },
      ...{ announced: received + 1, received },
    })
    return id
  }

  return { ...cellar, billedOwner, leave, orderOut, putaway }
}
