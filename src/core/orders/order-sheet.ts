import type { Database } from '../../db/database.ts'
import { bool, day, instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { Order } from './order.ts'
import { getOrderOwner } from './order-owner.ts'
import { findOrder } from './order-reads.ts'
import { isPicked, type Picker, toPicker } from './order-summary.ts'

const noteRow = {
  ownerName: text,
  ownerCompany: orNull(text),
  ownerEmail: text,
  pickerId: orNull(int),
  pickerName: orNull(text),
  startedAt: orNull(instant),
  readyAt: orNull(instant),
  parcels: orNull(int),
  weightGrams: orNull(int),
  carrier: orNull(text),
  shippedAt: orNull(instant),
  deliveredOn: orNull(day),
  deliveryRemark: orNull(text),
  collectedBy: orNull(text),
  withdrawnAt: orNull(instant),
  heldBy: orNull(text),
  heldAt: orNull(instant),
}
const notesOfOrder = statement(
  'orders.notes',
  `select a.name as "ownerName", a.company as "ownerCompany", a.email as "ownerEmail", p.picker_id as "pickerId",
     p.picker_name as "pickerName", p.started_at as "startedAt", p.ready_at as "readyAt", p.parcels,
     p.weight_grams as "weightGrams", p.carrier, p.shipped_at as "shippedAt", p.delivered_on as "deliveredOn",
     p.delivery_remark as "deliveryRemark", p.collected_by as "collectedBy", p.withdrawn_at as "withdrawnAt",
     p.held_by as "heldBy", p.held_at as "heldAt"
   from accounts a left join preparations p on p.account_id = a.id and p.order_id = $2 where a.id = $1`,
  noteRow,
)
const bottleRow = {
  id: int,
  orderId: int,
  wineId: int,
  formatMl: int,
  boxCode: text,
  state: text,
  locationCode: orNull(text),
  pickedAt: orNull(instant),
  isPicked: bool,
}
const bottlesOfOrders = statement(
  'orders.bottles',
  `select b.id, b.order_id as "orderId", b.wine_id as "wineId", b.format_ml as "formatMl", b.box_code as "boxCode", b.state,
     l.code as "locationCode", b.picked_at as "pickedAt", ${isPicked} as "isPicked"
   from bottles b join orders o on o.account_id = b.account_id and o.id = b.order_id
     left join locations l on l.id = b.location_id
   where b.account_id = $1 and b.order_id = any($2::bigint[])
   order by b.order_id, l.code collate "C", b.wine_id, b.format_ml, b.box_code, b.id`,
  bottleRow,
)
const shortageRow = {
  orderId: int,
  wineId: int,
  wineName: text,
  vintage: int,
  formatMl: int,
  boxCode: text,
  quantity: int,
  reason: text,
  comment: text,
  reportedBy: text,
  createdAt: instant,
}
const shortagesOfOrders = statement(
  'orders.shortages',
  `select s.order_id as "orderId", s.wine_id as "wineId", w.name as "wineName", w.vintage, s.format_ml as "formatMl",
     s.box_code as "boxCode", s.quantity, s.reason, s.comment, s.reported_by as "reportedBy", s.created_at as "createdAt"
   from order_shortages s join wines w on w.id = s.wine_id
   where s.account_id = $1 and s.order_id = any($2::bigint[]) order by s.id`,
  shortageRow,
)
// Files are attached to the whole, and are wanted wherever a part of it is packed.
const filesOfOrders = statement(
  'orders.file-names',
  'select name from order_files where account_id = $1 and order_id = any($2::bigint[]) order by id',
  { name: text },
)

export type OrderNotes = Omit<Row<typeof noteRow>, 'pickerId' | 'pickerName' | 'startedAt'> & {
  picker: Picker | null
}
export type OrderBottle = Row<typeof bottleRow>
export type PreparationShortage = Row<typeof shortageRow>

/** Everything that the warehouse knows of an order. That of a split one has the bottles and shortages of all its parts. */
export type OrderSheet = {
  accountId: number
  order: Order
  notes: OrderNotes
  bottles: OrderBottle[]
  shortages: PreparationShortage[]
  fileNames: string[]
}

export async function readNotes(db: Database, accountId: number, orderId: number): Promise<OrderNotes> {
  const row = await db.row(notesOfOrder, [accountId, orderId])
  if (!row) throw notFound()
  return { ...row, picker: toPicker(row) }
}

export const listShortages = (
  db: Database,
  accountId: number,
  orderIds: readonly number[],
): Promise<PreparationShortage[]> => db.rows(shortagesOfOrders, [accountId, orderIds])

export async function getOrderSheet(db: Database, orderId: number): Promise<OrderSheet> {
  const { accountId, parentId } = await getOrderOwner(db, orderId)
  const order = await findOrder(db, accountId, orderId)
  if (!order) throw notFound()
  const ids = [orderId, ...order.children.map(({ id }) => id)]
  const [notes, bottles, shortages, files] = await Promise.all([
    readNotes(db, accountId, orderId),
    db.rows(bottlesOfOrders, [accountId, ids]),
    listShortages(db, accountId, ids),
    db.rows(filesOfOrders, [accountId, parentId === null ? ids : [parentId, ...ids]]),
  ])
  return { accountId, order, notes, bottles, shortages, fileNames: files.map(({ name }) => name) }
}
