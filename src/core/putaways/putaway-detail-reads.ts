import type { Database } from '../../db/database.ts'
import { day, instant, int, json, orNull, type Row, statement, text } from '../../db/statement.ts'
import type { AttachedFile } from '../files/open-file.ts'
import { notFound } from '../problems.ts'
import { type CountedLine, compareCount, type Difference } from './compare-count.ts'
import type { PutawayStatus } from './putaway.ts'
import type { Step } from './putaway-writes.ts'

type Party = { id: number; name: string }
type PutawayLine = CountedLine & { places: { code: string; quantity: number }[] }
export type PutawayStep = { step: Step; staffId: number | null; staffName: string; createdAt: Date }
/** A moment inside of JSON is text. */
type AsJson<T> = Omit<T, 'createdAt'> & { createdAt: string }

// A putaway that was validated before counts were kept has what its lines say.
const lines = `(
  select coalesce(jsonb_agg(jsonb_build_object('wineId', l.wine_id, 'formatMl', l.format_ml, 'boxCode', l.box_code,
      'wine', jsonb_build_object('name', w.name, 'appellation', w.appellation, 'vintage', w.vintage),
      'bottlesPerBox', x.bottle_count, 'announced', l.announced, 'received', coalesce(l.received, c.quantity, 0),
      'broken', coalesce(l.broken, 0), 'places', coalesce(c.places, '[]'))
    order by l.wine_id, l.format_ml, l.box_code), '[]')
  from putaway_lines l join wines w on w.id = l.wine_id join box_codes x on x.code = l.box_code
    left join lateral (
      select sum(c.quantity) as quantity,
        jsonb_agg(jsonb_build_object('code', o.code, 'quantity', c.quantity) order by o.code) as places
      from putaway_counts c join locations o on o.id = c.location_id
      where c.account_id = l.account_id and c.putaway_id = l.putaway_id and c.wine_id = l.wine_id
        and c.format_ml = l.format_ml and c.box_code = l.box_code) c on true
  where l.account_id = p.account_id and l.putaway_id = p.id)`
const files = `(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size_bytes,
    'createdAt', f.created_at) order by f.id), '[]')
  from putaway_files f where f.account_id = p.account_id and f.putaway_id = p.id)`
const steps = `(
  select coalesce(jsonb_agg(jsonb_build_object('step', s.step, 'staffId', s.staff_id, 'staffName', s.staff_name,
    'createdAt', s.created_at) order by s.id), '[]')
  from putaway_steps s where s.account_id = p.account_id and s.putaway_id = p.id)`

const detailRow = {
  id: int,
  account: json<Party>(),
  warehouse: json<Party & { publicName: string }>(),
  status: text,
  shipper: text,
  reference: text,
  expectedOn: orNull(day),
  arrivedAt: orNull(instant),
  receivedBy: orNull(text),
  parcels: orNull(int),
  remarks: text,
  countedAt: orNull(instant),
  validatedAt: orNull(instant),
  refusal: orNull(text),
  createdAt: instant,
  updatedAt: instant,
  lines: json<PutawayLine[]>(),
  files: json<AsJson<AttachedFile>[]>(),
  steps: json<AsJson<PutawayStep>[]>(),
}
const detailById = statement(
  'putaways.detail',
  `select p.id, jsonb_build_object('id', a.id, 'name', a.name) as account,
     jsonb_build_object('id', h.id, 'name', h.name, 'publicName', h.public_name) as warehouse, p.status, p.shipper, p.reference,
     p.expected_on as "expectedOn", p.arrived_at as "arrivedAt", p.received_by as "receivedBy", p.parcels, p.remarks,
     p.counted_at as "countedAt", p.validated_at as "validatedAt", p.refusal, p.created_at as "createdAt",
     p.updated_at as "updatedAt", ${lines} as lines, ${files} as files, ${steps} as steps
   from putaways p join accounts a on a.id = p.account_id join warehouses h on h.id = p.warehouse_id
   where p.account_id = $1 and p.id = $2`,
  detailRow,
)

/** A putaway as those see it who receive it. */
export type PutawayDetail = Omit<Row<typeof detailRow>, 'status' | 'lines' | 'files' | 'steps'> & {
  status: PutawayStatus
  /** Whether the lines tell what was counted, and not only what was announced. */
  isCounted: boolean
  lines: (PutawayLine & Difference)[]
  files: AttachedFile[]
  steps: PutawayStep[]
}

export async function getPutawayDetail(db: Database, accountId: number, id: number): Promise<PutawayDetail> {
  const row = await db.row(detailById, [accountId, id])
  if (!row) throw notFound()
  const isCounted = row.countedAt !== null || row.status === 'validated'
  return {
    ...row,
    status: row.status as PutawayStatus,
    isCounted,
    lines: compareCount(row.lines, isCounted),
    files: row.files.map((file) => ({ ...file, createdAt: new Date(file.createdAt) })),
    steps: row.steps.map((step) => ({ ...step, createdAt: new Date(step.createdAt) })),
  }
}
