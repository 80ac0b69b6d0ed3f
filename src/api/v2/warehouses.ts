import Type, { type Static } from 'typebox'
import { type KeptWarehouse, listAllWarehouses } from '../../core/catalogue/warehouse-reads.ts'
import { type Span, weekdays } from '../../core/catalogue/warehouse-times.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromWarehouse, WarehouseShape } from './common-shapes.ts'

const SpanShape = Type.Object({ start: Type.String(), end: Type.String() })
const Spans = Type.Array(SpanShape)

const PlaceShape = Type.Object({
  ...WarehouseShape.properties,
  opening_hours: Type.Unsafe<Record<(typeof weekdays)[number], Span[]>>(
    Type.Object(Object.fromEntries(weekdays.map((day) => [day, Spans]))),
  ),
  slots: Type.Object({ pickup: Spans, delivery: Spans }),
})

const fromPlace = (place: KeptWarehouse): Static<typeof PlaceShape> => ({
  ...fromWarehouse(place),
  opening_hours: Object.fromEntries(weekdays.map((day) => [day, [...place.openingHours[day]]])) as Record<
    (typeof weekdays)[number],
    Span[]
  >,
  slots: { pickup: [...place.slots.pickup], delivery: [...place.slots.delivery] },
})

export function warehouseRoutes(app: TypedApp): void {
  app.get(
    '/warehouses',
    {
      schema: {
        summary: 'The warehouses, with their hours and slots',
        response: { 200: Type.Array(PlaceShape) },
      },
    },
    async ({ deps }) => (await listAllWarehouses(deps.db)).map(fromPlace),
  )
}
