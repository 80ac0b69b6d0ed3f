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
create function tell_of_new_stock() returns trigger language plpgsql as $$
begin
  insert into events (account_id, subject, change, subject_id, record, created_at)
  select account_id, 'stock', 'update', wine_id,
    jsonb_build_object('formatMl', format_ml, 'packings', free_packings(account_id, wine_id, format_ml)), updated_at
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
    jsonb_build_object('formatMl', format_ml, 'packings', free_packings(account_id, wine_id, format_ml)), updated_at
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
