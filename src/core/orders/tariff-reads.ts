import type { Database } from '../../db/database.ts'
import { day, json, statement, text } from '../../db/statement.ts'
import type { Supplement, Tariff, TariffZone } from './delivery-tariff.ts'

// Amounts leave the database as text: as JSON numbers they would become binary fractions.
const tariffOn = statement(
  'delivery-tariffs.on-day',
  `select t.name, t.valid_from as "validFrom", t.rest_of_world as "restOfWorld",
     (select json_agg(json_build_object(
        'code', z.code, 'label', z.label,
        'countries', array(
          select c.country from delivery_zone_countries c where c.tariff_id = t.id and c.zone = z.code order by 1),
        'brackets', (
          select json_agg(json_build_object('fromBottles', b.from_bottles, 'price', b.price::text,
            'furtherBottlePrice', b.further_bottle_price::text) order by b.from_bottles)
          from delivery_brackets b where b.tariff_id = t.id and b.zone = z.code)))
      from delivery_zones z where z.tariff_id = t.id) as zones,
     coalesce((
       select json_agg(json_build_object('label', s.label, 'zone', s.zone, 'country', s.country, 'zipPrefix', s.zip_prefix,
         'per', s.per, 'amount', s.amount::text) order by s.id)
       from delivery_supplements s where s.tariff_id = t.id), '[]') as supplements
   from delivery_tariffs t
   where t.valid_from = coalesce(
     (select max(valid_from) from delivery_tariffs where valid_from <= $1),
     (select min(valid_from) from delivery_tariffs))`,
  {
    name: text,
    validFrom: day,
    restOfWorld: text,
    zones: json<TariffZone[]>(),
    supplements: json<Supplement[]>(),
  },
)

// The database's calendar has no year 0.
const firstDay = '0001-01-01'

/** The tariff in force on a day. Days before the first tariff take the first. */
export async function tariffInForce(db: Database, onDay: string): Promise<Tariff> {
  const tariff = await db.row(tariffOn, [onDay < firstDay ? firstDay : onDay])
  if (!tariff) throw new Error('There is no delivery tariff')
  return tariff
}
