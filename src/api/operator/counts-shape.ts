import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { bottleCode } from '../../core/preparation/read-scan.ts'
import { bottleIdOf } from '../../core/stock/bottle-code.ts'
import type { SeenLine } from '../../core/stock/compare-count.ts'
import type { Count, CountHead, CountOutcome, NamedDifference } from '../../core/stock/count-reads.ts'
import type { Seen } from '../../core/stock/enter-count.ts'
import type { CountComparison } from '../../core/stock/post-count.ts'
import { FilledText, Id, OrNull } from '../shared/schemas.ts'
import { fromGoods, goodsFields, goodsShape, LocationCode, toGoods } from './goods.ts'

const closed = { additionalProperties: false }
const BottleCode = Type.String({ pattern: '^B[1-9][0-9]{0,14}$', examples: ['B123'] })

export const OpenBody = Type.Object({ warehouse_id: Id, location: LocationCode }, closed)
export const SeenBody = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          { account_id: Id, ...goodsFields, quantity: Type.Integer({ minimum: 1, maximum: 20_000 }) },
          closed,
        ),
        { maxItems: 2000 },
      ),
    ),
    bottles: Type.Optional(Type.Array(BottleCode, { maxItems: 20_000 })),
  },
  { ...closed, minProperties: 1 },
)
export const PostBody = Type.Object({ reason: FilledText(500) }, closed)

export const toSeen = ({ lines = [], bottles = [] }: Static<typeof SeenBody>): Seen => ({
  lines: lines.map((line) => ({ accountId: line.account_id, ...toGoods(line), quantity: line.quantity })),
  bottleIds: bottles.map(bottleIdOf),
})

const headShape = {
  id: Type.Integer(),
  warehouse_id: Type.Integer(),
  location: Type.String(),
  state: Type.String({ description: 'open, posted or cancelled' }),
  opened_by: Type.String(),
  opened_at: Type.String(),
  counted_by: OrNull(Type.String()),
  counted_at: OrNull(Type.String()),
  closed_by: OrNull(Type.String()),
  closed_at: OrNull(Type.String()),
  reason: OrNull(Type.String()),
  lost: Type.Integer(),
  found: Type.Integer(),
  moved: Type.Integer(),
}
const LineShape = Type.Object({ account_id: Type.Integer(), ...goodsShape, quantity: Type.Integer() })
const Codes = Type.Array(Type.String())
const DifferenceShape = Type.Object({
  account_id: Type.Integer(),
  ...goodsShape,
  wine: Type.String(),
  vintage: Type.Integer(),
  expected: Type.Integer(),
  seen: Type.Integer(),
  difference: Type.Integer(),
  lost: Codes,
  moved_here: Codes,
  found_again: Codes,
  found_new: Type.Integer(),
})
export const CountHeadShape = Type.Object(headShape)
export const CountShape = Type.Object({
  ...headShape,
  lines: Type.Array(LineShape),
  bottles: Codes,
  differences: Type.Array(DifferenceShape),
})
export const ComparisonShape = Type.Object({
  lost: Type.Integer(),
  found: Type.Integer(),
  moved: Type.Integer(),
  differences: Type.Array(DifferenceShape),
  orders_in_the_way: Type.Array(Type.Integer()),
})

const timestampOrNull = (moment: Date | null) => moment && parisTimestamp(moment)
const fromOutcome = (outcome: CountOutcome | null) => ({
  lost: outcome?.lostCount ?? 0,
  found: outcome?.foundCount ?? 0,
  moved: outcome?.movedCount ?? 0,
})
const fromLine = (line: SeenLine): Static<typeof LineShape> => ({
  account_id: line.accountId,
  ...fromGoods(line),
  quantity: line.quantity,
})
const fromDifference = (difference: NamedDifference): Static<typeof DifferenceShape> => ({
  account_id: difference.accountId,
  ...fromGoods(difference),
  wine: difference.wineName,
  vintage: difference.vintage,
  expected: difference.expected,
  seen: difference.seen,
  difference: difference.seen - difference.expected,
  lost: difference.lostIds.map(bottleCode),
  moved_here: difference.movedIds.map(bottleCode),
  found_again: difference.recoveredIds.map(bottleCode),
  found_new: difference.newCount,
})

export const fromCountHead = (count: CountHead): Static<typeof CountHeadShape> => ({
  id: count.id,
  warehouse_id: count.warehouseId,
  location: count.location,
  state: count.state,
  opened_by: count.openedBy,
  opened_at: parisTimestamp(count.openedAt),
  counted_by: count.countedBy,
  counted_at: timestampOrNull(count.countedAt),
  closed_by: count.closedBy,
  closed_at: timestampOrNull(count.closedAt),
  reason: count.reason,
  ...fromOutcome(count.outcome),
})

export const fromCount = (count: Count): Static<typeof CountShape> => ({
  ...fromCountHead(count),
  lines: count.lines.map(fromLine),
  bottles: count.bottleIds.map(bottleCode),
  differences: (count.outcome?.differences ?? []).map(fromDifference),
})

export const fromComparison = (comparison: CountComparison): Static<typeof ComparisonShape> => ({
  ...fromOutcome(comparison),
  differences: comparison.differences.map(fromDifference),
  orders_in_the_way: comparison.orderIds,
})
