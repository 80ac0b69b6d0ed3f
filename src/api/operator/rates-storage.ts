import Type, { type Static } from 'typebox'
import { previewStorageCard, type StorageComparison } from '../../core/billing/preview-storage-card.ts'
import {
  createStorageCard,
  deleteStorageCard,
  listStorageCards,
  type NewStorageCard,
  type StorageCard,
} from '../../core/billing/storage-rates.ts'
import { formatLitres, litresToMl } from '../../core/catalogue/format.ts'
import type { Deps } from '../../core/deps.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { Day, FilledText, IdParams, Litres } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { Euro, VatPercent } from './billing-shape.ts'

const DayRate = Type.String({ pattern: '^\\d{1,2}(\\.\\d{1,4})?$', examples: ['0.0048'] })
const prices = {
  rates: Type.Array(Type.Object({ format: Litres, price: DayRate }, { additionalProperties: false }), {
    maxItems: 100,
    description: 'Euro per bottle and day, for the formats that the card names.',
  }),
  other_price: Type.String({ ...DayRate, description: 'For every other format.' }),
}
const CardBody = Type.Object(
  { valid_from: Day, name: FilledText(100), ...prices, vat_percent: VatPercent },
  { additionalProperties: false },
)
const PreviewBody = Type.Object(
  {
    ...prices,
    valid_from: Type.Optional(Day),
    name: Type.Optional(FilledText(100)),
    vat_percent: Type.Optional(VatPercent),
  },
  { additionalProperties: false },
)
const CardShape = Type.Object({
  id: Type.Integer(),
  valid_from: Type.String(),
  name: Type.String(),
  rates: Type.Array(Type.Object({ format: Type.String(), price: Type.String() })),
  other_price: Type.String(),
  vat_percent: Type.String(),
})
const PreviewShape = Type.Object({
  month: Type.String(),
  accounts: Type.Array(
    Type.Object({
      account_id: Type.Integer(),
      account: Type.String(),
      present: Type.String({ ...Euro, description: 'What the month cost, before VAT.' }),
      given: Type.String({ ...Euro, description: 'What it would have cost under the given card.' }),
      difference: Euro,
    }),
  ),
})

const toPrices = ({ rates, other_price }: Static<typeof PreviewBody>) => ({
  rates: rates.map(({ format, price }) => ({ formatMl: litresToMl(format), price })),
  otherPrice: other_price,
})
const toCard = (body: Static<typeof CardBody>): NewStorageCard => ({
  validFrom: body.valid_from,
  name: body.name,
  ...toPrices(body),
  vatPercent: body.vat_percent,
})
const fromCard = (card: StorageCard): Static<typeof CardShape> => ({
  id: card.id,
  valid_from: card.validFrom,
  name: card.name,
  rates: card.rates.map(({ formatMl, price }) => ({ format: formatLitres(formatMl), price })),
  other_price: card.otherPrice,
  vat_percent: card.vatPercent,
})
const fromComparison = ({ accountId, name, present, given, difference }: StorageComparison) => ({
  account_id: accountId,
  account: name,
  present,
  given,
  difference,
})

export function storageRateRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/storage-rates',
    {
      config: readBy(['billing']),
      schema: {
        summary: 'Storage rate cards, latest first',
        querystring: PageQuery,
        response: { 200: Type.Array(CardShape) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listStorageCards(deps.db, request.query)).map(fromCard),
  )

  app.post(
    '/storage-rates',
    {
      config: writtenBy('storage-rates.create', 'billing'),
      schema: {
        summary: 'A card from today or a later day on',
        body: CardBody,
        response: { 201: CardShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const card = await createStorageCard(within, toCard(request.body))
        return { status: 201, body: fromCard(card), subjectId: card.id }
      }),
  )

  app.delete(
    '/storage-rates/:id',
    {
      config: writtenBy('storage-rates.delete', 'billing'),
      schema: {
        summary: 'Take back a card that is not in force yet',
        params: IdParams,
        response: { 200: CardShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const body = fromCard(await deleteStorageCard(within, request.params.id))
        return { status: 200, body, detail: body }
      }),
  )

  // It reads like a GET and is a POST for its body's sake.
  app.post(
    '/storage-rates/preview',
    {
      config: writtenBy('storage-rates.preview', 'billing'),
      schema: {
        summary: 'What the last full month would have cost each account under a card',
        querystring: PageQuery,
        body: PreviewBody,
        response: { 200: PreviewShape },
      },
    },
    async (request, reply) => {
      const preview = await previewStorageCard(deps, toPrices(request.body), request.query)
      const accounts = sendPage(request, reply, preview).map(fromComparison)
      return { month: preview.month, accounts }
    },
  )
}
