import type { Database } from '../../db/database.ts'
import { day, decimal, int, statement } from '../../db/statement.ts'
import { timeZone } from '../calendar/paris-time.ts'
import type { BillingMonth } from './billing-month.ts'
import type { NewStorageCard } from './storage-rates.ts'

/**
 * Bottles that lie in the warehouse at the end of a day are the sum of all that came in and went out until then, so a change on a
 * day counts on that day and on every later one of the period: nobody has to follow a single bottle. What happened before the
 * month stands on its first day.
 */
const changes = `
  select account_id, format_ml,
    case when created_at < $4 then $2::date else (created_at at time zone $6)::date end as day,
    sum((to_location_id is not null)::int - (from_location_id is not null)::int) as change
  from stock_moves
  where account_id = any($1::bigint[]) and created_at < $5 and (to_location_id is null) <> (from_location_id is null)
  group by 1, 2, 3`
const days = 's.last_day - greatest(c.day, s.first_day) + 1'

// Each card of the month with the days on which it is in force; the first there ever was holds for all days before it too.
const presentPeriods = `
  select c.id, c.other_price, c.vat_percent, greatest(c.starts, $2::date) as first_day,
    least(coalesce(lead(c.starts) over (order by c.starts) - 1, $3::date), $3::date) as last_day
  from (
    select *, case when valid_from = min(valid_from) over () then '-infinity' else valid_from end as starts
    from storage_rate_cards) c`

const presentStorage = `
  with changes as (${changes}), periods as (${presentPeriods})
  select c.account_id, c.format_ml, coalesce(r.price, s.other_price) as price, s.vat_percent,
    min(s.first_day) as first_day, max(s.last_day) as last_day, sum(c.change * (${days})) as bottle_days
  from changes c
    join periods s on s.first_day <= s.last_day and c.day <= s.last_day
    left join storage_rates r on r.card_id = s.id and r.format_ml = c.format_ml
  group by c.account_id, c.format_ml, coalesce(r.price, s.other_price), s.vat_percent
  having sum(c.change * (${days})) > 0`

const storageLines = statement(
  'billing.storage-lines',
  `select format_ml as "formatMl", price, vat_percent as "vatPercent", first_day as "firstDay", last_day as "lastDay",
     bottle_days as "bottleDays"
   from (${presentStorage}) storage where price > 0 order by format_ml, first_day, price`,
  { formatMl: int, price: decimal, vatPercent: decimal, firstDay: day, lastDay: day, bottleDays: decimal },
)
const comparedStorage = statement(
  'billing.storage-compared',
  `with present as (
     select account_id, sum(round(bottle_days * price, 2)) as cost from (${presentStorage}) storage group by account_id
   ), kept as (
     select c.account_id, c.format_ml, sum(c.change * ($3::date - c.day + 1)) as bottle_days
     from (${changes}) c group by c.account_id, c.format_ml
   ), given as (
     select k.account_id, sum(round(k.bottle_days * coalesce(r.price, $7), 2)) as cost
     from kept k left join unnest($8::int[], $9::numeric[]) r (format_ml, price) using (format_ml)
     group by k.account_id
   )
   select a.id as "accountId", coalesce(p.cost, 0.00) as present, coalesce(g.cost, 0.00) as given,
     coalesce(g.cost, 0.00) - coalesce(p.cost, 0.00) as difference
   from unnest($1::bigint[]) a (id)
     left join present p on p.account_id = a.id left join given g on g.account_id = a.id
   order by a.id desc`,
  { accountId: int, present: decimal, given: decimal, difference: decimal },
)

const bounds = (accountIds: readonly number[], month: BillingMonth) => [
  accountIds,
  month.firstDay,
  month.lastDay,
  month.from,
  month.until,
  timeZone,
]

/** What storage costs an account in a month: bottle-days by format and rate. */
export const readStorageLines = (db: Database, accountId: number, month: BillingMonth) =>
  db.rows(storageLines, bounds([accountId], month))

/** What storage cost these accounts in a month, and what it would have cost under another card, before VAT. */
export const compareStorage = (
  db: Database,
  accountIds: readonly number[],
  month: BillingMonth,
  card: Pick<NewStorageCard, 'rates' | 'otherPrice'>,
) =>
  db.rows(comparedStorage, [
    ...bounds(accountIds, month),
    card.otherPrice,
    card.rates.map(({ formatMl }) => formatMl),
    card.rates.map(({ price }) => price),
  ])
