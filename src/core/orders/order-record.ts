import type { Span } from '../catalogue/warehouse-times.ts'
import type { RuleStep } from '../problems.ts'
import type { NewOrder } from './new-order.ts'
import type { Author, HalfDay, Recipient } from './order.ts'

/** The part of an order that the caller decides, under the names of the columns. */
export type OrderRecord = {
  origin: NewOrder['origin']
  handover: NewOrder['handover']
  first_name: string | null
  last_name: string | null
  company: string | null
  street1: string | null
  street2: string | null
  city: string | null
  zipcode: string | null
  country: string | null
  phone: string | null
  email: string | null
  vat_number: string | null
  address_detail: string | null
  comment: string | null
  reference: string | null
  /** Null leaves it to the hours, and what is open of those to the slots of the warehouse. */
  half_day: HalfDay | null
  window_start: string | null
  window_end: string | null
  delivery_date: string
  preparation_date: string
  /** Null keeps those that are there. */
  schedule_steps: readonly RuleStep[] | null
  updated_by_email: string
  updated_by_name: string
}

type Decided = Pick<NewOrder, 'origin' | 'handover' | 'comment' | 'reference'> & {
  timeOfDay: TimeOfDay
  recipient: Recipient
}
export type Dates = { deliveryDate: string; preparationDate: string; steps: readonly RuleStep[] | null }

export const toRecord = (order: Decided, dates: Dates, author: Author): OrderRecord => ({
  origin: order.origin,
  handover: order.handover,
  first_name: order.recipient.firstName,
  last_name: order.recipient.lastName,
  company: order.recipient.company,
  street1: order.recipient.street1,
  street2: order.recipient.street2,
  city: order.recipient.city,
  zipcode: order.recipient.zipcode,
  country: order.recipient.country,
  phone: order.recipient.phone,
  email: order.recipient.email,
  vat_number: order.recipient.vatNumber,
  address_detail: order.recipient.addressDetail,
  comment: order.comment,
  reference: order.reference,
  ...timeColumns(order.timeOfDay),
  delivery_date: dates.deliveryDate,
  preparation_date: dates.preparationDate,
  schedule_steps: dates.steps,
  updated_by_email: author.email,
  updated_by_name: author.name,
})

/** Half of the day, hours that are asked for, or hours that are settled together with their half of the day. */
export type TimeOfDay = NewOrder['timeOfDay'] | { halfDay: HalfDay; window: Span | null }

function timeColumns(timeOfDay: TimeOfDay) {
  if (typeof timeOfDay === 'string') return { half_day: timeOfDay, window_start: null, window_end: null }
  if ('halfDay' in timeOfDay) {
    const { halfDay, window } = timeOfDay
    return { half_day: halfDay, window_start: window?.start ?? null, window_end: window?.end ?? null }
  }
  return { half_day: null, window_start: timeOfDay.start, window_end: timeOfDay.end }
}
