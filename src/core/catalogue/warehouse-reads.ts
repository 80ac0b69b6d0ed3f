import type { Database } from '../../db/database.ts'
import {
  instant,
  int,
  json,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { notFound } from '../problems.ts'
import type { Warehouse } from './warehouse.ts'
import { type OpeningHours, type Slots, type Span, type Weekday, weekdays } from './warehouse-times.ts'

/** A warehouse with its times. */
export type KeptWarehouse = Warehouse & { openingHours: OpeningHours; slots: Slots; createdAt: Date }

type HoursRow = Span & { weekday: number }
type SlotRow = Span & { handover: string }

// In the order in which they are to be shown: hours by the clock, slots by their rank.
const columns = `w.id, w.name, w.public_name as "publicName", w.street1, w.street2, w.city, w.zipcode, w.country,
  w.created_at as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'start', left(h.opens::text, 5),
      'end', left(h.closes::text, 5)) order by h.weekday, h.opens)
    from warehouse_hours h where h.warehouse_id = w.id), '[]') as hours,
  coalesce((select jsonb_agg(jsonb_build_object('handover', s.handover, 'start', left(s.starts::text, 5),
      'end', left(s.ends::text, 5)) order by s.handover, s.position)
    from warehouse_slots s where s.warehouse_id = w.id), '[]') as slots`
const row = {
  id: int,
  name: text,
  publicName: text,
  street1: text,
  street2: text,
  city: text,
  zipcode: text,
  country: text,
  createdAt: instant,
  hours: json<HoursRow[]>(),
  slots: json<SlotRow[]>(),
}

const warehousePage = pagedStatement(
  'warehouses.page',
  (window) => `select ${columns} from warehouses w order by w.id desc ${window}`,
  row,
)
const everyWarehouse = statement('warehouses.all', `select ${columns} from warehouses w order by w.id`, row)
const warehouseCount = statement('warehouses.count', 'select count(*) as total from warehouses', {
  total: int,
})
const warehouseById = statement(
  'warehouses.by-id',
  `select ${columns} from warehouses w where w.id = $1`,
  row,
)
const warehouseExists = statement('warehouses.exists', 'select id from warehouses where id = $1', { id: int })

function toKeptWarehouse({ hours, slots, ...rest }: Row<typeof row>): KeptWarehouse {
  const on = (day: Weekday): Span[] =>
    hours.filter(({ weekday }) => weekday === weekdays.indexOf(day) + 1).map(withoutLabel)
  const at = (kind: string): Span[] => slots.filter(({ handover }) => handover === kind).map(withoutLabel)
  return {
    ...rest,
    openingHours: {
      monday: on('monday'),
      tuesday: on('tuesday'),
      wednesday: on('wednesday'),
      thursday: on('thursday'),
      friday: on('friday'),
      saturday: on('saturday'),
      sunday: on('sunday'),
    },
    slots: { pickup: at('pickup'), delivery: at('delivery') },
  }
}

const withoutLabel = ({ start, end }: Span): Span => ({ start, end })

export async function listWarehouses(db: Database, page: Page) {
  const [rows, counted] = await Promise.all([db.rows(warehousePage(page)), db.row(warehouseCount)])
  return { records: rows.map(toKeptWarehouse), total: counted?.total ?? 0 }
}

/** All of them: there are never so many that they need pages. */
export const listAllWarehouses = async (db: Database): Promise<KeptWarehouse[]> =>
  (await db.rows(everyWarehouse)).map(toKeptWarehouse)

export async function getWarehouse(db: Database, id: number): Promise<KeptWarehouse> {
  const found = await db.row(warehouseById, [id])
  if (!found) throw notFound()
  return toKeptWarehouse(found)
}

export async function requireWarehouse(db: Database, id: number): Promise<void> {
  if (!(await db.row(warehouseExists, [id]))) throw notFound()
}
