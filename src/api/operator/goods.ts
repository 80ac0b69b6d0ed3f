import Type from 'typebox'
import { formatLitres, litresToMl } from '../../core/catalogue/format.ts'
import type { Goods } from '../../core/catalogue/goods.ts'
import { Id, Litres } from '../shared/schemas.ts'

export const BoxCode = Type.String({ pattern: '^[A-Z0-9]{0,20}$', examples: ['CBO6'] })
export const LocationCode = Type.String({ pattern: '^[A-Z0-9][A-Z0-9-]{0,29}$', examples: ['A-01-02'] })

/** A wine in a format; without a box code the bottles are loose. */
export const goodsFields = { wine_id: Id, format: Litres, box: Type.Optional(BoxCode) }
export const goodsShape = { wine_id: Type.Integer(), format: Type.String(), box: Type.String() }

type GoodsFields = { wine_id: number; format: string; box?: string }

export const toGoods = ({ wine_id, format, box = '' }: GoodsFields): Goods => ({
  wineId: wine_id,
  formatMl: litresToMl(format),
  boxCode: box,
})

export const fromGoods = ({ wineId, formatMl, boxCode }: Goods) => ({
  wine_id: wineId,
  format: formatLitres(formatMl),
  box: boxCode,
})
