import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { formatLitres } from '../../core/catalogue/format.ts'
import type { Bottle } from '../../core/cellar/bottle-reads.ts'
import type { CellarEntry } from '../../core/cellar/consolidated-cellar.ts'
import { NullableText, Timestamp } from './common-shapes.ts'

export const BottleShape = Type.Object({
  id: Type.Integer(),
  detail: NullableText,
  box: NullableText,
  created_at: Timestamp,
  updated_at: Timestamp,
  format: Type.String(),
  'wine-id': Type.Integer(),
  wine: Type.String(),
  appelation: Type.String(), // Wire spelling.
  region: Type.String(),
  color: Type.String(),
  millesime: Type.Integer(),
  alcohol: Type.Number(),
  ranking: NullableText,
  description: NullableText,
})

export const fromBottle = ({ wine, ...bottle }: Bottle): Static<typeof BottleShape> => ({
  id: bottle.id,
  detail: bottle.detail,
  box: bottle.boxCode || null,
  created_at: parisTimestamp(bottle.createdAt),
  updated_at: parisTimestamp(bottle.updatedAt),
  format: formatLitres(bottle.formatMl),
  'wine-id': wine.id,
  wine: wine.name,
  appelation: wine.appellation,
  region: wine.region,
  color: wine.color,
  millesime: wine.vintage,
  alcohol: wine.alcohol,
  ranking: wine.ranking,
  description: wine.description,
})

export const ConsolidatedShape = Type.Object({
  id: Type.Integer({ description: 'Wine identifier.' }),
  color: Type.String(),
  region: Type.String(),
  appelation: Type.String(), // Wire spelling.
  wine: Type.String(),
  ranking: NullableText,
  description: NullableText,
  millesime: Type.Integer(),
  alcohol: Type.Number(),
  format: Type.String(),
  'wine-price': Type.String(),
  'wine-comment': Type.String(),
  quantity: Type.Integer(),
  boxes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
})

export const fromCellarEntry = ({ wine, ...entry }: CellarEntry): Static<typeof ConsolidatedShape> => ({
  id: wine.id,
  color: wine.color,
  region: wine.region,
  appelation: wine.appellation,
  wine: wine.name,
  ranking: wine.ranking,
  description: wine.description,
  millesime: wine.vintage,
  alcohol: wine.alcohol,
  format: formatLitres(entry.formatMl),
  'wine-price': entry.price ?? '-',
  'wine-comment': entry.comment ?? '',
  quantity: entry.quantity,
  ...(entry.boxes && { boxes: entry.boxes }),
})
