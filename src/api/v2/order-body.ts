import Type, { type Static } from 'typebox'
import type { NewOrder, OrderLine } from '../../core/orders/new-order.ts'
import { noRecipient } from '../../core/orders/order.ts'
import { type InvalidField, refuse } from '../../core/problems.ts'
import { Day, OrNull, Text } from '../shared/schemas.ts'
import { parseReference } from './bottle-reference.ts'

const Line = (maxLength: number) => Type.Optional(OrNull(Type.String({ format: 'line', maxLength })))
const Time = Type.Optional(
  OrNull(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['08:00'] })),
)

const AddressBody = Type.Object(
  {
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
  },
  { additionalProperties: false },
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
      message: 'must be wine id, format and "bottles" or a box code, such as 412|0.75|bottles',
    })
    return []
  })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  return lines
}

/** Without `pickup`, the goods are fetched at the warehouse. */
export function toNewOrder(body: OrderBody): NewOrder {
  const address = body.address ?? {}
  return {
    lines: toLines(body.content),
    allowPartial: body.allow_partial_fulfillment ?? false,
    handover: (body.pickup ?? true) ? 'pickup' : 'delivery',
    recipient: {
      ...noRecipient,
      firstName: address.firstname ?? null,
      lastName: address.lastname ?? null,
      company: address.company ?? null,
      street1: address.street1 ?? null,
      street2: address.street2 ?? null,
      city: address.city ?? null,
      zipcode: address.zipcode ?? null,
      country: address.country ?? null,
      phone: address.phone ?? null,
      email: address.email ?? null,
      vatNumber: address.vat_number ?? null,
      addressDetail: address.detail ?? null,
    },
    wantedDate: body.delivery_date ?? null,
    timeOfDay: { start: body.delivery_start ?? null, end: body.delivery_end ?? null },
    comment: body.comment ?? null,
    reference: body.reference || null,
    origin: 'api',
  }
}
