import Type from 'typebox'
import { readPackedCellar } from '../../core/cellar/packed-cellar.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromLine, LineShape } from './common-shapes.ts'

const BottleQuery = Type.Object({
  future: Type.Optional(
    Type.Unsafe<'0' | '1' | 'true' | 'false'>({
      type: 'string',
      enum: ['0', '1', 'true', 'false'],
      description: '1 or true for bottles that are announced and not yet in the warehouse.',
    }),
  ),
})

export function bottleRoutes(app: TypedApp): void {
  app.get(
    '/bottles',
    {
      schema: {
        summary: 'The cellar: one row per wine, format and box',
        querystring: BottleQuery,
        response: { 200: Type.Array(LineShape) },
      },
    },
    async (request) => {
      const which = ['1', 'true'].includes(request.query.future ?? '') ? 'future' : 'stock'
      return (await readPackedCellar(request.deps.db, request.caller.accountId, which)).map(fromLine)
    },
  )
}
