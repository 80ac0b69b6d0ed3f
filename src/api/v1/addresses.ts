import Type, { type Static } from 'typebox'
import {
  type Address,
  addAddress,
  findAddress,
  listAddresses,
  removeAddress,
  replaceAddress,
} from '../../core/addresses/addresses.ts'
import { notFound } from '../../core/problems.ts'
import { AddressBody, toEntry } from '../shared/address-body.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { NullableText } from './common-shapes.ts'

const AddressShape = Type.Object({
  id: Type.Integer(),
  firstname: Type.String(),
  lastname: Type.String(),
  company: Type.String(),
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  vat_number: NullableText,
  detail: Type.String(),
  reference: Type.String(),
})

const fromAddress = (address: Address): Static<typeof AddressShape> => ({
  id: address.id,
  firstname: address.firstName ?? '',
  lastname: address.lastName ?? '',
  company: address.company ?? '',
  street1: address.street1,
  street2: address.street2,
  city: address.city,
  zipcode: address.zipcode,
  country: address.country,
  phone: address.phone,
  email: address.email ?? '',
  vat_number: address.vatNumber,
  detail: address.detail ?? '',
  reference: address.reference ?? '',
})

export function addressRoutes(app: TypedApp): void {
  app.get(
    '/addresses',
    {
      schema: {
        summary: 'The address book',
        querystring: PageQuery,
        response: { 200: Type.Array(AddressShape) },
      },
    },
    async (request, reply) => {
      const page = await listAddresses(request.deps.db, request.caller.accountId, request.query)
      return shows(request, 'address', sendPage(request, reply, page)).map(fromAddress)
    },
  )

  app.get(
    '/addresses/:id',
    { schema: { summary: 'One address', params: IdParams, response: { 200: AddressShape } } },
    async (request) => {
      const address = await findAddress(request.deps.db, request.caller.accountId, request.params.id)
      if (!address) throw notFound()
      return fromAddress(shows(request, 'address', address))
    },
  )

  app.post(
    '/addresses',
    { schema: { summary: 'Add an address', body: AddressBody, response: { 201: AddressShape } } },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const added = await addAddress(within, request.caller, toEntry(request.body))
        return { status: 201, body: fromAddress(shows(request, 'address', added)) }
      }),
  )

  app.put(
    '/addresses/:id',
    {
      schema: {
        summary: 'Replace an address',
        params: IdParams,
        body: AddressBody,
        response: { 200: AddressShape },
      },
    },
    async (request) => {
      const { deps, caller, params, body } = request
      const replaced = await replaceAddress(deps, caller, params.id, toEntry(body))
      return fromAddress(shows(request, 'address', replaced))
    },
  )

  app.delete(
    '/addresses/:id',
    { schema: { summary: 'Remove an address', params: IdParams, response: { 200: AddressShape } } },
    async (request) => {
      const removed = await removeAddress(request.deps, request.caller, request.params.id)
      return fromAddress(shows(request, 'address', removed))
    },
  )
}
