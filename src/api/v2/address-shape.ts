import Type, { type Static } from 'typebox'
import type { Address } from '../../core/addresses/addresses.ts'
import { NullableText } from './common-shapes.ts'

export const AddressShape = Type.Object({
  id: Type.Integer(),
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
  phone: Type.String(),
  email: NullableText,
  vat_number: NullableText,
  detail: NullableText,
  reference: NullableText,
})

export const fromAddress = (address: Address): Static<typeof AddressShape> => ({
  id: address.id,
  firstname: address.firstName,
  lastname: address.lastName,
  company: address.company,
  street1: address.street1,
  street2: address.street2,
  city: address.city,
  zipcode: address.zipcode,
  country: address.country,
  phone: address.phone,
  email: address.email,
  vat_number: address.vatNumber,
  detail: address.detail,
  reference: address.reference,
})
