import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { createLocations, deleteLocation, editLocation } from '../../core/catalogue/keep-locations.ts'
import { type ListedLocation, listLocations } from '../../core/catalogue/location-list.ts'
import { expandRange, mostLocations } from '../../core/catalogue/location-range.ts'
import type { Deps } from '../../core/deps.ts'
import { invalidField } from '../../core/problems.ts'
import { pagedQuery, sendPage } from '../shared/paging.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { LocationCode } from './goods.ts'

const LocationParams = Type.Object({ id: Id, location_id: Id })
const LocationsQuery = pagedQuery({
  code: Type.Optional(
    Type.String({ pattern: '^[A-Z0-9-]{0,30}$', description: 'What the codes begin with.' }),
  ),
})
const CreateBody = Type.Object(
  {
    codes: Type.Optional(Type.Array(LocationCode, { minItems: 1, maxItems: mostLocations })),
    from: Type.Optional(LocationCode),
    to: Type.Optional(LocationCode),
  },
  {
    additionalProperties: false,
    description: `Either codes, or from and to: A-01-01 to A-04-20 are 80 locations. At most ${mostLocations} at once.`,
  },
)
const EditBody = Type.Object({ code: LocationCode, active: Type.Boolean() }, { additionalProperties: false })
const LocationShape = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  active: Type.Boolean({ description: 'Whether bottles can be put there.' }),
  bottles: Type.Integer({ description: 'How many lie there, reserved ones too.' }),
  created_at: Type.String(),
})

const fromLocation = (location: ListedLocation): Static<typeof LocationShape> => ({
  id: location.id,
  code: location.code,
  active: location.isActive,
  bottles: location.bottles,
  created_at: parisTimestamp(location.createdAt),
})

function toCodes({ codes, from, to }: Static<typeof CreateBody>): string[] {
  if (codes && from === undefined && to === undefined) return codes
  if (codes || from === undefined || to === undefined)
    throw invalidField('codes', 'must be given, or from and to in its place')
  return expandRange(from, to)
}

export function locationRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/warehouses/:id/locations',
    {
      config: readBy(),
      schema: {
        summary: 'Locations of a warehouse, by their codes',
        params: IdParams,
        querystring: LocationsQuery,
        response: { 200: Type.Array(LocationShape) },
      },
    },
    async (request, reply) => {
      const { code = '' } = request.query
      const page = await listLocations(deps.db, request.params.id, code, request.query)
      return sendPage(request, reply, page).map(fromLocation)
    },
  )

  app.post(
    '/warehouses/:id/locations',
    {
      config: writtenBy('location.create', 'warehouse'),
      schema: {
        summary: 'Add locations, all of them or none',
        params: IdParams,
        body: CreateBody,
        response: { 201: Type.Array(LocationShape) },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const made = await createLocations(within, request.params.id, toCodes(request.body))
        const detail = { warehouse_id: request.params.id, ...request.body }
        return {
          status: 201,
          body: made.map(fromLocation),
          subjectId: made.length === 1 ? (made[0]?.id ?? null) : null,
          detail,
        }
      }),
  )

  app.put(
    '/warehouses/:id/locations/:location_id',
    {
      config: writtenBy('location.edit', 'warehouse'),
      schema: {
        summary: 'Rename a location, or take it out of use when it is empty',
        params: LocationParams,
        body: EditBody,
        response: { 200: LocationShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, location_id: locationId } = request.params
        const { code, active } = request.body
        const location = await editLocation(within, id, locationId, { code, isActive: active })
        return {
          status: 200,
          body: fromLocation(location),
          subjectId: locationId,
          detail: { warehouse_id: id, code, active },
        }
      }),
  )

  app.delete(
    '/warehouses/:id/locations/:location_id',
    {
      config: writtenBy('location.delete', 'warehouse'),
      schema: {
        summary: 'Delete a location where no bottle has ever been',
        params: LocationParams,
        response: { 204: Type.Null() },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, location_id: locationId } = request.params
        const code = await deleteLocation(within, id, locationId)
        return { status: 204, body: null, subjectId: locationId, detail: { warehouse_id: id, code } }
      }),
  )
}
