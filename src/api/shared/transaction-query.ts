import Type, { type Static } from 'typebox'
import type { MoveFilter } from '../../core/cellar/stock-move-reads.ts'
import { pagedQuery } from './paging.ts'
import { Day } from './schemas.ts'

export const TransactionQuery = pagedQuery({
  type: Type.Optional(Type.Unsafe<'in' | 'out'>({ type: 'string', enum: ['in', 'out'] })),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
})

export const toFilter = (query: Static<typeof TransactionQuery>): MoveFilter => ({
  ...(query.type && { direction: query.type }),
  ...(query.start_date && { firstDay: query.start_date }),
  ...(query.end_date && { lastDay: query.end_date }),
})
