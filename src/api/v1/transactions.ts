import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { formatLitres } from '../../core/catalogue/format.ts'
import {
  type ListedKind,
  listStockMoves,
  type MoveFilter,
  type StockMove,
} from '../../core/cellar/stock-move-reads.ts'
import type { Deps } from '../../core/deps.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Day } from '../shared/schemas.ts'
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

const TransactionQuery = pagedQuery({
  type: Type.Optional(Type.Unsafe<'in' | 'out'>({ type: 'string', enum: ['in', 'out'] })),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
})

const types = {
  received: 'I',
  shipped: 'O',
  withdrawn: 'O',
  moved: 'M',
  found: 'A',
  lost: 'A',
} as const satisfies Record<ListedKind, string>

const fromStockMove = (move: StockMove): Static<typeof TransactionShape> => ({
  id: move.id,
  type: types[move.kind],
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

const toFilter = (query: Static<typeof TransactionQuery>): MoveFilter => ({
  ...(query.type && { direction: query.type }),
  ...(query.start_date && { firstDay: query.start_date }),
  ...(query.end_date && { lastDay: query.end_date }),
})

export function transactionRoutes(app: TypedApp, deps: Deps): void {
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
        deps.db,
        request.caller.accountId,
        toFilter(request.query),
        request.query,
      )
      return sendPage(request, reply, page).map(fromStockMove)
    },
  )
}
