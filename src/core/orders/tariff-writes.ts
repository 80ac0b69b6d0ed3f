import type { Database } from '../../db/database.ts'
import { int, statement } from '../../db/statement.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { invalidField, notFound, refuse } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import type { Tariff } from './delivery-tariff.ts'
import { getTariff, type WholeTariff } from './tariff-reads.ts'
import { faultsOfTariff } from './tariff-rules.ts'

const insertTariff = statement(
  'delivery-tariffs.insert',
  `insert into delivery_tariffs (valid_from, name, rest_of_world, created_at) values ($1, $2, $3, $4)
   on conflict (valid_from) do nothing returning id`,
  { id: int },
)
const insertZones = statement(
  'delivery-zones.insert',
  `insert into delivery_zones (tariff_id, code, label) select $1, * from unnest($2::text[], $3::text[])`,
  {},
)
const insertCountries = statement(
  'delivery-zone-countries.insert',
  `insert into delivery_zone_countries (tariff_id, zone, country) select $1, * from unnest($2::text[], $3::text[])`,
  {},
)
const insertBrackets = statement(
  'delivery-brackets.insert',
  `insert into delivery_brackets (tariff_id, zone, from_bottles, price, further_bottle_price)
   select $1, * from unnest($2::text[], $3::int[], $4::numeric[], $5::numeric[])`,
  {},
)
const insertSupplements = statement(
  'delivery-supplements.insert',
  `insert into delivery_supplements (tariff_id, label, zone, country, zip_prefix, per, amount)
   select $1, s.label, s.zone, s.country, s.zip_prefix, s.per, s.amount
   from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[])
     with ordinality as s (label, zone, country, zip_prefix, per, amount, position) order by s.position`,
  {},
)
const lockTariff = statement(
  'delivery-tariffs.lock',
  'select id from delivery_tariffs where id = $1 for update',
  { id: int },
)
const deleteTariff = statement('delivery-tariffs.delete', 'delete from delivery_tariffs where id = $1', {})

/** Prepares a whole tariff for a day to come. Prices that have been told for today stay as they are. */
export async function createTariff(deps: Deps, tariff: Tariff): Promise<WholeTariff> {
  refuseFaults(deps, tariff)
  return inTransaction(deps, async ({ db, now }) => {
    const { validFrom, name, restOfWorld } = tariff
    const made = await db.row(insertTariff, [validFrom, name, restOfWorld, now()])
    if (!made)
      throw new WorkRefusal(
        'already_exists',
        `Another tariff is valid from ${validFrom}. Choose another day, or delete that one first.`,
        [{ field: 'valid_from', message: 'is the first day of another tariff' }],
      )
    await writeParts(db, made.id, tariff)
    return getTariff(db, todayAt(now()), made.id)
  })
}

/** Only one that has not begun: those in force and those of the past tell what deliveries cost. */
export function removeTariff(deps: Deps, id: number): Promise<WholeTariff> {
  return inTransaction(deps, async ({ db, now }) => {
    if ((await db.run(lockTariff, [id])) === 0) throw notFound()
    const removed = await getTariff(db, todayAt(now()), id)
    if (removed.state !== 'planned')
      throw new WorkRefusal(
        'in_force',
        `The tariff has been in force since ${removed.validFrom}, so it stays. Make a new one that begins later instead.`,
      )
    await db.run(deleteTariff, [id])
    return removed
  })
}

/** Names everything that is wrong with a tariff that somebody wrote down. */
export function refuseFaults({ now }: Deps, tariff: Tariff): void {
  const fields = faultsOfTariff(tariff)
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
  const today = todayAt(now())
  if (tariff.validFrom <= today) throw invalidField('valid_from', `must be later than today, ${today}`)
}

export const todayAt = (now: Date): string => parisClock(now).toPlainDate().toString()

async function writeParts(db: Database, id: number, { zones, supplements }: Tariff): Promise<void> {
  const countries = zones.flatMap(({ code, countries: all }) => all.map((country) => ({ code, country })))
  const brackets = zones.flatMap(({ code, brackets: all }) => all.map((bracket) => ({ code, ...bracket })))
  await db.run(insertZones, [id, zones.map(({ code }) => code), zones.map(({ label }) => label)])
  await db.run(insertCountries, [
    id,
    countries.map(({ code }) => code),
    countries.map(({ country }) => country),
  ])
  await db.run(insertBrackets, [
    id,
    brackets.map(({ code }) => code),
    brackets.map(({ fromBottles }) => fromBottles),
    brackets.map(({ price }) => price),
    brackets.map(({ furtherBottlePrice }) => furtherBottlePrice),
  ])
  await db.run(insertSupplements, [
    id,
    supplements.map(({ label }) => label),
    supplements.map(({ zone }) => zone),
    supplements.map(({ country }) => country),
    supplements.map(({ zipPrefix }) => zipPrefix),
    supplements.map(({ per }) => per),
    supplements.map(({ amount }) => amount),
  ])
}
