import type { Line, Order } from '../../client/src/client.ts'
import { type Column, counted, printable, table } from './table.ts'

const dayOf = ({ date }: Order['delivery_date']) => date.slice(0, 10)
const bottleCountOf = ({ content }: Order) => content.reduce((sum, { quantity }) => sum + quantity, 0)

const columns: Column<Order>[] = [
  { title: 'Id', of: ({ id }) => id, isNumber: true },
  { title: 'Status', of: ({ status }) => status.name },
  { title: 'Delivery', of: ({ delivery_date }) => dayOf(delivery_date) },
  { title: 'Bottles', of: bottleCountOf, isNumber: true },
  { title: 'To', of: ({ is_pickup, address }) => (is_pickup ? 'pick-up' : placeOf(address)) },
  { title: 'Reference', of: ({ reference }) => reference },
]

const lineColumns: Column<Line>[] = [
  { title: 'Reference', of: ({ reference }) => reference },
  { title: 'Wine', of: ({ wine }) => wine },
  { title: 'Vintage', of: ({ millesime }) => millesime || '', isNumber: true },
  { title: 'Bottles', of: ({ quantity }) => quantity, isNumber: true },
]

const nameOf = (address: Order['address']) =>
  address?.company || [address?.firstname, address?.lastname].filter(Boolean).join(' ')
const placeOf = (address: Order['address']) => [nameOf(address), address?.city].filter(Boolean).join(', ')

/** A page of orders; `total` is how many there are on all pages. */
export function ordersInWords(orders: readonly Order[], total: number): string {
  if (orders.length === 0) return total === 0 ? 'No orders.' : `No orders on this page; there are ${total}.`
  return `${table(columns, orders, process.stdout.columns)}\n\n${orders.length} of ${counted(total, 'order')}.`
}

/** One order with its lines, and with what could not be had. */
export function orderInWords(order: Order): string {
  const { address, delivery_start, delivery_end, tracking_url, errors = [] } = order
  const hours = delivery_start ? ` ${delivery_start}-${delivery_end}` : ''
  const street = [
    address?.street1,
    address?.street2,
    `${address?.zipcode} ${address?.city}`,
    address?.country,
  ]
  const facts: [string, string | null][] = [
    ['Order', String(order.id)],
    ['Status', [order.status.name, order.additional_status].filter(Boolean).join(', ')],
    ['Reference', order.reference],
    ['Delivery', `${dayOf(order.delivery_date)}${hours}`],
    ['Prepared', dayOf(order.preparation_date)],
    ['Warehouse', order.warehouse.public_name],
    ['To', order.is_pickup ? 'pick-up' : [nameOf(address), ...street].filter(Boolean).join(', ')],
    ['Comment', order.comment],
    ['Tracking', tracking_url],
  ]
  const told = facts.flatMap(([title, text]) => (text ? [`${title.padEnd(10)} ${printable(text)}`] : []))
  const missing = errors.map(
    ({ id, format, asked, found }) => `Wine ${id} in ${format}: ${found} of ${asked} bottles were there.`,
  )
  const lines = table(lineColumns, order.content, process.stdout.columns)
  return [told.join('\n'), lines, `${counted(bottleCountOf(order), 'bottle')}.`, ...missing].join('\n\n')
}
