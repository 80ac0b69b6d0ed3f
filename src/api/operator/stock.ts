import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { invalidField } from '../../core/problems.ts'
import { type Moving, moveBottles } from '../../core/stock/move-bottles.ts'
import { mostBottles } from '../../core/stock/named-bottles.ts'
import { reportStockFind } from '../../core/stock/report-stock-find.ts'
import { lossReasons, reportStockLoss } from '../../core/stock/report-stock-loss.ts'
import { Id, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { goodsFields, LocationCode, toGoods } from './goods.ts'

const BottleIds = Type.Array(Id, { minItems: 1, maxItems: mostBottles })
const Quantity = Type.Integer({ minimum: 1, maximum: mostBottles })
const Comment = Type.Optional(Text(900))
const closed = { additionalProperties: false }

const MoveBody = Type.Object(
  {
    account_id: Id,
    warehouse_id: Id,
    to: LocationCode,
    bottle_ids: Type.Optional(BottleIds),
    goods: Type.Optional(Type.Object({ from: LocationCode, ...goodsFields, quantity: Quantity }, closed)),
    comment: Comment,
  },
  closed,
)
const MovedShape = Type.Object({
  moved: Type.Integer(),
  already_there: Type.Integer(),
  bottle_ids: Type.Array(Type.Integer()),
})
const LossBody = Type.Object(
  { account_id: Id, bottle_ids: BottleIds, reason: Type.Enum([...lossReasons]), comment: Comment },
  closed,
)
const LostShape = Type.Object({ lost: Type.Integer(), bottle_ids: Type.Array(Type.Integer()) })
const FindBody = Type.Object(
  {
    account_id: Id,
    warehouse_id: Id,
    location: LocationCode,
    lines: Type.Optional(
      Type.Array(Type.Object({ ...goodsFields, quantity: Quantity }, closed), {
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    bottle_ids: Type.Optional(BottleIds),
    comment: Comment,
  },
  closed,
)
const FoundShape = Type.Object({ found: Type.Integer(), bottle_ids: Type.Array(Type.Integer()) })

type MovedGoods = { from: string; wine_id: number; format: string; box?: string; quantity: number }

function toMoving(bottleIds: number[] | undefined, goods: MovedGoods | undefined): Moving {
  if (bottleIds && !goods) return { bottleIds }
  if (goods && !bottleIds) return { from: goods.from, goods: toGoods(goods), quantity: goods.quantity }
  throw invalidField('bottle_ids', 'or goods must be given, and not both')
}

export function stockRoutes(app: TypedApp, deps: Deps): void {
  app.post(
    '/stock/moves',
    {
      config: writtenBy('stock.move', 'warehouse'),
      schema: {
        summary: 'Move bottles to another location of their warehouse',
        body: MoveBody,
        response: { 201: MovedShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { account_id, warehouse_id, to, bottle_ids, goods, comment = '' } = request.body
        const what = toMoving(bottle_ids, goods)
        const move = { accountId: account_id, warehouseId: warehouse_id, to, comment, what }
        const { movedIds, alreadyThere } = await moveBottles(within, move)
        return {
          status: 201,
          body: { moved: movedIds.length, already_there: alreadyThere, bottle_ids: movedIds },
          accountId: account_id,
          detail: { warehouse_id, to, comment, ...(goods && { goods }), bottle_ids: movedIds },
        }
      }),
  )

  app.post(
    '/stock/losses',
    {
      config: writtenBy('stock.lose', 'warehouse'),
      schema: {
        summary: 'Take bottles out that are broken or missing',
        body: LossBody,
        response: { 201: LostShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { account_id, bottle_ids, reason, comment = '' } = request.body
        const loss = { accountId: account_id, bottleIds: bottle_ids, reason, comment }
        const { lostIds } = await reportStockLoss(within, loss)
        return {
          status: 201,
          body: { lost: lostIds.length, bottle_ids: lostIds },
          accountId: account_id,
        }
      }),
  )

  app.post(
    '/stock/finds',
    {
      config: writtenBy('stock.find', 'warehouse'),
      schema: {
        summary: 'Put bottles in that nobody knew of, or that were lost',
        body: FindBody,
        response: { 201: FoundShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { account_id, warehouse_id, location, lines = [], bottle_ids = [], comment = '' } = request.body
        const { foundIds } = await reportStockFind(within, {
          accountId: account_id,
          warehouseId: warehouse_id,
          location,
          comment,
          lines: lines.map((line) => ({ ...toGoods(line), quantity: line.quantity })),
          bottleIds: bottle_ids,
        })
        return {
          status: 201,
          body: { found: foundIds.length, bottle_ids: foundIds },
          accountId: account_id,
          detail: { ...request.body, bottle_ids: foundIds },
        }
      }),
  )
}
