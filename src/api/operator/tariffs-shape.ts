import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Supplement, Tariff } from '../../core/orders/delivery-tariff.ts'
import type { TariffSpan, WholeTariff } from '../../core/orders/tariff-reads.ts'
import { Day, FilledText, OrNull } from '../shared/schemas.ts'

const closed = { additionalProperties: false }
const Price = Type.String({ format: 'price', examples: ['12.50'] })
const ZoneCode = Type.String({ pattern: '^[a-z][a-z0-9_]{0,29}$', examples: ['europe_1'] })
const Country = Type.String({ format: 'country', examples: ['BE'] })
const pers = ['order', 'bottle'] as const

const SupplementBody = Type.Object(
  {
    label: FilledText(100),
    zone: Type.Optional(OrNull(ZoneCode)),
    country: Type.Optional(OrNull(Country)),
    zip_prefix: Type.Optional(OrNull(Type.String({ pattern: '^[A-Z0-9]{1,10}$' }))),
    per: Type.Enum([...pers]),
    amount: Price,
  },
  closed,
)
const BracketBody = Type.Object(
  {
    from_bottles: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    price: Price,
    further_bottle_price: Type.Optional(Price),
  },
  closed,
)
const ZoneBody = Type.Object(
  {
    code: ZoneCode,
    label: FilledText(100),
    countries: Type.Optional(Type.Array(Country, { maxItems: 300 })),
    brackets: Type.Array(BracketBody, { minItems: 1, maxItems: 100 }),
  },
  closed,
)
/** What POST takes, and what an answer holds as `tariff`: one can be the start of another. */
export const TariffBody = Type.Object(
  {
    name: FilledText(100),
    valid_from: Day,
    rest_of_world: ZoneCode,
    zones: Type.Array(ZoneBody, { minItems: 1, maxItems: 100 }),
    supplements: Type.Optional(Type.Array(SupplementBody, { maxItems: 500 })),
  },
  closed,
)

const twoPlaces = (amount: string): string => {
  const [euro = '', cents = ''] = amount.split('.')
  return `${euro}.${cents.padEnd(2, '0')}`
}

export const toTariff = (body: Static<typeof TariffBody>): Tariff => ({
  name: body.name,
  validFrom: body.valid_from,
  restOfWorld: body.rest_of_world,
  zones: body.zones.map(({ code, label, countries = [], brackets }) => ({
    code,
    label,
    countries,
    brackets: brackets.map((bracket) => ({
      fromBottles: bracket.from_bottles,
      price: twoPlaces(bracket.price),
      furtherBottlePrice: twoPlaces(bracket.further_bottle_price ?? '0'),
    })),
  })),
  supplements: (body.supplements ?? []).map((supplement) => ({
    label: supplement.label,
    zone: supplement.zone ?? null,
    country: supplement.country ?? null,
    zipPrefix: supplement.zip_prefix ?? null,
    per: supplement.per,
    amount: twoPlaces(supplement.amount),
  })),
})

export const SupplementShape = Type.Object({
  label: Type.String(),
  zone: OrNull(Type.String()),
  country: OrNull(Type.String()),
  zip_prefix: OrNull(Type.String()),
  per: Type.Enum([...pers]),
  amount: Type.String(),
})
export const fromSupplement = ({ zipPrefix, ...rest }: Supplement): Static<typeof SupplementShape> => ({
  ...rest,
  zip_prefix: zipPrefix,
})

const TariffShape = Type.Object({
  name: Type.String(),
  valid_from: Type.String(),
  rest_of_world: Type.String(),
  zones: Type.Array(
    Type.Object({
      code: Type.String(),
      label: Type.String(),
      countries: Type.Array(Type.String()),
      brackets: Type.Array(
        Type.Object({
          from_bottles: Type.Integer(),
          price: Type.String(),
          further_bottle_price: Type.String(),
        }),
      ),
    }),
  ),
  supplements: Type.Array(SupplementShape),
})
const fromTariff = (tariff: Tariff): Static<typeof TariffShape> => ({
  name: tariff.name,
  valid_from: tariff.validFrom,
  rest_of_world: tariff.restOfWorld,
  zones: tariff.zones.map(({ code, label, countries, brackets }) => ({
    code,
    label,
    countries,
    brackets: brackets.map((bracket) => ({
      from_bottles: bracket.fromBottles,
      price: bracket.price,
      further_bottle_price: bracket.furtherBottlePrice,
    })),
  })),
  supplements: tariff.supplements.map(fromSupplement),
})

const spanShape = {
  id: Type.Integer(),
  name: Type.String(),
  valid_from: Type.String(),
  valid_until: OrNull(Type.String()),
  state: Type.String({ description: 'past, in_force or planned' }),
  created_at: Type.String(),
}
export const SpanShape = Type.Object(spanShape)
export const WholeTariffShape = Type.Object({ ...spanShape, tariff: TariffShape })

export const fromSpan = (span: TariffSpan): Static<typeof SpanShape> => ({
  id: span.id,
  name: span.name,
  valid_from: span.validFrom,
  valid_until: span.validUntil,
  state: span.state,
  created_at: parisTimestamp(span.createdAt),
})
export const fromWholeTariff = (whole: WholeTariff): Static<typeof WholeTariffShape> => ({
  ...fromSpan(whole),
  tariff: fromTariff(whole.tariff),
})
