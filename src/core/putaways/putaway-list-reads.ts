import type { Database } from '../../db/database.ts'
import {
  day,
  instant,
  int,
  json,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import type { PutawayStatus } from './putaway.ts'

export type PutawayFilter = { accountId?: number; warehouseId?: number; status?: PutawayStatus }

const listedRow = {
  id: int,
  account: json<{ id: number; name: string }>(),
  warehouse: json<{ id: number; name: string }>(),
  status: text,
  shipper: text,
  reference: text,
  expectedOn: orNull(day),
  arrivedAt: orNull(instant),
  validatedAt: orNull(instant),
  createdAt: instant,
  announced: int,
  received: orNull(int),
}
export type ListedPutaway = Omit<Row<typeof listedRow>, 'status'> & { status: PutawayStatus }

const columns = `p.id, jsonb_build_object('id', a.id, 'name', a.name) as account,
  jsonb_build_object('id', h.id, 'name', h.name) as warehouse, p.status, p.shipper, p.reference, p.expected_on as "expectedOn",
  p.arrived_at as "arrivedAt", p.validated_at as "validatedAt", p.created_at as "createdAt", l.announced, l.received`

// A statement for each combination of filters, so that each walks the index that serves it: of an account, of a status, or of all.
const statements = new Map(
  ['', 'a', 'w', 's', 'aw', 'as', 'ws', 'aws'].map((given) => [given, statementsFor(given)]),
)

function statementsFor(given: string) {
  const conditions = [...given].map((letter, index) => {
    const column = { a: 'account_id', w: 'warehouse_id', s: 'status' }[letter]
    return `and ${column} = $${index + 1}`
  })
  const chosen = `from putaways where true ${conditions.join(' ')}`
  const name = given || 'all'
  const page = pagedStatement(
    `putaways.work-page-${name}`,
    (window) => `
      with page as (select * ${chosen} order by id desc ${window})
      select ${columns} from page p join accounts a on a.id = p.account_id join warehouses h on h.id = p.warehouse_id
        cross join lateral (
          select coalesce(sum(announced), 0) as announced, sum(received) as received from putaway_lines l
          where l.account_id = p.account_id and l.putaway_id = p.id) l
      order by p.id desc`,
    listedRow,
  )
  const count = statement(`putaways.work-count-${name}`, `select count(*) as total ${chosen}`, { total: int })
  return { page, count }
}

/** The putaways of every owner, newest first. */
export async function listPutawaysToWork(db: Database, filter: PutawayFilter, page: Page) {
  const { accountId, warehouseId, status } = filter
  const given = [
    { letter: 'a', value: accountId },
    { letter: 'w', value: warehouseId },
    { letter: 's', value: status },
  ].filter(({ value }) => value !== undefined)
  const chosen = statements.get(given.map(({ letter }) => letter).join(''))
  if (!chosen) throw new Error('Every combination has its statements')
  const values = given.map(({ value }) => value)
  const [rows, counted] = await Promise.all([
    db.rows(chosen.page(page), values),
    db.row(chosen.count, values),
  ])
  const records = rows.map((row): ListedPutaway => ({ ...row, status: row.status as PutawayStatus }))
  return { records, total: counted?.total ?? 0 }
}
