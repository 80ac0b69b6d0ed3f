import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { WineRecord } from '../../core/catalogue/keep-wine.ts'
import type { CatalogueWine, CountedWine } from '../../core/catalogue/wine-reads.ts'
import { FilledText, OrNull, Text } from '../shared/schemas.ts'

const Lwin = Type.String({
  pattern: '^[0-9]{7}([0-9]{4}([0-9]{5}([0-9]{2})?)?)?$',
  description: 'Liv-ex Wine Identification Number of 7, 11, 16 or 18 digits.',
  examples: ['1012361'],
})

export const WineBody = Type.Object(
  {
    name: FilledText(200),
    color: FilledText(50),
    country: FilledText(100),
    region: Text(100),
    appellation: Text(200),
    ranking: Type.Optional(OrNull(Text(200))),
    description: Type.Optional(OrNull(Text(5000))),
    vintage: Type.Integer({
      minimum: 0,
      maximum: 2200,
      description: 'A year from 1700 on; 0 when it has none.',
    }),
    alcohol: Type.Number({ minimum: 0, maximum: 99 }),
    lwin: Type.Optional(OrNull(Lwin)),
    duplicate_ok: Type.Optional(
      Type.Boolean({ description: 'Keep it although another has its name, vintage, color and appellation.' }),
    ),
  },
  { additionalProperties: false },
)

export const WinesQuery = {
  search: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 200,
      description: 'Words of the name or appellation, or how they begin, whatever their case and accents.',
    }),
  ),
  vintage: Type.Optional(Type.Integer({ minimum: 0, maximum: 2200 })),
  color: Type.Optional(Text(50)),
  lwin: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,18}$', description: 'An LWIN, or the digits that it begins with.' }),
  ),
}

const wineFields = {
  id: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  country: Type.String(),
  region: Type.String(),
  appellation: Type.String(),
  ranking: OrNull(Type.String()),
  description: OrNull(Type.String()),
  vintage: Type.Integer(),
  alcohol: Type.Number(),
  lwin: OrNull(Type.String()),
  merged_into: OrNull(Type.Integer()),
  created_at: Type.String(),
  updated_at: Type.String(),
}
export const WineShape = Type.Object(wineFields)
export const CountedWineShape = Type.Object({
  ...wineFields,
  stored: Type.Integer({ description: 'Bottles in the warehouses, reserved ones too.' }),
  announced: Type.Integer({ description: 'Bottles on their way.' }),
})

export const toWineRecord = (body: Static<typeof WineBody>): WineRecord => ({
  name: body.name,
  color: body.color,
  country: body.country,
  region: body.region,
  appellation: body.appellation,
  ranking: body.ranking ?? null,
  description: body.description ?? null,
  vintage: body.vintage,
  alcohol: body.alcohol,
  lwin: body.lwin ?? null,
})

export const fromWine = (wine: CatalogueWine): Static<typeof WineShape> => ({
  id: wine.id,
  name: wine.name,
  color: wine.color,
  country: wine.country,
  region: wine.region,
  appellation: wine.appellation,
  ranking: wine.ranking,
  description: wine.description,
  vintage: wine.vintage,
  alcohol: wine.alcohol,
  lwin: wine.lwin,
  merged_into: wine.mergedIntoId,
  created_at: parisTimestamp(wine.createdAt),
  updated_at: parisTimestamp(wine.updatedAt),
})

export const fromCountedWine = (wine: CountedWine): Static<typeof CountedWineShape> => ({
  ...fromWine(wine),
  stored: wine.stored,
  announced: wine.announced,
})
