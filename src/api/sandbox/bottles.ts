import Type from 'typebox'
import { readPackedCellar } from '../../core/cellar/packed-cellar.ts'
import { type LostBottles, loseBottles } from '../../core/sandbox/lose-bottles.ts'
import { referenceOf } from '../shared/bottle-reference.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromLine, LineShape } from '../v2/common-shapes.ts'
import { Reference, toGoods } from './goods-body.ts'

const LossBody = Type.Object(
  {
    reference: Reference,
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 5000, description: '1 unless said otherwise.' }),
    ),
    comment: Type.Optional(Text(500)),
  },
  { additionalProperties: false },
)
const LossShape = Type.Object({
  reference: Type.String(),
  lost: Type.Integer({ description: 'Bottles that are gone.' }),
  left: Type.Integer({ description: 'Free bottles of the kind that are left.' }),
})

const losses: { deed: string; summary: string; reason: LostBottles['reason'] }[] = [
  { deed: 'lose', summary: 'Free bottles are nowhere to be found, the oldest first', reason: 'missing' },
  { deed: 'break', summary: 'Free bottles break, the oldest first', reason: 'broken' },
]

export function bottleRoutes(app: TypedApp): void {
  app.get(
    '/bottles',
    {
      schema: {
        summary: 'The cellar, as version 2 shows it: one row per wine, format and box',
        response: { 200: Type.Array(LineShape) },
      },
    },
    async (request) =>
      (await readPackedCellar(request.deps.db, request.caller.accountId, 'stock')).map(fromLine),
  )

  for (const { deed, summary, reason } of losses)
    app.post(
      `/bottles/${deed}`,
      { schema: { summary, body: LossBody, response: { 200: LossShape } } },
      (request, reply) => {
        const { reference, quantity = 1, comment = '' } = request.body
        const goods = toGoods(reference, 'reference')
        return answerOnce(request, reply, async (within) => {
          const loss = { goods, quantity, reason, comment }
          const { lost, left } = await loseBottles(within, request.caller.accountId, loss)
          return { status: 200, body: { reference: referenceOf(goods), lost, left } }
        })
      },
    )
}
