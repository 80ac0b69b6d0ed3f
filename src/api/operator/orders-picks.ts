import Type, { type Static } from 'typebox'
import { litresToMl } from '../../core/catalogue/format.ts'
import type { Deps } from '../../core/deps.ts'
import { type PickByScan, pickByScan, unpickBottle } from '../../core/preparation/pick-by-scan.ts'
import { getPickList, type PickList } from '../../core/preparation/pick-list.ts'
import { type Loss, reportLoss } from '../../core/preparation/report-loss.ts'
import { refuse } from '../../core/problems.ts'
import { Id, IdParams, Litres, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { BoxCode, fromGoods, goodsShape, toGoods } from './goods.ts'

const closed = { additionalProperties: false }
const Quantity = Type.Integer({ minimum: 1, maximum: 100_000 })
const chosenGoods = {
  wine_id: Type.Optional(Id),
  format: Type.Optional(Litres),
  box: Type.Optional(BoxCode),
  quantity: Type.Optional(Quantity),
}

const PickBody = Type.Object(
  { scan: Type.String({ format: 'line', maxLength: 40, examples: ['B123', 'A-01'] }), ...chosenGoods },
  closed,
)
const LossBody = Type.Object(
  {
    bottle_id: Type.Optional(Id),
    ...chosenGoods,
    reason: Type.Unsafe<'missing' | 'broken'>({ type: 'string', enum: ['missing', 'broken'] }),
    comment: Type.Optional(Text(500)),
  },
  closed,
)
const UnpickParams = Type.Object({
  id: Id,
  bottle: Type.String({ pattern: '^B?[1-9][0-9]{0,14}$', examples: ['B123'] }),
})

const progress = { picked_count: Type.Integer(), bottle_count: Type.Integer() }
const ProgressShape = Type.Object(progress)
const PickedShape = Type.Object({
  picked: Type.Array(Type.Integer()),
  released: OrNull(
    Type.Integer({ description: 'The bottle whose place the scanned one took; it is free again.' }),
  ),
  ...progress,
})
const PickListShape = Type.Object({
  order_id: Type.Integer(),
  ...progress,
  stops: Type.Array(
    Type.Object({
      location: Type.String(),
      wine: Type.String(),
      vintage: Type.Integer(),
      ...goodsShape,
      quantity: Type.Integer(),
      bottle_ids: Type.Array(Type.Integer()),
    }),
  ),
})
const LossShape = Type.Object({
  lost: Type.Array(Type.Integer()),
  replacements: Type.Array(Type.Object({ bottle_id: Type.Integer(), location: Type.String() })),
  short: Type.Integer({ description: 'Bottles that nothing could replace; the order has so many fewer.' }),
  order_deleted: Type.Boolean({ description: 'True when nothing was left of the order.' }),
})

const fromProgress = (of: { pickedCount: number; bottleCount: number }) => ({
  picked_count: of.pickedCount,
  bottle_count: of.bottleCount,
})

const fromPickList = (orderId: number, list: PickList): Static<typeof PickListShape> => ({
  order_id: orderId,
  ...fromProgress(list),
  stops: list.stops.map((stop) => ({
    location: stop.locationCode,
    wine: stop.wineName,
    vintage: stop.vintage,
    ...fromGoods(stop),
    quantity: stop.bottleIds.length,
    bottle_ids: stop.bottleIds,
  })),
})

const toPick = ({ scan, wine_id, format, box, quantity }: Static<typeof PickBody>): PickByScan => ({
  scan,
  ...(wine_id !== undefined && { wineId: wine_id }),
  ...(format !== undefined && { formatMl: litresToMl(format) }),
  ...(box !== undefined && { boxCode: box }),
  ...(quantity !== undefined && { quantity }),
})

/** One bottle by its id, or a line with how many of it. */
function toLoss(body: Static<typeof LossBody>): Loss {
  const { bottle_id, wine_id, format, box, quantity, reason, comment = '' } = body
  const isLine = [wine_id, format, box, quantity].some((each) => each !== undefined)
  if (bottle_id !== undefined && !isLine) return { bottleId: bottle_id, reason, comment }
  const fields =
    bottle_id !== undefined
      ? [{ field: 'bottle_id', message: 'stands for itself, without wine_id, format, box or quantity' }]
      : Object.entries({ wine_id, format })
          .filter(([, value]) => value === undefined)
          .map(([field]) => ({ field, message: 'is required without a bottle_id', missing: true }))
  if (wine_id === undefined || format === undefined || fields.length > 0)
    throw refuse({ code: 'fields_invalid', fields })
  const goods = toGoods({ wine_id, format, ...(box !== undefined && { box }) })
  return { goods, quantity: quantity ?? 1, reason, comment }
}

/** The work at the shelves: what to take, what was taken, and what was not there. */
export function orderPickRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/orders/:id/pick-list',
    {
      config: readBy(),
      schema: {
        summary: 'What is still to be picked, location by location in walking order',
        params: IdParams,
        response: { 200: PickListShape },
      },
    },
    async (request) => {
      const { id } = request.params
      return fromPickList(id, await getPickList(deps.db, id))
    },
  )

  app.post(
    '/orders/:id/picks',
    {
      config: writtenBy('order.pick', 'warehouse'),
      schema: {
        summary: 'Confirm a pick by the code of a bottle or of a location',
        params: IdParams,
        body: PickBody,
        response: { 200: PickedShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const picked = await pickByScan(within, request.staff, request.params.id, toPick(request.body))
        const { accountId, bottleIds, releasedBottleId: released } = picked
        return { status: 200, body: { picked: bottleIds, released, ...fromProgress(picked) }, accountId }
      }),
  )

  app.delete(
    '/orders/:id/picks/:bottle',
    {
      config: writtenBy('order.unpick', 'warehouse'),
      schema: {
        summary: 'A picked bottle was put back; it stays reserved',
        params: UnpickParams,
        response: { 200: ProgressShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, bottle } = request.params
        const bottleId = Number(bottle.replace('B', ''))
        const { accountId, ...left } = await unpickBottle(within, request.staff, id, bottleId)
        return { status: 200, body: fromProgress(left), accountId, detail: { bottle_id: bottleId } }
      }),
  )

  app.post(
    '/orders/:id/losses',
    {
      config: writtenBy('order.lose', 'warehouse'),
      schema: {
        summary: 'Report missing or broken bottles, which are replaced if there are others',
        params: IdParams,
        body: LossBody,
        response: { 200: LossShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const loss = await reportLoss(within, request.staff, request.params.id, toLoss(request.body))
        const replacements = loss.replacements.map(({ id, locationCode }) => ({
          bottle_id: id,
          location: locationCode,
        }))
        const { accountId, lostIds: lost, shortCount: short, isOrderGone } = loss
        return {
          status: 200,
          body: { lost, replacements, short, order_deleted: isOrderGone },
          accountId,
          detail: { ...request.body, lost },
        }
      }),
  )
}
