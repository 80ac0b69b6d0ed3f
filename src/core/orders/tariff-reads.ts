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
import { notFound } from '../problems.ts'
import type { Supplement, Tariff, TariffZone } from './delivery-tariff.ts'

// Amounts leave the database as text: as JSON numbers they would become binary fractions.
const tariffColumns = `t.name, t.valid_from as "validFrom", t.rest_of_world as "restOfWorld",
     (select json_agg(json_build_object(
        'code', z.code, 'label', z.label,
        'countries', array(
          select c.country from delivery_zone_countries c where c.tariff_id = t.id and c.zone = z.code order by 1),
        'brackets', (
          select json_agg(json_build_object('fromBottles', b.from_bottles, 'price', b.price::text,
            'furtherBottlePrice', b.further_bottle_price::text) order by b.from_bottles)
          from delivery_brackets b where b.tariff_id = t.id and b.zone = z.code)) order by z.code)
      from delivery_zones z where z.tariff_id = t.id) as zones,
     coalesce((
       select json_agg(json_build_object('label', s.label, 'zone', s.zone, 'country', s.country, 'zipPrefix', s.zip_prefix,
         'per', s.per, 'amount', s.amount::text) order by s.id)
       from delivery_supplements s where s.tariff_id = t.id), '[]') as supplements`
const tariffRow = {
  name: text,
  validFrom: day,
  restOfWorld: text,
  zones: json<TariffZone[]>(),
  supplements: json<Supplement[]>(),
}

const tariffOn = statement(
  'delivery-tariffs.on-day',
  `select ${tariffColumns} from delivery_tariffs t
   where t.valid_from = coalesce(
     (select max(valid_from) from delivery_tariffs where valid_from <= $1),
     (select min(valid_from) from delivery_tariffs))`,
  tariffRow,
)
const tariffById = statement(
  'delivery-tariffs.by-id',
  `select ${tariffColumns} from delivery_tariffs t where t.id = $1`,
  tariffRow,
)

// Each tariff ends the day before the next one begins. $1 is today.
const spans = `select id, name, valid_from as "validFrom", created_at as "createdAt",
    (lead(valid_from) over (order by valid_from)) - 1 as "validUntil",
    case when valid_from = coalesce(max(valid_from) filter (where valid_from <= $1) over (), min(valid_from) over ())
      then 'in_force' when valid_from > $1 then 'planned' else 'past' end as state
  from delivery_tariffs`
const spanRow = {
  id: int,
  name: text,
  validFrom: day,
  validUntil: orNull(day),
  state: text,
  createdAt: instant,
}
const spanPage = pagedStatement(
  'delivery-tariffs.page',
  (window) => `${spans} order by valid_from desc ${window}`,
  spanRow,
)
const spanCount = statement('delivery-tariffs.count', 'select count(*) as total from delivery_tariffs', {
  total: int,
})
const spanById = statement(
  'delivery-tariffs.span-by-id',
  `select * from (${spans}) s where s.id = $2`,
  spanRow,
)

/** From when until when a tariff counts; the last one has no end. `state` is past, in_force or planned. */
export type TariffSpan = Row<typeof spanRow>
export type WholeTariff = TariffSpan & { tariff: Tariff }

// The database's calendar has no year 0.
const firstDay = '0001-01-01'

/** The tariff in force on a day. Days before the first tariff take the first. */
export async function tariffInForce(db: Database, onDay: string): Promise<Tariff> {
  const tariff = await db.row(tariffOn, [onDay < firstDay ? firstDay : onDay])
  if (!tariff) throw new Error('There is no delivery tariff')
  return tariff
}

/** The latest first, with those that are still to come. */
export async function listTariffs(db: Database, today: string, page: Page) {
  const [records, counted] = await Promise.all([db.rows(spanPage(page), [today]), db.row(spanCount)])
  return { records, total: counted?.total ?? 0 }
}

export async function getTariff(db: Database, today: string, id: number): Promise<WholeTariff> {
  const [span, tariff] = await Promise.all([db.row(spanById, [today, id]), db.row(tariffById, [id])])
  if (!span || !tariff) throw notFound()
  return { ...span, tariff }
}
