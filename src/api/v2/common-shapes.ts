import Type, { type Static } from 'typebox'
import type { Warehouse } from '../../core/catalogue/warehouse.ts'
import type { ContentLine } from '../../core/cellar/content-lines.ts'
import { boxWord, referenceOf } from '../shared/bottle-reference.ts'
import { OrNull } from '../shared/schemas.ts'

export const NullableText = OrNull(Type.String())

/** A value of an enumeration with its name and the words for it; `GET /enums` lists them. */
export const EnumShape = Type.Object({ value: Type.Integer(), name: Type.String(), label: Type.String() })

/** A file of a record, and where it can be downloaded. */
export const FileShape = Type.Object({ id: Type.Integer(), name: Type.String(), url: Type.String() })

export const WarehouseShape = Type.Object({
  id: Type.Integer(),
  public_name: Type.String(),
  street1: Type.String(),
  street2: Type.String(),
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
})

export const fromWarehouse = (warehouse: Warehouse): Static<typeof WarehouseShape> => ({
  id: warehouse.id,
  public_name: warehouse.publicName,
  street1: warehouse.street1,
  street2: warehouse.street2,
  city: warehouse.city,
  zipcode: warehouse.zipcode,
  country: warehouse.country,
})

/** One row of an order, a putaway or the cellar. */
export const LineShape = Type.Object({
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
  format: Type.Number({ description: 'Litres.' }),
  price: NullableText,
  comment: NullableText,
  quantity: Type.Integer(),
  box: Type.String({ description: 'A box code, or "bottles" for loose bottles.' }),
  reference: Type.String({ examples: ['412|0.75|bottles'] }),
})

export const fromLine = ({ wine, formatMl, boxCode, ...line }: ContentLine): Static<typeof LineShape> => ({
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
  format: formatMl / 1000,
  price: line.price,
  comment: line.comment,
  quantity: line.quantity,
  box: boxWord(boxCode),
  reference: referenceOf({ wineId: wine.id, formatMl, boxCode }),
})
