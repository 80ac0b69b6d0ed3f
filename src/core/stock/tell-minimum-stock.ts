import { instant, int, type Row, statement, text } from '../../db/statement.ts'
import { formatLitres } from '../catalogue/format.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { tellOwner } from '../mails/tell-owner.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'

const watchingAccounts = statement(
  'stock-alerts.accounts',
  'select id from accounts where minimum_stock_alert is not null order by id',
  { id: int },
)
// Who switches the alert off and on again begins anew.
const forgetOthers = statement(
  'stock-alerts.forget-others',
  `with unwatched as (
     select w.account_id from stock_watches w join accounts a on a.id = w.account_id where a.minimum_stock_alert is null
   ), alerts as (delete from stock_alerts where account_id in (select account_id from unwatched))
   delete from stock_watches where account_id in (select account_id from unwatched)`,
  {},
)
const beginWatch = statement(
  'stock-alerts.begin-watch',
  `insert into stock_watches (account_id, looked_at) values ($1, $2) on conflict (account_id) do nothing`,
  {},
)
const lockWatch = statement(
  'stock-alerts.lock-watch',
  `select w.looked_at as "lookedAt", a.minimum_stock_alert as threshold
   from stock_watches w join accounts a on a.id = w.account_id
   where w.account_id = $1 and a.minimum_stock_alert is not null for update of w`,
  { lookedAt: instant, threshold: int },
)
const markLooked = statement(
  'stock-alerts.mark-looked',
  'update stock_watches set looked_at = $2 where account_id = $1',
  {},
)
// Looked at are the wines that lie in the cellar, those that moved since the last look, since they may be gone altogether, and
// those whose owner has been told.
const look = statement(
  'stock-alerts.look',
  `with stored as (
     select wine_id, format_ml, count(*) filter (where order_id is null) as free from bottles
     where account_id = $1 and state = 'stored' group by wine_id, format_ml
   ), watched as (
     select wine_id, format_ml from stored
     union select b.wine_id, b.format_ml from stock_moves m
       join bottles b on b.account_id = m.account_id and b.id = m.bottle_id
       where m.account_id = $1 and m.created_at >= $2
         and m.kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost')
     union select wine_id, format_ml from stock_alerts where account_id = $1
   ), level as (
     select w.wine_id, w.format_ml, coalesce(s.free, 0) as free from watched w
       left join stored s on s.wine_id = w.wine_id and s.format_ml = w.format_ml
   ), risen as (
     delete from stock_alerts a using level l
     where a.account_id = $1 and a.wine_id = l.wine_id and a.format_ml = l.format_ml and l.free > $3
   ), told as (
     insert into stock_alerts (account_id, wine_id, format_ml, told_at)
     select $1, wine_id, format_ml, $4 from level where free <= $3 order by wine_id, format_ml
     on conflict (account_id, wine_id, format_ml) do nothing returning wine_id, format_ml
   )
   select w.name, w.vintage, t.format_ml as "formatMl", l.free
   from told t join level l on l.wine_id = t.wine_id and l.format_ml = t.format_ml join wines w on w.id = t.wine_id
   order by w.name, w.vintage, t.format_ml`,
  { name: text, vintage: int, formatMl: int, free: int },
)
type LowWine = Row<typeof look.columns>

// A move may be written a while after its moment; what is looked at twice is told once.
const overlapMs = 3_600_000
const mostLines = 200

/** Mails every owner who wants it the wines that have fallen to their threshold since the last time. Tells how many mails. */
export async function tellMinimumStock(deps: Deps): Promise<number> {
  await deps.db.run(forgetOthers)
  let mails = 0
  for (const { id } of await deps.db.rows(watchingAccounts)) if (await tellAccount(deps, id)) mails++
  return mails
}

/** One transaction, so that a wine is marked as told exactly when the mail is written. Two at once wait for each other. */
const tellAccount = (deps: Deps, accountId: number): Promise<boolean> =>
  inTransaction(deps, async (outside) => {
    const within = await atTimeOf(outside, accountId)
    const { db, now } = within
    await db.run(beginWatch, [accountId, now()])
    const watch = await db.row(lockWatch, [accountId])
    if (!watch) return false
    const { lookedAt, threshold } = watch
    const since = new Date(lookedAt.getTime() - overlapMs)
    const low = await db.rows(look, [accountId, since, threshold, now()])
    await db.run(markLooked, [accountId, now()])
    if (low.length === 0) return false
    await tellOwner(within, accountId, { kind: 'minimum_stock', copies: 'stock', ...mailOf(low, threshold) })
    return true
  })

function mailOf(low: readonly LowWine[], threshold: number): { subject: string; body: string } {
  const left = (free: number) => (free === 0 ? 'none left' : `${free} left`)
  const lines = low.slice(0, mostLines).map(({ name, vintage, formatMl, free }) => {
    const year = vintage === 0 ? '' : ` ${vintage}`
    return `- ${name}${year}, ${formatLitres(formatMl)} l: ${left(free)}`
  })
  if (low.length > mostLines) lines.push(`and ${low.length - mostLines} more.`)
  const subject = low.length === 1 ? `${low[0]?.name} runs low` : `${low.length} wines run low`
  const intro = `In your cellar ${threshold} or fewer free bottles are left of these wines:`
  return { subject, body: `${intro}\n\n${lines.join('\n')}\n` }
}
