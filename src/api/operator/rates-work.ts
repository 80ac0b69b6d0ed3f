import Type, { type Static } from 'typebox'
import {
  createServiceCard,
  deleteServiceCard,
  listServiceCards,
  type NewServiceCard,
  type ServiceCard,
} from '../../core/billing/work-rates.ts'
import type { Deps } from '../../core/deps.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { Day, FilledText, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { VatPercent } from './billing-shape.ts'

const Rate = Type.String({ pattern: '^\\d{1,4}(\\.\\d{1,4})?$', examples: ['0.8500'] })
const CardBody = Type.Object(
  {
    valid_from: Day,
    name: FilledText(100),
    preparation_per_order: Rate,
    preparation_per_bottle: Rate,
    packaging_per_parcel: Rate,
    putaway_per_bottle: Rate,
    vat_percent: Type.String({ ...VatPercent, description: 'Of all of these, and of deliveries.' }),
  },
  { additionalProperties: false },
)
const CardShape = Type.Object({
  id: Type.Integer(),
  valid_from: Type.String(),
  name: Type.String(),
  preparation_per_order: Type.String(),
  preparation_per_bottle: Type.String(),
  packaging_per_parcel: Type.String(),
  putaway_per_bottle: Type.String(),
  vat_percent: Type.String(),
})

const toCard = (body: Static<typeof CardBody>): NewServiceCard => ({
  validFrom: body.valid_from,
  name: body.name,
  preparationPerOrder: body.preparation_per_order,
  preparationPerBottle: body.preparation_per_bottle,
  packagingPerParcel: body.packaging_per_parcel,
  putawayPerBottle: body.putaway_per_bottle,
  vatPercent: body.vat_percent,
})
const fromCard = (card: ServiceCard): Static<typeof CardShape> => ({
  id: card.id,
  valid_from: card.validFrom,
  name: card.name,
  preparation_per_order: card.preparationPerOrder,
  preparation_per_bottle: card.preparationPerBottle,
  packaging_per_parcel: card.packagingPerParcel,
  putaway_per_bottle: card.putawayPerBottle,
  vat_percent: card.vatPercent,
})

export function serviceRateRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/service-rates',
    {
      config: readBy(['billing']),
      schema: {
        summary: 'Service rate cards, latest first',
        querystring: PageQuery,
        response: { 200: Type.Array(CardShape) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listServiceCards(deps.db, request.query)).map(fromCard),
  )

  app.post(
    '/service-rates',
    {
      config: writtenBy('service-rates.create', 'billing'),
      schema: {
        summary: 'A card from today or a later day on',
        body: CardBody,
        response: { 201: CardShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const card = await createServiceCard(within, toCard(request.body))
        return { status: 201, body: fromCard(card), subjectId: card.id }
      }),
  )

  app.delete(
    '/service-rates/:id',
    {
      config: writtenBy('service-rates.delete', 'billing'),
      schema: {
        summary: 'Take back a card that is not in force yet',
        params: IdParams,
        response: { 200: CardShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const body = fromCard(await deleteServiceCard(within, request.params.id))
        return { status: 200, body, detail: body }
      }),
  )
}
