import { dayInWords } from '../calendar/day-in-words.ts'
import { formatLitres } from '../catalogue/format.ts'
import { countBottles } from '../orders/new-order.ts'
import type { Order, Recipient } from '../orders/order.ts'
import type { OrderNotes, PreparationShortage } from '../orders/order-sheet.ts'

export const deliverySlipName = (orderId: number): string => `delivery-slip-${orderId}.pdf`

export type SlipRow = { wine: string; vintage: string; format: string; box: string; quantity: string }

/** What a delivery slip says, in words and in the order in which it says it. */
export type DeliverySlip = {
  title: string
  sender: string[]
  recipient: string[]
  facts: [label: string, value: string][]
  rows: SlipRow[]
  /** What was ordered and is not in the parcels. */
  missing: SlipRow[]
  totals: [label: string, value: string][]
}

export type SlipSource = { order: Order; notes: OrderNotes; shortages: readonly PreparationShortage[] }

type SlipGoods = { name: string; vintage: number; formatMl: number; boxCode: string; quantity: number }

const rowOf = ({ name, vintage, formatMl, boxCode, quantity }: SlipGoods): SlipRow => ({
  wine: name,
  vintage: vintage === 0 ? '–' : String(vintage),
  format: `${formatLitres(formatMl)} l`,
  box: boxCode || '–',
  quantity: String(quantity),
})

const filled = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line) => line !== null && line !== '') as string[]

function recipientOf({ handover, recipient, warehouse }: Order): string[] {
  const lines = addressOf(recipient)
  return handover === 'pickup' ? [`To be collected at ${warehouse.publicName}`, ...lines] : lines
}

const addressOf = (to: Recipient): string[] =>
  filled([
    to.company,
    filled([to.firstName, to.lastName]).join(' '),
    to.street1,
    to.street2,
    filled([to.zipcode, to.city]).join(' '),
    to.country,
    to.addressDetail?.replaceAll(/\s+/g, ' ').trim() ?? null,
    to.phone,
  ])

const halfDays = { am: 'morning', pm: 'afternoon' } as const

export function slipOf({ order, notes, shortages }: SlipSource): DeliverySlip {
  const { warehouse, parent, deliveryWindow } = order
  const hours = deliveryWindow ? `${deliveryWindow.start}–${deliveryWindow.end}` : halfDays[order.halfDay]
  const facts: [string, string | null][] = [
    ['Order', parent ? `${parent.id}, part ${order.id}` : String(order.id)],
    ['Reference', order.reference],
    ['On behalf of', notes.ownerCompany ?? notes.ownerName],
    ['Prepared for', dayInWords(order.preparationDate)],
    [order.handover === 'pickup' ? 'Collection' : 'Delivery', `${dayInWords(order.deliveryDate)}, ${hours}`],
  ]
  const totals: [string, string | null][] = [
    ['Bottles', String(countBottles(order.lines))],
    ['Parcels', notes.parcels === null ? null : String(notes.parcels)],
    ['Weight', notes.weightGrams === null ? null : `${notes.weightGrams / 1000} kg`],
  ]
  return {
    title: `Delivery slip ${order.id}`,
    sender: filled([
      warehouse.publicName,
      warehouse.street1,
      warehouse.street2,
      `${warehouse.zipcode} ${warehouse.city}`,
      warehouse.country,
    ]),
    recipient: recipientOf(order),
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1]?.trim())),
    rows: order.lines.map((line) => rowOf({ ...line, name: line.wine.name, vintage: line.wine.vintage })),
    missing: shortages.map((short) => rowOf({ ...short, name: short.wineName })),
    totals: totals.filter((total): total is [string, string] => Boolean(total[1])),
  }
}
