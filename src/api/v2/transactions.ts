import Type from 'typebox'
import { listStockMoves } from '../../core/cellar/stock-move-reads.ts'
import { sendPage } from '../shared/paging.ts'
import { TransactionQuery, toFilter } from '../shared/transaction-query.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromStockMove, TransactionShape } from './transaction-shape.ts'

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
