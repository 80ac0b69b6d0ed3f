import Type from 'typebox'
import {
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
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { AddressShape, fromAddress } from './address-shape.ts'

export function addressRoutes(app: TypedApp): void {
  app.get(
    '/addresses',
    {
      schema: {
        summary: 'The address book, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(AddressShape) },
      },
    },
    async (request, reply) => {
      const page = await listAddresses(request.deps.db, request.caller.accountId, request.query)
      return sendPage(request, reply, page).map(fromAddress)
    },
  )

  app.get(
    '/addresses/:id',
    { schema: { summary: 'One address', params: IdParams, response: { 200: AddressShape } } },
    async (request) => {
      const address = await findAddress(request.deps.db, request.caller.accountId, request.params.id)
      if (!address) throw notFound()
      return fromAddress(address)
    },
  )

  app.post(
    '/addresses',
    { schema: { summary: 'Add an address', body: AddressBody, response: { 201: AddressShape } } },
    (request, reply) =>
      answerOnce(request, reply, async (within) => ({
        status: 201,
        body: fromAddress(await addAddress(within, request.caller, toEntry(request.body))),
      })),
  )

  app.put(
    '/addresses/:id',
    {
      schema: {
        summary: 'Replace an address by the one in the body',
        params: IdParams,
        body: AddressBody,
        response: { 200: AddressShape },
      },
    },
    async (request) =>
      fromAddress(
        await replaceAddress(request.deps, request.caller, request.params.id, toEntry(request.body)),
      ),
  )

  app.delete(
    '/addresses/:id',
    { schema: { summary: 'Remove an address', params: IdParams, response: { 200: AddressShape } } },
    async (request) => fromAddress(await removeAddress(request.deps, request.caller, request.params.id)),
  )
}
