import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { NewWarehouse, WarehouseRecord } from '../../core/catalogue/keep-warehouse.ts'
import type { KeptWarehouse } from '../../core/catalogue/warehouse-reads.ts'
import { type OpeningHours, type Span, weekdays } from '../../core/catalogue/warehouse-times.ts'
import { FilledText, Text } from '../shared/schemas.ts'

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['08:00'] })
const Opening = Type.Object({ opens: Clock, closes: Clock }, { additionalProperties: false })
const Slot = Type.Object({ start: Clock, end: Clock }, { additionalProperties: false })
const OpeningList = Type.Array(Opening, { maxItems: 24 })
const SlotList = Type.Array(Slot, {
  minItems: 1,
  maxItems: 24,
  description: 'The first is taken when none is asked for.',
})

type Openings = Record<(typeof weekdays)[number], Static<typeof Opening>[]>
const daysOf = (schema: Type.TSchema) => Object.fromEntries(weekdays.map((day) => [day, schema]))

const HoursBody = Type.Unsafe<Partial<Openings>>(
  Type.Object(daysOf(Type.Optional(OpeningList)), {
    additionalProperties: false,
    description: 'A day that is left out is one on which the warehouse is closed.',
  }),
)
const SlotsBody = Type.Object({ pickup: SlotList, delivery: SlotList }, { additionalProperties: false })
const addressFields = {
  name: FilledText(100),
  public_name: FilledText(200),
  street1: FilledText(200),
  street2: Type.Optional(Text(200)),
  city: FilledText(100),
  zipcode: FilledText(20),
  country: Type.String({ format: 'country', examples: ['FR'] }),
}

export const CreateWarehouseBody = Type.Object(
  { ...addressFields, opening_hours: Type.Optional(HoursBody), slots: Type.Optional(SlotsBody) },
  { additionalProperties: false },
)
export const WarehouseBody = Type.Object(
  { ...addressFields, opening_hours: HoursBody, slots: SlotsBody },
  { additionalProperties: false },
)

export const WarehouseShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  public_name: Type.String(),
  street1: Type.String(),
  street2: Type.String(),
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
  opening_hours: Type.Unsafe<Openings>(Type.Object(daysOf(Type.Array(Opening)))),
  slots: Type.Object({ pickup: Type.Array(Slot), delivery: Type.Array(Slot) }),
  created_at: Type.String(),
})

function toHours(given: Partial<Openings>): OpeningHours {
  const on = (day: keyof Openings): Span[] =>
    (given[day] ?? []).map(({ opens, closes }) => ({ start: opens, end: closes }))
  return {
    monday: on('monday'),
    tuesday: on('tuesday'),
    wednesday: on('wednesday'),
    thursday: on('thursday'),
    friday: on('friday'),
    saturday: on('saturday'),
    sunday: on('sunday'),
  }
}

const toAddress = (body: Static<typeof CreateWarehouseBody>) => ({
  name: body.name,
  publicName: body.public_name,
  street1: body.street1,
  street2: body.street2 ?? '',
  city: body.city,
  zipcode: body.zipcode,
  country: body.country,
})

export const toNewWarehouse = (body: Static<typeof CreateWarehouseBody>): NewWarehouse => ({
  ...toAddress(body),
  ...(body.opening_hours && { openingHours: toHours(body.opening_hours) }),
  ...(body.slots && { slots: body.slots }),
})

export const toWarehouseRecord = (body: Static<typeof WarehouseBody>): WarehouseRecord => ({
  ...toAddress(body),
  openingHours: toHours(body.opening_hours),
  slots: body.slots,
})

export const fromWarehouse = (warehouse: KeptWarehouse): Static<typeof WarehouseShape> => ({
  id: warehouse.id,
  name: warehouse.name,
  public_name: warehouse.publicName,
  street1: warehouse.street1,
  street2: warehouse.street2,
  city: warehouse.city,
  zipcode: warehouse.zipcode,
  country: warehouse.country,
  opening_hours: Object.fromEntries(
    weekdays.map((day) => [
      day,
      warehouse.openingHours[day].map(({ start, end }) => ({ opens: start, closes: end })),
    ]),
  ) as Openings,
  slots: { pickup: [...warehouse.slots.pickup], delivery: [...warehouse.slots.delivery] },
  created_at: parisTimestamp(warehouse.createdAt),
})
