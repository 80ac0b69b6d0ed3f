import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Deps } from '../../core/deps.ts'
import {
  type Availability,
  getAccountAvailability,
  getWineAvailability,
} from '../../core/stock/availability-reads.ts'
import { getBottleLife } from '../../core/stock/bottle-life.ts'
import { type CellarLine, getCellarOnDay } from '../../core/stock/cellar-on-day.ts'
import { type ContentBottle, listLocationContent } from '../../core/stock/location-content.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { Day, Id, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { readBy } from './auth.ts'
import { fromGoods, goodsShape, LocationCode } from './goods.ts'
import { BottleShape, fromBottleLife } from './stock-bottle-shape.ts'

const named = { wine: Type.String(), vintage: Type.Integer() }

const CellarShape = Type.Object({
  date: Type.String(),
  lines: Type.Array(
    Type.Object({
      ...goodsShape,
      ...named,
      warehouse_id: Type.Integer(),
      warehouse: Type.String(),
      location: OrNull(Type.String()),
      quantity: Type.Integer(),
    }),
  ),
})
const fromCellarLine = (line: CellarLine): Static<typeof CellarShape>['lines'][number] => ({
  ...fromGoods(line),
  wine: line.wineName,
  vintage: line.vintage,
  warehouse_id: line.warehouseId,
  warehouse: line.warehouseName,
  location: line.location,
  quantity: line.quantity,
})

const AvailabilityShape = Type.Object({
  ...goodsShape,
  ...named,
  warehouse_id: OrNull(Type.Integer()),
  free: Type.Integer(),
  reserved: Type.Integer(),
  announced: Type.Integer(),
})
const fromAvailability = (line: Availability): Static<typeof AvailabilityShape> => ({
  ...fromGoods(line),
  wine: line.wineName,
  vintage: line.vintage,
  warehouse_id: line.warehouseId,
  free: line.free,
  reserved: line.reserved,
  announced: line.announced,
})

const ContentShape = Type.Object({
  bottle_id: Type.Integer(),
  account_id: Type.Integer(),
  account: Type.String(),
  ...goodsShape,
  ...named,
  order_id: OrNull(Type.Integer()),
  is_picked: Type.Boolean(),
  stored_at: OrNull(Type.String()),
})
const fromContent = (bottle: ContentBottle): Static<typeof ContentShape> => ({
  bottle_id: bottle.id,
  account_id: bottle.accountId,
  account: bottle.accountName,
  ...fromGoods(bottle),
  wine: bottle.wineName,
  vintage: bottle.vintage,
  order_id: bottle.orderId,
  is_picked: bottle.isPicked,
  stored_at: bottle.storedAt && parisTimestamp(bottle.storedAt),
})

const CellarQuery = Type.Object({
  date: Type.Optional(Day),
  by: Type.Optional(Type.Enum(['warehouse', 'location'])),
})

export function stockReadRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/accounts/:account/bottles/:id',
    {
      config: readBy(),
      schema: {
        summary: 'A bottle and everything that happened to it',
        params: Type.Object({ account: Id, id: Id }),
        response: { 200: BottleShape },
      },
    },
    async ({ params }) => fromBottleLife(await getBottleLife(deps.db, params.account, params.id)),
  )

  app.get(
    '/accounts/:id/cellar',
    {
      config: readBy(),
      schema: {
        summary: 'What lay in a cellar at the end of a day',
        params: IdParams,
        querystring: CellarQuery,
        response: { 200: CellarShape },
      },
    },
    async ({ params, query }) => {
      const asOf = { isByLocation: query.by === 'location', ...(query.date && { day: query.date }) }
      const { day, lines } = await getCellarOnDay(deps, params.id, asOf)
      return { date: day, lines: lines.map(fromCellarLine) }
    },
  )

  app.get(
    '/accounts/:id/availability',
    {
      config: readBy(),
      schema: {
        summary: 'Free, reserved and announced bottles of an account',
        params: IdParams,
        querystring: Type.Object({ wine_id: Type.Optional(Id) }),
        response: { 200: Type.Array(AvailabilityShape) },
      },
    },
    async ({ params, query }) =>
      (await getAccountAvailability(deps.db, params.id, query.wine_id ?? null)).map(fromAvailability),
  )

  app.get(
    '/wines/:id/availability',
    {
      config: readBy(),
      schema: {
        summary: 'Free, reserved and announced bottles of a wine, of all owners together',
        params: IdParams,
        response: { 200: Type.Array(AvailabilityShape) },
      },
    },
    async ({ params }) => (await getWineAvailability(deps.db, params.id)).map(fromAvailability),
  )

  app.get(
    '/warehouses/:id/locations/:code/bottles',
    {
      config: readBy(['warehouse']),
      schema: {
        summary: 'What lies at a location, newest first',
        params: Type.Object({ id: Id, code: LocationCode }),
        querystring: PageQuery,
        response: { 200: Type.Array(ContentShape) },
      },
    },
    async (request, reply) => {
      const { id, code } = request.params
      const page = await listLocationContent(deps.db, { warehouseId: id, code }, request.query)
      return sendPage(request, reply, page).map(fromContent)
    },
  )
}
