import Type, { type Static } from 'typebox'
import type { StockMove } from '../../core/cellar/stock-move-reads.ts'
import { transactionTypes } from '../shared/enums.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { NullableText } from './common-shapes.ts'

export const TransactionShape = Type.Object({
  id: Type.Integer(),
  type: Type.String({ description: 'I received, O left by an order, M moved, A inventory correction.' }),
  source: Type.Integer({ description: 'A location, or 0 for outside.' }),
  destination: Type.Object({ id: Type.Integer(), code: Type.String() }),
  bottle_id: Type.Integer(),
  format: Type.Number({ description: 'Litres.' }),
  wine_id: Type.Integer(),
  wine: Type.String(),
  color: Type.String(),
  millesime: Type.Integer(), // Wire spelling.
  description: NullableText,
  comment: Type.String(),
  created_at: PhpDate,
})

export const fromStockMove = (move: StockMove): Static<typeof TransactionShape> => ({
  id: move.id,
  type: transactionTypes[move.kind].value,
  source: move.fromLocationId ?? 0,
  destination: { id: move.toLocationId ?? 0, code: move.toLocationCode ?? 'OUT' },
  bottle_id: move.bottleId,
  format: move.formatMl / 1000,
  wine_id: move.wineId,
  wine: move.wineName,
  color: move.color,
  millesime: move.vintage,
  description: move.description,
  comment: move.comment,
  created_at: phpDate(move.createdAt),
})
