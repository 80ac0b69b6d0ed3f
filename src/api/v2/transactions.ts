import Type, { type Static } from 'typebox'
import { listStockMoves, type StockMove } from '../../core/cellar/stock-move-reads.ts'
import { transactionTypes } from '../shared/enums.ts'
import { sendPage } from '../shared/paging.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { TransactionQuery, toFilter } from '../shared/transaction-query.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { NullableText } from './common-shapes.ts'

const TransactionShape = Type.Object({
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

const fromStockMove = (move: StockMove): Static<typeof TransactionShape> => ({
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

export function transactionRoutes(app: TypedApp): void {
  app.get(
    '/transactions',
    {
      schema: {
        summary: 'Movements of bottles, newest first',
        querystring: TransactionQuery,
        response: { 200: Type.Array(TransactionShape) },
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller
      const page = await listStockMoves(request.deps.db, accountId, toFilter(request.query), request.query)
      return sendPage(request, reply, page).map(fromStockMove)
    },
  )
}
