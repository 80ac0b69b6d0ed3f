import Type, { type Static } from 'typebox'
import { litresToMl } from '../../core/catalogue/format.ts'
import type { OrderChange } from '../../core/orders/edit-order.ts'
import type { NewOrder, OrderLine } from '../../core/orders/new-order.ts'
import { noRecipient, type Recipient } from '../../core/orders/order.ts'
import { Day, OrNull, Text } from '../shared/schemas.ts'

type Quantities = Record<string, Record<string, number>>

// Wine id, then format, then how many bottles.
const Bottles = Type.Unsafe<Quantities>({
  type: 'object',
  propertyNames: { pattern: '^[1-9][0-9]{0,14}$' },
  additionalProperties: {
    type: 'object',
    propertyNames: { format: 'litres' },
    additionalProperties: { type: 'integer', minimum: 1, maximum: 100_000 },
  },
  examples: [{ '412': { '0.75': 6 } }],
})
const Boxes = Type.Unsafe<Record<string, Quantities>>({
  type: 'object',
  propertyNames: { pattern: '^[A-Z0-9]{1,20}$' },
  additionalProperties: Bottles,
  examples: [{ CBO6: { '412': { '0.75': 6 } } }],
})
const Flag = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] })
const HalfDay = Type.Unsafe<'am' | 'pm'>({ type: 'string', enum: ['am', 'pm'] })
const Line = (maxLength: number) => Type.Optional(OrNull(Type.String({ format: 'line', maxLength })))

const optionalFields = {
  boxes: Type.Optional(Boxes),
  delivery_date: Type.Optional(Day),
  is_pickup: Type.Optional(Flag),
  comment: Type.Optional(OrNull(Text(5000))),
  reference: Line(200),
  firstname: Line(100),
  lastname: Line(100),
  company: Line(200),
  street1: Line(200),
  street2: Line(200),
  city: Line(100),
  zipcode: Line(20),
  country: Line(100),
  phone: Line(50),
  email: Line(254),
  vat_number: Line(50),
  detail: Type.Optional(OrNull(Text(1000))),
  auto_qty: Type.Optional(Flag),
}

export const CreateBody = Type.Object(
  { bottles: Bottles, half_day: HalfDay, ...optionalFields },
  { additionalProperties: false },
)
export const EditBody = Type.Object(
  { bottles: Type.Optional(Bottles), half_day: Type.Optional(HalfDay), ...optionalFields },
  { additionalProperties: false },
)
type CreateBody = Static<typeof CreateBody>
type EditBody = Static<typeof EditBody>

const toLines = (quantities: Quantities, boxCode: string): OrderLine[] =>
  Object.entries(quantities).flatMap(([wineId, byFormat]) =>
    Object.entries(byFormat).map(([format, quantity]) => ({
      wineId: Number(wineId),
      formatMl: litresToMl(format),
      boxCode,
      quantity,
    })),
  )
const toBoxedLines = (boxes: Record<string, Quantities>): OrderLine[] =>
  Object.entries(boxes).flatMap(([boxCode, quantities]) => toLines(quantities, boxCode))

const recipientFields = {
  firstname: 'firstName',
  lastname: 'lastName',
  company: 'company',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  zipcode: 'zipcode',
  country: 'country',
  phone: 'phone',
  email: 'email',
  vat_number: 'vatNumber',
  detail: 'addressDetail',
} as const satisfies Partial<Record<keyof EditBody, keyof Recipient>>

/** The fields of recipient and address that the body holds, be it as null. */
function recipientIn(body: EditBody): Partial<Recipient> {
  const recipient: Partial<Recipient> = {}
  for (const [wire, field] of Object.entries(recipientFields)) {
    const value = body[wire as keyof typeof recipientFields]
    if (value !== undefined) recipient[field] = value
  }
  return recipient
}

/** Without `is_pickup`, an address means that the goods are to be brought there. */
function handoverOf({ is_pickup, street1, city, zipcode }: EditBody): 'pickup' | 'delivery' {
  if (is_pickup !== undefined) return is_pickup === 1 ? 'pickup' : 'delivery'
  return street1 || city || zipcode ? 'delivery' : 'pickup'
}

export const toNewOrder = (body: CreateBody): NewOrder => ({
  lines: [...toLines(body.bottles, ''), ...toBoxedLines(body.boxes ?? {})],
  allowPartial: body.auto_qty === 1,
  handover: handoverOf(body),
  recipient: { ...noRecipient, ...recipientIn(body) },
  wantedDate: body.delivery_date ?? null,
  timeOfDay: body.half_day,
  comment: body.comment ?? null,
  reference: body.reference || null,
  origin: 'api',
})

export const toOrderChange = (body: EditBody): OrderChange => ({
  ...(body.bottles && { looseLines: toLines(body.bottles, '') }),
  ...(body.boxes && { boxedLines: toBoxedLines(body.boxes) }),
  allowPartial: body.auto_qty === 1,
  ...(body.is_pickup !== undefined && { handover: handoverOf(body) }),
  recipient: recipientIn(body),
  ...(body.delivery_date && { wantedDate: body.delivery_date }),
  ...(body.half_day && { halfDay: body.half_day }),
  ...(body.comment !== undefined && { comment: body.comment }),
  ...(body.reference !== undefined && { reference: body.reference || null }),
})
