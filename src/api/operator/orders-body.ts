import Type, { type Static } from 'typebox'
import type { NewOrder, OrderLine } from '../../core/orders/new-order.ts'
import { noRecipient } from '../../core/orders/order.ts'
import { type InvalidField, Refusal, refuse } from '../../core/problems.ts'
import { parseReference, referenceWords } from '../shared/bottle-reference.ts'
import { AddressBody, toRecipient } from '../shared/order-address.ts'
import { Day, Id, Litres, OrNull, Text } from '../shared/schemas.ts'
import { BoxCode, toGoods } from './goods.ts'

/** A line names its goods by one reference, or by wine, format and box. */
const ContentLine = Type.Object(
  {
    reference: Type.Optional(Type.String({ maxLength: 60, examples: ['412|0.75|bottles', '412|0.75|CBO6'] })),
    wine_id: Type.Optional(Id),
    format: Type.Optional(Litres),
    box: Type.Optional(BoxCode),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Bottles, boxed or not.' }),
  },
  { additionalProperties: false },
)
type ContentLine = Static<typeof ContentLine>

export const OrderBody = Type.Object(
  {
    account_id: Id,
    content: Type.Array(ContentLine, { minItems: 1, maxItems: 1000 }),
    pickup: Type.Optional(Type.Boolean({ description: 'True unless said otherwise.' })),
    address: Type.Optional(OrNull(AddressBody)),
    delivery_date: Type.Optional(OrNull(Day)),
    half_day: Type.Optional(
      Type.Unsafe<'am' | 'pm'>({
        type: 'string',
        enum: ['am', 'pm'],
        description: 'am unless said otherwise.',
      }),
    ),
    comment: Type.Optional(OrNull(Text(5000))),
    reference: Type.Optional(OrNull(Type.String({ format: 'line', maxLength: 200 }))),
    allow_partial: Type.Optional(Type.Boolean({ description: 'Take what is there.' })),
  },
  { additionalProperties: false },
)
type OrderBody = Static<typeof OrderBody>

function toLine(line: ContentLine, index: number): OrderLine | InvalidField {
  const { reference, wine_id, format, box, quantity } = line
  const at = `content.${index}`
  if (reference === undefined) {
    if (wine_id === undefined)
      return { field: `${at}.wine_id`, message: 'is required without a reference', missing: true }
    if (format === undefined)
      return { field: `${at}.format`, message: 'is required without a reference', missing: true }
    return { ...toGoods({ wine_id, format, ...(box !== undefined && { box }) }), quantity }
  }
  if (wine_id !== undefined || format !== undefined || box !== undefined)
    return {
      field: `${at}.reference`,
      message: 'stands for wine_id, format and box, so give one or the other',
    }
  const goods = parseReference(reference)
  return goods ? { ...goods, quantity } : { field: `${at}.reference`, message: referenceWords }
}

const isFault = (line: OrderLine | InvalidField): line is InvalidField => 'message' in line

function toLines(content: readonly ContentLine[]): OrderLine[] {
  const read = content.map(toLine)
  const fields = read.filter(isFault)
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return read.filter((line): line is OrderLine => !isFault(line))
}

export const toNewOrder = (body: OrderBody): NewOrder => ({
  lines: toLines(body.content),
  allowPartial: body.allow_partial ?? false,
  handover: (body.pickup ?? true) ? 'pickup' : 'delivery',
  recipient: body.address ? toRecipient(body.address) : noRecipient,
  wantedDate: body.delivery_date ?? null,
  timeOfDay: body.half_day ?? 'am',
  comment: body.comment ?? null,
  reference: body.reference || null,
  origin: 'operator',
})

/** A refusal of the order that names its fields as this body does: the address is grouped, and the bottles are its content. */
export function inNamesOfTheBody(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const { problem } = error
  if (problem.code === 'address_invalid') {
    const fields = problem.fields.map((each) => ({ ...each, field: `address.${each.field}` }))
    return refuse({ ...problem, fields })
  }
  if (problem.code !== 'fields_invalid') return error
  const fields = problem.fields.map((each) => ({
    ...each,
    field: each.field === 'bottles' ? 'content' : each.field,
  }))
  return refuse({ ...problem, fields })
}
