import Type, { type Static } from 'typebox'
import type { NewOrder, OrderLine } from '../../core/orders/new-order.ts'
import { noRecipient } from '../../core/orders/order.ts'
import { type InvalidField, refuse } from '../../core/problems.ts'
import { parseReference, referenceWords } from '../shared/bottle-reference.ts'
import { AddressBody, toRecipient } from '../shared/order-address.ts'
import { Day, OrNull, Text } from '../shared/schemas.ts'

const Line = (maxLength: number) => Type.Optional(OrNull(Type.String({ format: 'line', maxLength })))
const Time = Type.Optional(
  OrNull(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['08:00'] })),
)

export const OrderBody = Type.Object(
  {
    content: Type.Array(
      Type.Object(
        {
          reference: Type.String({ maxLength: 60, examples: ['412|0.75|bottles'] }),
          quantity: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Bottles, boxed or not.' }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1000 },
    ),
    pickup: Type.Optional(Type.Boolean({ description: 'True unless said otherwise.' })),
    address: Type.Optional(OrNull(AddressBody)),
    delivery_date: Type.Optional(OrNull(Day)),
    delivery_start: Time,
    delivery_end: Time,
    comment: Type.Optional(OrNull(Text(5000))),
    reference: Line(200),
    allow_partial_fulfillment: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
type OrderBody = Static<typeof OrderBody>

function toLines(content: OrderBody['content']): OrderLine[] {
  const fields: InvalidField[] = []
  const lines = content.flatMap(({ reference, quantity }, index) => {
    const goods = parseReference(reference)
    if (goods) return [{ ...goods, quantity }]
    fields.push({
      field: `content.${index}.reference`,
      message: referenceWords,
    })
    return []
  })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return lines
}

/** Without `pickup`, the goods are fetched at the warehouse. */
export function toNewOrder(body: OrderBody): NewOrder {
  return {
    lines: toLines(body.content),
    allowPartial: body.allow_partial_fulfillment ?? false,
    handover: (body.pickup ?? true) ? 'pickup' : 'delivery',
    recipient: body.address ? toRecipient(body.address) : noRecipient,
    wantedDate: body.delivery_date ?? null,
    timeOfDay: { start: body.delivery_start ?? null, end: body.delivery_end ?? null },
    comment: body.comment ?? null,
    reference: body.reference || null,
    origin: 'api',
  }
}
