import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { formatLitres } from '../../core/catalogue/format.ts'
import { listStockMoves, type StockMove } from '../../core/cellar/stock-move-reads.ts'
import { transactionTypes } from '../shared/enums.ts'
import { sendPage } from '../shared/paging.ts'
import { shows } from '../shared/preview.ts'
import { TransactionQuery, toFilter } from '../shared/transaction-query.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { NullableText, Timestamp } from './common-shapes.ts'

const TransactionShape = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  source: Type.Integer(),
  destination: Type.Object({ id: Type.Integer(), code: Type.String() }),
  bottle_id: Type.Integer(),
  format: Type.String(),
  wine_id: Type.Integer(),
  wine: Type.String(),
  color: Type.String(),
  millesime: Type.Integer(),
  description: NullableText,
  comment: Type.String(),
  created_at: Timestamp,
})

const fromStockMove = (move: StockMove): Static<typeof TransactionShape> => ({
  id: move.id,
  type: transactionTypes[move.kind].value,
  source: move.fromLocationId ?? 0,
  destination: { id: move.toLocationId ?? 0, code: move.toLocationCode ?? 'OUT' },
  bottle_id: move.bottleId,
  format: formatLitres(move.formatMl),
  wine_id: move.wineId,
  wine: move.wineName,
  color: move.color,
  millesime: move.vintage,
  description: move.description,
  comment: move.comment,
  created_at: parisTimestamp(move.createdAt),
})

export function transactionRoutes(app: TypedApp): void {
  app.get(
    '/transactions',
    {
      schema: {
        summary: 'Movements of bottles',
        querystring: TransactionQuery,
        response: { 200: Type.Array(TransactionShape) },
      },
    },
    async (request, reply) => {
      const page = await listStockMoves(
        request.deps.db,
        request.caller.accountId,
        toFilter(request.query),
        request.query,
      )
      return shows(request, 'stockMove', sendPage(request, reply, page)).map(fromStockMove)
    },
  )
}
