import { day, instant, int, orNull, type Row, statement, text } from '../../db/statement.ts'
import { closedDaysFrom } from '../calendar/closed-days.ts'
import { nextDay, parisClock, parisMoment } from '../calendar/paris-time.ts'
import { type ClosedDays, firstWorkingDayFrom } from '../calendar/working-days.ts'
import type { Deps } from '../deps.ts'
import { arriveOwn, validateOwn } from './simulate-putaway.ts'
import type { Span, Step } from './step.ts'

const openRow = {
  id: int,
  status: text,
  expectedOn: orNull(day),
  arrivedAt: orNull(instant),
  createdAt: instant,
}
type OpenPutaway = Row<typeof openRow>

const openPutaways = statement(
  'sandboxes.open-putaways',
  `select id, status, expected_on as "expectedOn", arrived_at as "arrivedAt", created_at as "createdAt" from putaways
   where account_id = $1 and status in ('announced', 'arrived')
     and (status = 'arrived' or expected_on is null or expected_on <= $2::date)
   order by id`,
  openRow,
)

const dayOf = (moment: Date) => parisClock(moment).toPlainDate().toString()

/** What the warehouse does next with a putaway of the account, if it is due by the end of the span. */
export async function findPutawaySteps(
  { db }: Deps,
  accountId: number,
  { until, tried }: Span,
): Promise<Step[]> {
  const putaways = await db.rows(openPutaways, [accountId, dayOf(until)])
  const unexpected = putaways.filter(isUnexpected)
  const firstDay = unexpected.map(({ createdAt }) => dayOf(createdAt)).toSorted()[0]
  const closedDays = firstDay === undefined ? new Map() : await closedDaysFrom(db, firstDay)
  const due = putaways
    .flatMap((putaway) => stepOf(accountId, putaway, closedDays))
    .filter(({ at, key }) => at <= until && !tried.has(key))
  return due.toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id).slice(0, 1)
}

const isUnexpected = ({ status, expectedOn }: OpenPutaway) => status === 'announced' && expectedOn === null

function stepOf(accountId: number, putaway: OpenPutaway, closedDays: ClosedDays): Step[] {
  const { id, status, expectedOn, createdAt, arrivedAt } = putaway
  if (status === 'arrived') {
    // In the afternoon of the same day, when it has been counted.
    const at = parisMoment(`${dayOf(arrivedAt ?? createdAt)}T14:00`)
    const run = async (deps: Deps) => ({ id: (await validateOwn(deps, accountId, id, null)).id })
    return [{ key: `putaway.validate ${id}`, at, what: 'putaway.validate', id, run }]
  }
  // In the morning; what nobody said a day for comes on the first that it can.
  const comesOn = expectedOn ?? firstWorkingDayFrom(nextDay(dayOf(createdAt)), closedDays)
  if (comesOn === undefined) return []
  const run = async (deps: Deps) => ({ id: (await arriveOwn(deps, accountId, id)).id })
  return [
    { key: `putaway.arrive ${id}`, at: parisMoment(`${comesOn}T09:00`), what: 'putaway.arrive', id, run },
  ]
}
