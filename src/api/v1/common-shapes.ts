import Type, { type Static } from 'typebox'
import { formatLitres } from '../../core/catalogue/format.ts'
import type { Warehouse } from '../../core/catalogue/warehouse.ts'
import type { ContentLine } from '../../core/cellar/content-lines.ts'
import { OrNull } from '../shared/schemas.ts'

/** ISO 8601 with the offset of Paris, such as 2026-11-30T09:30:00+01:00. */
export const Timestamp = Type.String({ examples: ['2026-11-30T09:30:00+01:00'] })
export const NullableText = OrNull(Type.String())

export const WarehouseShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  public_name: Type.String(),
  street1: Type.String(),
  street2: Type.String(),
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
})

export const fromWarehouse = (warehouse: Warehouse): Static<typeof WarehouseShape> => ({
  id: warehouse.id,
  name: warehouse.name,
  public_name: warehouse.publicName,
  street1: warehouse.street1,
  street2: warehouse.street2,
  city: warehouse.city,
  zipcode: warehouse.zipcode,
  country: warehouse.country,
})

export const ContentLineShape = Type.Object({
  id: Type.Integer({ description: 'Wine identifier.' }),
  wine: Type.String(),
  color: Type.String(),
  country: Type.String(),
  region: Type.String(),
  appelation: Type.String(), // Wire spelling.
  description: NullableText,
  ranking: NullableText,
  millesime: Type.Integer(),
  alcohol: Type.Number(),
  format: Type.String(),
  'wine-price': Type.String(),
  'wine-comment': Type.String(),
  quantity: Type.Integer(),
  box: Type.String(),
})

export const fromContentLine = ({ wine, ...line }: ContentLine): Static<typeof ContentLineShape> => ({
  id: wine.id,
  wine: wine.name,
  color: wine.color,
  country: wine.country,
  region: wine.region,
  appelation: wine.appellation,
  description: wine.description,
  ranking: wine.ranking,
  millesime: wine.vintage,
  alcohol: wine.alcohol,
  format: formatLitres(line.formatMl),
  'wine-price': line.price ?? '-',
  'wine-comment': line.comment ?? '',
  quantity: line.quantity,
  box: line.boxCode,
})
