import { day, instant, int, json, orNull, type Row, text, texts, time } from '../../db/statement.ts'
import { type Warehouse, warehouseJson } from '../catalogue/warehouse.ts'
import { type ContentLine, contentJson } from '../cellar/content-lines.ts'
import { type HalfDay, isPacked, type Order, type OrderOrigin, type OrderStatus } from './order.ts'

/**
 * Everything there is to read of `orders o`, given its parent's status and its lines. One statement reads the whole of an order:
 * several would each see a moment of their own, and an edit in between would show as a mixture.
 */
export const orderColumns = ({ parentStatus, lines }: { parentStatus: string; lines: string }) => `
  o.id, o.parent_id as "parentId", ${parentStatus} as "parentStatus", o.status, o.origin,
  o.handover, o.first_name as "firstName", o.last_name as "lastName", o.company, o.street1,
  o.street2, o.city, o.zipcode, o.country, o.phone, o.email, o.vat_number as "vatNumber", o.address_detail as "addressDetail",
  o.comment, o.reference, o.delivery_date as "deliveryDate", o.preparation_date as "preparationDate",
  o.half_day as "halfDay", o.window_start as "windowStart", o.window_end as "windowEnd", o.hold_reason as "holdReason",
  o.tracking_numbers as "trackingNumbers", o.created_by_email as "createdByEmail", o.created_by_name as "createdByName",
  o.updated_by_email as "updatedByEmail", o.updated_by_name as "updatedByName", o.created_at as "createdAt",
  o.updated_at as "updatedAt", ${warehouseJson('o.warehouse_id')} as warehouse, ${contentJson(lines)} as lines,
  (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.id), '[]')
    from order_files f where f.account_id = $1 and f.order_id = o.id) as files`
export const orderRow = {
  id: int,
  parentId: orNull(int),
  parentStatus: orNull(text),
  status: text,
  origin: text,
  handover: text,
  firstName: orNull(text),
  lastName: orNull(text),
  company: orNull(text),
  street1: orNull(text),
  street2: orNull(text),
  city: orNull(text),
  zipcode: orNull(text),
  country: orNull(text),
  phone: orNull(text),
  email: orNull(text),
  vatNumber: orNull(text),
  addressDetail: orNull(text),
  comment: orNull(text),
  reference: orNull(text),
  deliveryDate: day,
  preparationDate: day,
  halfDay: text,
  windowStart: orNull(time),
  windowEnd: orNull(time),
  holdReason: orNull(text),
  trackingNumbers: texts,
  createdByEmail: text,
  createdByName: text,
  updatedByEmail: text,
  updatedByName: text,
  createdAt: instant,
  updatedAt: instant,
  warehouse: json<Warehouse>(),
  lines: json<ContentLine[]>(),
  files: json<{ id: number; name: string }[]>(),
}
export type OrderRow = Row<typeof orderRow>

export function toOrder(row: OrderRow, children: Order[] = []): Order {
  return {
    id: row.id,
    parent: row.parentId === null ? null : { id: row.parentId, status: row.parentStatus as OrderStatus },
    status: row.status as OrderStatus,
    origin: row.origin as OrderOrigin,
    handover: row.handover === 'pickup' ? 'pickup' : 'delivery',
    recipient: {
      firstName: row.firstName,
      lastName: row.lastName,
      company: row.company,
      street1: row.street1,
      street2: row.street2,
      city: row.city,
      zipcode: row.zipcode,
      country: row.country,
      phone: row.phone,
      email: row.email,
      vatNumber: row.vatNumber,
      addressDetail: row.addressDetail,
    },
    comment: row.comment,
    reference: row.reference,
    deliveryDate: row.deliveryDate,
    preparationDate: row.preparationDate,
    halfDay: row.halfDay as HalfDay,
    deliveryWindow:
      row.windowStart && row.windowEnd
        ? { start: row.windowStart.slice(0, 5), end: row.windowEnd.slice(0, 5) }
        : null,
    holdReason: row.holdReason,
    trackingNumbers: row.trackingNumbers,
    hasDeliverySlip: isPacked(row.status as OrderStatus),
    createdBy: { email: row.createdByEmail, name: row.createdByName },
    updatedBy: { email: row.updatedByEmail, name: row.updatedByName },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    children,
    warehouse: row.warehouse,
    files: row.files,
    lines: row.lines,
  }
}
