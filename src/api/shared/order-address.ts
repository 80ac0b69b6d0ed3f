import Type, { type Static } from 'typebox'
import { noRecipient, type Recipient } from '../../core/orders/order.ts'
import { OrNull, Text } from './schemas.ts'

const NullableText = OrNull(Type.String())
const Line = (maxLength: number) => Type.Optional(OrNull(Type.String({ format: 'line', maxLength })))

export const RecipientShape = Type.Object({
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  street1: NullableText,
  street2: NullableText,
  city: NullableText,
  zipcode: NullableText,
  country: NullableText,
  phone: NullableText,
  email: NullableText,
  vat_number: NullableText,
  detail: NullableText,
})

export const AddressBody = Type.Object(
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

export const fromRecipient = (recipient: Recipient): Static<typeof RecipientShape> => {
  const { firstName, lastName, vatNumber, addressDetail, ...same } = recipient
  return { firstname: firstName, lastname: lastName, ...same, vat_number: vatNumber, detail: addressDetail }
}

export const toRecipient = (address: Static<typeof AddressBody>): Recipient => {
  const { firstname, lastname, vat_number, detail, ...same } = address
  const renamed = {
    firstName: firstname ?? null,
    lastName: lastname ?? null,
    vatNumber: vat_number ?? null,
    addressDetail: detail ?? null,
  }
  return { ...noRecipient, ...same, ...renamed }
}
