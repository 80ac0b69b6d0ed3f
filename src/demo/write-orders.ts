import type { Database } from '../db/database.ts'
import { bulkInsert, reserveIds } from './bulk-insert.ts'
import type { DemoOrder } from './demo-records.ts'
import type { DemoWorld } from './demo-world.ts'
import type { DemoOwner } from './people.ts'
import type { CatalogueIds } from './write-catalogue.ts'

const insertOrders = bulkInsert('orders', [
  'account_id',
  'id',
  'parent_id',
  'status',
  'origin',
  'warehouse_id',
  'handover',
  'first_name',
  'last_name',
  'company',
  'street1',
  'street2',
  'city',
  'zipcode',
  'country',
  'phone',
  'email',
  'vat_number',
  'address_detail',
  'comment',
  'reference',
  'delivery_date',
  'preparation_date',
  'schedule_steps',
  'half_day',
  'window_start',
  'window_end',
  'hold_reason',
  'tracking_numbers',
  'created_by_email',
  'created_by_name',
  'updated_by_email',
  'updated_by_name',
  'created_at',
  'updated_at',
  'deleted_at',
])
const insertLines = bulkInsert('order_lines', [
  'account_id',
  'order_id',
  'wine_id',
  'format_ml',
  'box_code',
  'quantity',
])

export type AccountId = (owner: DemoOwner) => number

export async function writeOrders(
  db: Database,
  world: DemoWorld,
  accountId: AccountId,
  catalogue: CatalogueIds,
): Promise<(order: DemoOrder) => number> {
  const { orders } = world
  const orderId = await reserveIds(db, 'orders', orders)
  await insertOrders(
    db,
    orders.map((order) => ({
      account_id: accountId(order.owner),
      id: orderId(order),
      parent_id: order.parent && orderId(order.parent),
      status: order.status,
      origin: order.origin,
      warehouse_id: catalogue.warehouse(order.warehouse),
      ...recipientColumns(order),
      comment: order.comment,
      reference: order.reference,
      delivery_date: order.deliveryDate,
      preparation_date: order.preparationDate,
      schedule_steps: order.scheduleSteps,
      half_day: order.halfDay,
      window_start: order.window?.start,
      window_end: order.window?.end,
      hold_reason: order.holdReason,
      tracking_numbers: order.trackingNumbers,
      created_by_email: order.createdBy.email,
      created_by_name: order.createdBy.name,
      updated_by_email: order.updatedBy.email,
      updated_by_name: order.updatedBy.name,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      deleted_at: order.deletedAt,
    })),
  )
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => ({
      account_id: accountId(order.owner),
      order_id: orderId(order),
      wine_id: catalogue.wine(line.wine),
      format_ml: line.formatMl,
      box_code: line.packing,
      quantity: line.quantity,
    })),
  )
  await insertLines(db, lines)
  return orderId
}

const recipientColumns = ({ recipient }: DemoOrder) => ({
  handover: recipient ? 'delivery' : 'pickup',
  first_name: recipient?.firstName,
  last_name: recipient?.lastName,
  company: recipient?.company,
  street1: recipient?.street1,
  street2: recipient?.street2,
  city: recipient?.city,
  zipcode: recipient?.zipcode,
  country: recipient?.country,
  phone: recipient?.phone,
  email: recipient?.email,
  vat_number: recipient?.vatNumber,
  address_detail: recipient?.detail,
})
