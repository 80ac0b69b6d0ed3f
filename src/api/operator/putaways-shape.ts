import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { nextPutawayStatuses } from '../../core/putaways/putaway.ts'
import type { PutawayDetail } from '../../core/putaways/putaway-detail-reads.ts'
import type { ListedPutaway } from '../../core/putaways/putaway-list-reads.ts'
import { OrNull } from '../shared/schemas.ts'
import { fromGoods, goodsShape } from './goods.ts'

const Party = Type.Object({ id: Type.Integer(), name: Type.String() })
const Moment = Type.String({ examples: ['2026-11-30T09:30:00+01:00'] })
const moment = (at: Date | null) => at && parisTimestamp(at)

export const PutawayStatusName = Type.Enum(
  Object.keys(nextPutawayStatuses) as (keyof typeof nextPutawayStatuses)[],
)

const commonShape = {
  id: Type.Integer(),
  account: Party,
  warehouse: Party,
  status: PutawayStatusName,
  shipper: Type.String(),
  reference: Type.String(),
  expected_on: OrNull(Type.String()),
  arrived_at: OrNull(Moment),
  validated_at: OrNull(Moment),
  created_at: Moment,
}

type Common = Pick<
  ListedPutaway,
  | 'id'
  | 'account'
  | 'warehouse'
  | 'status'
  | 'shipper'
  | 'reference'
  | 'expectedOn'
  | 'arrivedAt'
  | 'validatedAt'
  | 'createdAt'
>
const fromCommon = (putaway: Common) => ({
  id: putaway.id,
  account: putaway.account,
  warehouse: putaway.warehouse,
  status: putaway.status,
  shipper: putaway.shipper,
  reference: putaway.reference,
  expected_on: putaway.expectedOn,
  arrived_at: moment(putaway.arrivedAt),
  validated_at: moment(putaway.validatedAt),
  created_at: parisTimestamp(putaway.createdAt),
})

export const ListedPutawayShape = Type.Object({
  ...commonShape,
  announced_bottles: Type.Integer(),
  received_bottles: OrNull(Type.Integer()),
})

export const fromListedPutaway = (putaway: ListedPutaway): Static<typeof ListedPutawayShape> => ({
  ...fromCommon(putaway),
  announced_bottles: putaway.announced,
  received_bottles: putaway.received,
})

const Counted = OrNull(Type.Integer({ description: 'null until the goods are counted' }))
const LineShape = Type.Object({
  ...goodsShape,
  wine: Type.String(),
  appellation: Type.String(),
  vintage: Type.Integer(),
  announced: Type.Integer(),
  received: Counted,
  broken: Counted,
  missing: Counted,
  over: Counted,
  unexpected: Type.Boolean({ description: 'Came without an announcement' }),
  looks_like: OrNull(
    Type.Object(
      {
        mistake: Type.Enum(['wrong_packing', 'wrong_format', 'wrong_vintage']),
        instead_of: Type.Object(goodsShape),
      },
      { description: 'The announced line that an unexpected one was probably meant to be' },
    ),
  ),
  warnings: Type.Array(Type.String()),
  locations: Type.Array(Type.Object({ location: Type.String(), quantity: Type.Integer() })),
})

export const FileShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  media_type: Type.String(),
  size_bytes: Type.Integer(),
  created_at: Moment,
})

export const PutawayShape = Type.Object({
  ...commonShape,
  received_by: OrNull(Type.String()),
  parcels: OrNull(Type.Integer()),
  remarks: Type.String(),
  counted_at: OrNull(Moment),
  refusal: OrNull(Type.String()),
  updated_at: Moment,
  lines: Type.Array(LineShape),
  files: Type.Array(FileShape),
  steps: Type.Array(
    Type.Object({
      step: Type.String(),
      staff_id: OrNull(Type.Integer()),
      staff_name: Type.String(),
      created_at: Moment,
    }),
  ),
})

export const fromPutaway = (putaway: PutawayDetail): Static<typeof PutawayShape> => ({
  ...fromCommon(putaway),
  received_by: putaway.receivedBy,
  parcels: putaway.parcels,
  remarks: putaway.remarks,
  counted_at: moment(putaway.countedAt),
  refusal: putaway.refusal,
  updated_at: parisTimestamp(putaway.updatedAt),
  lines: putaway.lines.map((line) => fromLine(line, putaway.isCounted)),
  files: putaway.files.map(fromFile),
  steps: putaway.steps.map(({ step, staffId, staffName, createdAt }) => ({
    step,
    staff_id: staffId,
    staff_name: staffName,
    created_at: parisTimestamp(createdAt),
  })),
})

function fromLine(line: PutawayDetail['lines'][number], isCounted: boolean): Static<typeof LineShape> {
  const counted = (quantity: number) => (isCounted ? quantity : null)
  const { wine, looksLike } = line
  return {
    ...fromGoods(line),
    wine: wine.name,
    appellation: wine.appellation,
    vintage: wine.vintage,
    announced: line.announced,
    received: counted(line.received),
    broken: counted(line.broken),
    missing: counted(line.missing),
    over: counted(line.over),
    unexpected: line.isUnexpected,
    looks_like: looksLike && { mistake: looksLike.mistake, instead_of: fromGoods(looksLike.insteadOf) },
    warnings: line.warnings,
    locations: line.places.map(({ code, quantity }) => ({ location: code, quantity })),
  }
}

export const fromFile = (file: PutawayDetail['files'][number]): Static<typeof FileShape> => ({
  id: file.id,
  name: file.name,
  media_type: file.mediaType,
  size_bytes: file.size,
  created_at: parisTimestamp(file.createdAt),
})
