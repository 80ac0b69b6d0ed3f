import type { Database } from '../../db/database.ts'
import { bool, int, statement, text } from '../../db/statement.ts'
import { type InvalidField, notFound, refuse } from '../problems.ts'
import type { Staff } from '../staff/staff.ts'
import { type AnnouncedLine, goodsColumns, type PutawayStatus } from './putaway.ts'

/** What is told of goods before they come, beside the goods themselves. */
export type Announcement = {
  shipper: string
  reference: string
  /** A calendar day, `YYYY-MM-DD`. */
  expectedOn: string | null
}
export type Arrival = { arrivedAt: Date; receivedBy: string; parcels: number; remarks: string }
export type Step =
  | 'announced'
  | 'changed'
  | 'arrived'
  | 'counted'
  | 'validated'
  | 'refused'
  | 'files_attached'

const knownParties = statement(
  'putaways.known-parties',
  `select exists (select from accounts where id = $1) as account, exists (select from warehouses where id = $2) as warehouse`,
  { account: bool, warehouse: bool },
)
const insertPutaway = statement(
  'putaways.insert',
  `insert into putaways (account_id, warehouse_id, status, shipper, reference, expected_on, created_at, updated_at)
   values ($1, $2, 'announced', $3, $4, $5, $6, $6) returning id`,
  { id: int },
)
const updateAnnouncement = statement(
  'putaways.update-announcement',
  `update putaways set shipper = $3, reference = $4, expected_on = $5, updated_at = $6 where account_id = $1 and id = $2`,
  {},
)
const deleteLines = statement(
  'putaway-lines.delete',
  'delete from putaway_lines where account_id = $1 and putaway_id = $2',
  {},
)
const insertLines = statement(
  'putaway-lines.insert',
  `insert into putaway_lines (account_id, putaway_id, wine_id, format_ml, box_code, announced)
   select $1, $2, * from unnest($3::bigint[], $4::int[], $5::text[], $6::int[])`,
  {},
)
const lock = statement(
  'putaways.lock',
  `select id, status, warehouse_id as "warehouseId", counted_at is not null as "isCounted" from putaways
   where account_id = $1 and id = $2 for update`,
  { id: int, status: text, warehouseId: int, isCounted: bool },
)
const markArrived = statement(
  'putaways.mark-arrived',
  `update putaways set status = 'arrived', arrived_at = $3, received_by = $4, parcels = $5, remarks = $6, updated_at = $7
   where account_id = $1 and id = $2`,
  {},
)
const markRefused = statement(
  'putaways.mark-refused',
  `update putaways set status = 'refused', refusal = $3, counted_at = null, updated_at = $4 where account_id = $1 and id = $2`,
  {},
)
const insertStep = statement(
  'putaway-steps.insert',
  `insert into putaway_steps (account_id, putaway_id, step, staff_id, staff_name, created_at) values ($1, $2, $3, $4, $5, $6)`,
  {},
)

export async function refuseUnknownParties(
  db: Database,
  accountId: number,
  warehouseId: number,
): Promise<void> {
  const known = await db.row(knownParties, [accountId, warehouseId])
  const fields: InvalidField[] = []
  if (!known?.account) fields.push({ field: 'account_id', message: `${accountId} is no account` })
  if (!known?.warehouse) fields.push({ field: 'warehouse_id', message: `${warehouseId} is no warehouse` })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
}

export async function insertPutawayRow(
  db: Database,
  accountId: number,
  { warehouseId, shipper, reference, expectedOn }: Announcement & { warehouseId: number },
  now: Date,
): Promise<number> {
  const made = await db.row(insertPutaway, [accountId, warehouseId, shipper, reference, expectedOn, now])
  if (!made) throw notFound()
  return made.id
}

export async function updateAnnouncementRow(
  db: Database,
  accountId: number,
  id: number,
  { shipper, reference, expectedOn }: Announcement,
  now: Date,
): Promise<void> {
  await db.run(updateAnnouncement, [accountId, id, shipper, reference, expectedOn, now])
}

export async function writeAnnouncedLines(
  db: Database,
  accountId: number,
  id: number,
  lines: readonly AnnouncedLine[],
): Promise<void> {
  await db.run(deleteLines, [accountId, id])
  await db.run(insertLines, [accountId, id, ...goodsColumns(lines), lines.map(({ quantity }) => quantity)])
}

/** Locks a putaway for a step: whoever comes second sees what the first one made of it. */
export async function lockPutaway(db: Database, accountId: number, id: number) {
  const putaway = await db.row(lock, [accountId, id])
  if (!putaway) throw notFound()
  return { ...putaway, status: putaway.status as PutawayStatus }
}

export async function markPutawayArrived(
  db: Database,
  accountId: number,
  id: number,
  { arrivedAt, receivedBy, parcels, remarks }: Arrival,
  now: Date,
): Promise<void> {
  await db.run(markArrived, [accountId, id, arrivedAt, receivedBy, parcels, remarks, now])
}

export const markPutawayRefused = (
  db: Database,
  accountId: number,
  id: number,
  reason: string,
  now: Date,
): Promise<number> => db.run(markRefused, [accountId, id, reason, now])

/** Who did it. The name stays as it is now. */
export const recordStep = (
  db: Database,
  accountId: number,
  id: number,
  step: Step,
  staff: Staff,
  now: Date,
): Promise<number> => db.run(insertStep, [accountId, id, step, staff.id, staff.name, now])
