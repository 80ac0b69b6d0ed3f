-- Events for everybody who listens: in an order that never skips one, with what changed, and of stock as well.

alter table events drop constraint events_subject_check,
  add constraint events_subject_check check (subject in ('order', 'putaway', 'invoice', 'stock', 'test')),
  -- Which fields of the record differ from the event before it; names of the business.
  add column changed text[] not null default '{}',
  -- Numbers are given before the commit, so a later event can be seen before an earlier one. Whoever reads along the transactions,
  -- and stops at the oldest one that is still running, skips nothing.
  add column written_by xid8 not null default pg_current_xact_id();
create index events_of_record on events (account_id, subject, subject_id, id);
create index events_along on events (account_id, written_by, id);
-- They come in the order of their times, so the ranges of whole pages are enough to find the old ones.
drop index events_age;
create index events_age on events using brin (created_at);

-- What is free of a wine in a format, packing by packing; null when it is more than a hundred bottles. Those are counted when they
-- are told: a count of a hundred thousand for every order would make each pay for the size of the cellar.
create function free_packings(account bigint, wine bigint, format integer) returns jsonb language sql stable
return (
  select case when sum(quantity) > 100 then null
    else coalesce(jsonb_agg(jsonb_build_object('boxCode', box_code, 'quantity', quantity) order by box_code), '[]') end
  from (
    select box_code, count(*) as quantity from (
      select box_code from bottles
      where account_id = account and wine_id = wine and format_ml = format and state = 'stored' and order_id is null limit 101
    ) free group by box_code
  ) held
);

-- Told once for each wine and format that a statement changes. As triggers nothing that moves bottles can forget it, and they see
-- the bottles as they are afterwards.
/*
 * Two orders that take bottles of one wine at the same time each count without the other, and both would tell one bottle too many.
 * So an event of stock also keeps who wrote it and which others it could see, and one that a neighbour may have made wrong is
 * counted again when it is told. Whichever of them is told last then tells what is free.
 */
create function tell_of_new_stock() returns trigger language plpgsql as $$
begin
  insert into events (account_id, subject, change, subject_id, record, created_at)
  select account_id, 'stock', 'update', wine_id,
    jsonb_build_object('formatMl', format_ml, 'packings', free_packings(account_id, wine_id, format_ml),
      'by', pg_current_xact_id(), 'seen', pg_current_snapshot()), updated_at
  from (
    select account_id, wine_id, format_ml, max(updated_at) as updated_at from added
    where state = 'stored' and order_id is null group by account_id, wine_id, format_ml order by 1, 2, 3) changed;
  return null;
end $$;
create trigger bottles_tell_of_new_stock after insert on bottles
  referencing new table as added for each statement execute function tell_of_new_stock();

create function tell_of_changed_stock() returns trigger language plpgsql as $$
begin
  insert into events (account_id, subject, change, subject_id, record, created_at)
  select account_id, 'stock', 'update', wine_id,
    jsonb_build_object('formatMl', format_ml, 'packings', free_packings(account_id, wine_id, format_ml),
      'by', pg_current_xact_id(), 'seen', pg_current_snapshot()), updated_at
  from (
    select after.account_id, side.wine_id, side.format_ml, max(after.updated_at) as updated_at
    from before join after on after.account_id = before.account_id and after.id = before.id
      cross join lateral (values
        (before.wine_id, before.format_ml, before.state = 'stored' and before.order_id is null),
        (after.wine_id, after.format_ml, after.state = 'stored' and after.order_id is null)
      ) side (wine_id, format_ml, is_free)
    where side.is_free and (before.state, before.order_id, before.wine_id, before.box_code)
      is distinct from (after.state, after.order_id, after.wine_id, after.box_code)
    group by after.account_id, side.wine_id, side.format_ml order by 1, 2, 3) changed;
  return null;
end $$;
create trigger bottles_tell_of_changed_stock after update on bottles
  referencing old table as before new table as after for each statement execute function tell_of_changed_stock();

/*
 * Whether an event of stock and another of the same wine did not know of each other, and this one may be told last: the other was at
 * it when this one looked; or came in between its look and its number; or is the next one, and had not seen this one, which then was
 * committed late. All others have seen this one, or were seen.
 */
create function has_rivals(of_account bigint, event_id bigint, wine bigint, written xid8, told jsonb) returns boolean
language sql stable
return told ? 'seen' and exists (
  select from (
    select (told ->> 'seen')::pg_snapshot as seen, (told ->> 'by')::xid8 as by,
      written::text::bigint - (told ->> 'by')::bigint as earlier offset 0
  ) this cross join lateral (
    select o.* from events o
    where o.account_id = of_account and o.written_by = any(array(
      select (running::text::bigint + this.earlier)::text::xid8 from pg_snapshot_xip(this.seen) running))
    union all
    -- A snapshot names only those that run beside one that has ended; later ones are beyond its end.
    select o.* from events o
    where o.account_id = of_account and o.written_by < written
      and o.written_by >= (pg_snapshot_xmax(this.seen)::text::bigint + this.earlier)::text::xid8
    union all
    select o.* from (
      select n.* from events n where n.account_id = of_account and n.written_by > written
      order by n.written_by, n.id limit 20
    ) o where o.id < event_id
    union all
    select o.* from (
      select n.* from events n
      where n.account_id = of_account and n.subject = 'stock' and n.subject_id = wine and n.id > event_id
        and n.record -> 'formatMl' = told -> 'formatMl'
      order by n.id limit 1
    ) o where not pg_visible_in_snapshot(this.by, (o.record ->> 'seen')::pg_snapshot)
  ) beside
  where beside.subject = 'stock' and beside.subject_id = wine and beside.record -> 'formatMl' = told -> 'formatMl'
    and beside.written_by <> written
);

/*
 * What is free, packing by packing, when an event of stock is told: what was counted with the change; or counted now, with what has
 * been committed by now, for which a function must be volatile.
 */
create function told_packings(of_account bigint, event_id bigint, wine bigint, written xid8, told jsonb) returns jsonb
language sql volatile
return coalesce(
  case when not has_rivals(of_account, event_id, wine, written, told) then nullif(told -> 'packings', 'null') end,
  (select jsonb_agg(jsonb_build_object('boxCode', held.box_code, 'quantity', held.quantity) order by held.box_code)
   from (
     select b.box_code, count(*) as quantity from bottles b
     where b.account_id = of_account and b.wine_id = wine and b.format_ml = (told ->> 'formatMl')::integer
       and b.state = 'stored' and b.order_id is null group by b.box_code
   ) held),
  '[]');

/*
 * A database that was restored from a dump lives in a server that counts its transactions anew. Its events are numbered on from
 * there, so that the cursors of readers stay behind what comes; see number-on.ts.
 */
alter table installation add column earlier_transactions bigint not null default 0
  constraint earlier_transactions_only_grow check (earlier_transactions >= 0);

create function numbered_on(transaction xid8) returns xid8 language sql stable
return (transaction::text::bigint + coalesce((select i.earlier_transactions from installation i), 0))::text::xid8;

alter table events alter column written_by set default numbered_on(pg_current_xact_id());

-- Whoever reads on stops before it: it is the oldest transaction that still runs.
create function end_of_events() returns xid8 language sql stable
return numbered_on(pg_snapshot_xmin(pg_current_snapshot()));
