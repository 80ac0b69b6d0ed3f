import type { Database } from '../../db/database.ts'
import { day, statement, text } from '../../db/statement.ts'
import type { ClosedDays } from './working-days.ts'

const closedFrom = statement(
  'closed_days.from',
  'select day, reason from closed_days where day >= $1 order by day',
  { day, reason: text },
)

/** The days that the operator closes, from `firstDay` on. */
export async function closedDaysFrom(db: Database, firstDay: string): Promise<ClosedDays> {
  const rows = await db.rows(closedFrom, [firstDay])
  return new Map(rows.map((row) => [row.day, row.reason]))
}
