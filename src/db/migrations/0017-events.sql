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

-- How much is free of a wine in a format, told once a statement that changes it. As a trigger nothing that moves bottles can
-- forget it, and it sees the bottles as they are afterwards.
create function tell_of_stock(changed_stock jsonb) returns void language sql as $$
  insert into events (account_id, subject, change, subject_id, record, created_at)
  select c.account_id, 'stock', 'update', c.wine_id, jsonb_build_object(
      'wine', jsonb_build_object('id', w.id, 'name', w.name, 'color', w.color, 'country', w.country, 'region', w.region,
        'appellation', w.appellation, 'ranking', w.ranking, 'description', w.description, 'vintage', w.vintage,
        'alcohol', w.alcohol),
      'formatMl', c.format_ml, 'price', p.price::text, 'comment', n.comment,
      'packings', coalesce((
        select jsonb_agg(jsonb_build_object('boxCode', held.box_code, 'quantity', held.quantity) order by held.box_code)
        from (
          select b.box_code, count(*) as quantity from bottles b
          where b.account_id = c.account_id and b.wine_id = c.wine_id and b.format_ml = c.format_ml
            and b.state = 'stored' and b.order_id is null group by b.box_code
        ) held), '[]')),
    c.updated_at
  from jsonb_to_recordset(changed_stock)
      as c (account_id bigint, wine_id bigint, format_ml integer, updated_at timestamptz)
    join wines w on w.id = c.wine_id
    left join wine_prices p on p.account_id = c.account_id and p.wine_id = c.wine_id and p.format_ml = c.format_ml
    left join wine_comments n on n.account_id = c.account_id and n.wine_id = c.wine_id and n.format_ml = c.format_ml
  order by c.account_id, c.wine_id, c.format_ml
$$;

create function tell_of_new_stock() returns trigger language plpgsql as $$
declare
  changed_stock jsonb;
begin
  select jsonb_agg(c) into changed_stock from (
    select account_id, wine_id, format_ml, max(updated_at) as updated_at from added
    where state = 'stored' and order_id is null group by account_id, wine_id, format_ml) c;
  if changed_stock is not null then
    perform tell_of_stock(changed_stock);
  end if;
  return null;
end $$;
create trigger bottles_tell_of_new_stock after insert on bottles
  referencing new table as added for each statement execute function tell_of_new_stock();

create function tell_of_changed_stock() returns trigger language plpgsql as $$
declare
  changed_stock jsonb;
begin
  select jsonb_agg(c) into changed_stock from (
    select after.account_id, side.wine_id, side.format_ml, max(after.updated_at) as updated_at
    from before join after on after.account_id = before.account_id and after.id = before.id
      cross join lateral (values
        (before.wine_id, before.format_ml, before.state = 'stored' and before.order_id is null),
        (after.wine_id, after.format_ml, after.state = 'stored' and after.order_id is null)
      ) side (wine_id, format_ml, is_free)
    where side.is_free and (before.state, before.order_id, before.wine_id, before.box_code)
      is distinct from (after.state, after.order_id, after.wine_id, after.box_code)
    group by after.account_id, side.wine_id, side.format_ml) c;
  if changed_stock is not null then
    perform tell_of_stock(changed_stock);
  end if;
  return null;
end $$;
create trigger bottles_tell_of_changed_stock after update on bottles
  referencing old table as before new table as after for each statement execute function tell_of_changed_stock();
