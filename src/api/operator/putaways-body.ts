import Type, { type Static } from 'typebox'
import type { NewPutaway } from '../../core/putaways/announce-putaway.ts'
import type { NewArrival } from '../../core/putaways/arrive-putaway.ts'
import type { ChangedAnnouncement } from '../../core/putaways/change-announcement.ts'
import type { CountLine } from '../../core/putaways/count-putaway.ts'
import { mostBottles, mostLines } from '../../core/putaways/putaway.ts'
import { Day, FilledText, Id, OrNull, Text } from '../shared/schemas.ts'
import { goodsFields, LocationCode, toGoods } from './goods.ts'

const strict = { additionalProperties: false }
const Line = (maxLength: number) => Type.String({ format: 'line', maxLength })
const Quantity = Type.Integer({ minimum: 1, maximum: mostBottles })

const announcementFields = {
  shipper: Type.Optional(Line(200)),
  reference: Type.Optional(Line(200)),
  expected_on: Type.Optional(OrNull(Day)),
  lines: Type.Array(Type.Object({ ...goodsFields, quantity: Quantity }, strict), {
    minItems: 1,
    maxItems: mostLines,
  }),
}

export const ChangeBody = Type.Object(announcementFields, strict)
export const AnnounceBody = Type.Object({ account_id: Id, warehouse_id: Id, ...announcementFields }, strict)
export const ArriveBody = Type.Object(
  {
    parcels: Type.Integer({ minimum: 1, maximum: 10_000 }),
    received_by: Type.Optional(FilledText(200)),
    arrived_at: Type.Optional(Type.String({ maxLength: 40, examples: ['2026-11-30T09:30:00+01:00'] })),
    remarks: Type.Optional(Text(2000)),
  },
  strict,
)

const CountLines = Type.Array(
  Type.Object(
    {
      ...goodsFields,
      received: Type.Array(Type.Object({ location: LocationCode, quantity: Quantity }, strict), {
        maxItems: 100,
      }),
      broken: Type.Optional(Type.Integer({ minimum: 0, maximum: mostBottles })),
    },
    strict,
  ),
  { maxItems: mostLines },
)
export const CheckBody = Type.Object({ lines: CountLines }, strict)
/** Without lines, or without any body, what was counted before is validated. */
export const ValidateBody = OrNull(Type.Object({ lines: Type.Optional(CountLines) }, strict))
export const RefuseBody = Type.Object({ reason: FilledText(500) }, strict)

export const toChangedAnnouncement = (body: Static<typeof ChangeBody>): ChangedAnnouncement => ({
  shipper: body.shipper ?? '',
  reference: body.reference ?? '',
  expectedOn: body.expected_on ?? null,
  lines: body.lines.map((line) => ({ ...toGoods(line), quantity: line.quantity })),
})

export const toNewPutaway = (body: Static<typeof AnnounceBody>): NewPutaway => ({
  accountId: body.account_id,
  warehouseId: body.warehouse_id,
  ...toChangedAnnouncement(body),
})

export const toNewArrival = (body: Static<typeof ArriveBody>): NewArrival => ({
  receivedBy: body.received_by ?? null,
  arrivedAt: body.arrived_at ?? null,
  parcels: body.parcels,
  remarks: body.remarks ?? '',
})

export const toCount = (lines: Static<typeof CountLines>): CountLine[] =>
  lines.map((line) => ({ ...toGoods(line), broken: line.broken ?? 0, received: line.received }))
