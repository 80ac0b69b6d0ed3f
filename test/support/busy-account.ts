import { Readable } from 'node:stream'
import type pg from 'pg'
import type { Deps } from '../../src/core/deps.ts'
import { freshKey } from '../../src/core/files/file-store.ts'

/** Gives an account of the demo a row in each table that the demo leaves empty, and tells the keys of its files. */
export async function keepBusy({ files }: Deps, pool: pg.Pool, accountId: number): Promise<string[]> {
  const keys = [freshKey(), freshKey()]
  for (const key of keys) await files.put(key, Readable.from([Buffer.from('a;b\n')]))
  const { rows } = await pool.query<{ orderId: number; putawayId: number; bottleId: number }>(
    `select (select max(id) from orders where account_id = $1) as "orderId",
       (select max(id) from putaways where account_id = $1) as "putawayId",
       (select max(id) from bottles where account_id = $1 and state = 'stored') as "bottleId"`,
    [accountId],
  )
  const { orderId = 0, putawayId = 0, bottleId = 0 } = rows[0] ?? {}
  const run = (sql: string, ...values: unknown[]) => pool.query(sql, [accountId, ...values])
  const file = 'name, media_type, size_bytes, storage_key, created_at'
  await run(
    `insert into order_files (account_id, order_id, ${file}) values ($1, $2, 'a.csv', 'text/csv', 4, $3, now())`,
    orderId,
    keys[0],
  )
  await run(
    `insert into putaway_files (account_id, putaway_id, ${file}) values ($1, $2, 'a.csv', 'text/csv', 4, $3, now())`,
    putawayId,
    keys[1],
  )
  await run(
    `insert into webhook_endpoints (account_id, name, url, sealed_secret, created_at, updated_at)
     values ($1, 'Shop', 'https://shop.example/', decode(repeat('01', 60), 'hex'), now(), now())`,
  )
  await run(
    `with told as (
       insert into events (account_id, subject, change, subject_id, record, created_at)
       values ($1, 'order', 'create', $2, '{}', now()))
     insert into preparations (account_id, order_id) values ($1, $2) on conflict do nothing`,
    orderId,
  )
  await run(
    `insert into webhook_attempts (account_id, delivery_id, created_at, duration_ms, url, signed_at, error)
     select $1, max(id), now(), 1, 'https://shop.example/', 1, 'Reset.' from webhook_deliveries where account_id = $1`,
  )
  await run(
    `insert into idempotent_answers (account_id, key, request_hash, status, body, created_at)
     values ($1, 'k', decode(repeat('07', 32), 'hex'), 200, '{}', now())`,
  )
  await run(
    `insert into order_shortages (account_id, order_id, wine_id, format_ml, box_code, quantity, reason, reported_by, created_at)
     select $1, $2, wine_id, format_ml, box_code, 1, 'missing', 'Sam', now() from bottles where account_id = $1 and id = $3`,
    orderId,
    bottleId,
  )
  await run(
    `with opened as (
       insert into counts (warehouse_id, location_id, state, opened_by, opened_at, counted_by, counted_at, counted_after)
       select warehouse_id, location_id, 'open', 'Sam', now(), 'Sam', now(), (select max(id) from stock_moves)
       from bottles where account_id = $1 and id = $2 returning id
     ), seen as (
       insert into count_bottles (count_id, account_id, bottle_id) select id, $1, $2 from opened
     )
     insert into count_lines (count_id, account_id, wine_id, format_ml, box_code, quantity)
     select opened.id, $1, wine_id, format_ml, box_code, 1 from opened, bottles where account_id = $1 and bottles.id = $2`,
    bottleId,
  )
  await run(`insert into stock_watches (account_id, looked_at) values ($1, now())`)
  await run(
    `insert into stock_alerts (account_id, wine_id, format_ml, told_at)
     select $1, wine_id, format_ml, now() from bottles where account_id = $1 and id = $2`,
    bottleId,
  )
  await run(
    `insert into mails (account_id, kind, recipients, subject, body, state, created_at)
     select $1, kind, '{a@b.cd}', kind, '', 'kept', now() from unnest('{order_new,invitation}'::text[]) kind`,
  )
  await run(
    `insert into imports (kind, account_id, warehouse_id, state, is_dry_run, makes_wines, is_again, runs_as_job, size_bytes,
       digest, staff_name, created_at, finished_at)
     select 'stock', $1, warehouse_id, stage, false, false, false, false, 1, decode(repeat('07', 32), 'hex'), 'Sam', now(),
       case stage when 'done' then now() end
     from bottles, unnest('{done,checking}'::text[]) stage where account_id = $1 and id = $2`,
    bottleId,
  )
  await run(
    `insert into putaway_counts (account_id, putaway_id, wine_id, format_ml, box_code, warehouse_id, location_id, quantity)
     select $1, l.putaway_id, l.wine_id, l.format_ml, l.box_code, p.warehouse_id, o.id, 1
     from putaway_lines l join putaways p on p.account_id = $1 and p.id = l.putaway_id
       join locations o on o.warehouse_id = p.warehouse_id
     where l.account_id = $1 limit 1`,
  )
  await run(
    `insert into putaway_steps (account_id, putaway_id, step, staff_name, created_at) values ($1, $2, 'announced', 'Sam', now())`,
    putawayId,
  )
  return keys
}
