import Type, { type Static } from 'typebox'
import type { AddressEntry } from '../../core/addresses/addresses.ts'
import { OrNull, Text } from './schemas.ts'

const optionalText = (maxLength: number) => Type.Optional(OrNull(Text(maxLength)))

// `id` is taken and passed over, so that a record that was read can be sent back changed.
export const AddressBody = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    firstname: optionalText(100),
    lastname: optionalText(100),
    company: optionalText(200),
    street1: optionalText(200),
    street2: optionalText(200),
    city: optionalText(100),
    zipcode: optionalText(20),
    country: optionalText(100),
    phone: optionalText(50),
    email: optionalText(254),
    vat_number: optionalText(50),
    detail: optionalText(1000),
    reference: optionalText(200),
  },
  { additionalProperties: false },
)

export const toEntry = (body: Static<typeof AddressBody>): AddressEntry => ({
  firstName: body.firstname ?? null,
  lastName: body.lastname ?? null,
  company: body.company ?? null,
  street1: body.street1 ?? null,
  street2: body.street2 ?? null,
  city: body.city ?? null,
  zipcode: body.zipcode ?? null,
  country: body.country ?? null,
  phone: body.phone ?? null,
  email: body.email ?? null,
  vatNumber: body.vat_number ?? null,
  detail: body.detail ?? null,
  reference: body.reference ?? null,
})
