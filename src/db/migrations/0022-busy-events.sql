-- Events of busy owners, and of databases that were moved.

/*
 * As before, and without a look back at what the transaction has told already, whose cost grew with the square of it. Which addresses
 * have their job is remembered in a setting that ends with the transaction, and with a savepoint that is taken back.
 */
create or replace function hand_out_events() returns trigger language plpgsql as $$
declare
  told record;
  woken text := concat(',', current_setting('caveau.woken_webhooks', true));
begin
  if not exists (
    select from webhook_endpoints e where e.account_id in (select a.account_id from added a) and e.deleted_at is null
  ) then
    return null;
  end if;
  for told in
    with made as (
      insert into webhook_deliveries (account_id, endpoint_id, event_id, subject, subject_id, due_at, created_at)
      select a.account_id, e.id, a.id, a.subject, a.subject_id, greatest(a.created_at, (
          select d.due_at from webhook_deliveries d
          where d.account_id = a.account_id and d.endpoint_id = e.id and d.subject = a.subject
            and d.subject_id = a.subject_id and d.state = 'pending'
          order by d.event_id desc limit 1)), a.created_at
      from added a join webhook_endpoints e on e.account_id = a.account_id
      where a.subject <> 'test' and e.deleted_at is null and e.state <> 'gone'
        and (e.event_types = '{}' or a.subject || '.' || a.change = any(e.event_types))
      order by a.id, e.id
      returning account_id, endpoint_id
    )
    select distinct m.account_id, m.endpoint_id from made m
      join webhook_endpoints e on e.account_id = m.account_id and e.id = m.endpoint_id
    where e.state = 'active'
  loop
    if strpos(woken, format(',%s,', told.endpoint_id)) = 0 then
      perform graphile_worker.add_job('deliver_webhooks',
        json_build_object('accountId', told.account_id, 'endpointId', told.endpoint_id));
      woken := concat(woken, told.endpoint_id, ',');
    end if;
  end loop;
  perform set_config('caveau.woken_webhooks', substr(woken, 2), true);
  return null;
end $$;

/*
 * As before, and no slower for thousands that wait behind one of their record. It is looked for among the first fifty that are due.
 * When all of those wait behind others, each record is asked for its first one, which passes over all that follow on it. Of a wine
 * an event with a lower number can be committed later; it waits for the one that is on its way, too.
 */
create or replace function claim_webhook_delivery(
  of_account bigint, of_endpoint bigint, at_time timestamptz, lease_ms integer, most integer, most_in_trouble integer
) returns table (
  delivery_id bigint, given_lease uuid, has_more boolean, target text, is_of_key boolean, secret bytea, other_secret bytea,
  other_secret_until timestamptz, told events
) language plpgsql as $$
declare
  endpoint webhook_endpoints;
  chosen bigint;
  chosen_event bigint;
  end_due timestamptz;
  end_event bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  select e.* into endpoint from webhook_endpoints e
  where e.account_id = of_account and e.id = of_endpoint for no key update;
  if endpoint.state is distinct from 'active' or endpoint.deleted_at is not null or not exists (
    select from accounts a where a.id = of_account and a.blocked_at is null and a.api_access
  ) then
    return;
  end if;
  if endpoint.last_attempt_failed or endpoint.failing_since is not null then
    most := most_in_trouble;
  end if;
  if most <= (
    select count(*) from webhook_deliveries l
    where l.account_id = of_account and l.endpoint_id = of_endpoint and l.lease is not null
      and l.leased_until > clock_timestamp()
  ) then
    return;
  end if;
  select d.due_at, d.event_id into end_due, end_event from webhook_deliveries d
  where d.account_id = of_account and d.endpoint_id = of_endpoint and d.state = 'pending' and d.due_at <= at_time
  order by d.due_at, d.event_id offset 50 limit 1;
  select p.id into chosen from webhook_deliveries p
  where p.account_id = of_account and p.endpoint_id = of_endpoint and p.state = 'pending' and p.due_at <= at_time
    and (p.due_at, p.event_id) < (coalesce(end_due, 'infinity'), coalesce(end_event, 0))
    and (p.lease is null or p.leased_until <= clock_timestamp())
    and not exists (
      select from webhook_deliveries b
      where b.account_id = of_account and b.endpoint_id = of_endpoint and b.subject = p.subject
        and b.subject_id = p.subject_id and b.state = 'pending' and b.event_id < p.event_id)
    and not exists (
      select from webhook_deliveries l
      where l.account_id = of_account and l.endpoint_id = of_endpoint and l.lease is not null
        and l.leased_until > clock_timestamp() and l.subject = p.subject and l.subject_id = p.subject_id)
  order by p.due_at, p.event_id limit 1
  for update skip locked;
  if chosen is null and end_due is not null then
    with recursive first_of_record as (
      (select f.id, f.subject, f.subject_id, f.due_at from webhook_deliveries f
       where f.account_id = of_account and f.endpoint_id = of_endpoint and f.state = 'pending'
       order by f.subject, f.subject_id, f.event_id limit 1)
      union all
      select n.* from first_of_record f cross join lateral (
        select d.id, d.subject, d.subject_id, d.due_at from webhook_deliveries d
        where d.account_id = of_account and d.endpoint_id = of_endpoint and d.state = 'pending'
          and (d.subject, d.subject_id) > (f.subject, f.subject_id)
        order by d.subject, d.subject_id, d.event_id limit 1) n
    )
    select p.id into chosen from webhook_deliveries p
    where p.account_id = of_account and p.state = 'pending' and p.id = (
      select f.id from first_of_record f
      where f.due_at <= at_time and not exists (
        select from webhook_deliveries l
        where l.account_id = of_account and l.endpoint_id = of_endpoint and l.lease is not null
          and l.leased_until > clock_timestamp() and l.subject = f.subject and l.subject_id = f.subject_id) limit 1)
    for update skip locked;
  end if;
  if chosen is null then
    return;
  end if;
  update webhook_deliveries d set lease = gen_random_uuid(),
    leased_until = clock_timestamp() + make_interval(secs => lease_ms / 1000.0)
  where d.account_id = of_account and d.id = chosen
  returning d.lease, d.event_id into given_lease, chosen_event;
  -- By its number alone. In a join PostgreSQL may well read all events of the account for it.
  select t.* into told from events t where t.account_id = of_account and t.id = chosen_event;
  delivery_id := chosen;
  has_more := exists (
    select from webhook_deliveries o
    where o.account_id = of_account and o.endpoint_id = of_endpoint and o.state = 'pending' and o.due_at <= at_time
      and o.id <> chosen and o.lease is null);
  target := endpoint.url;
  is_of_key := endpoint.access_key_id is not null;
  secret := endpoint.sealed_secret;
  other_secret := endpoint.former_secret;
  other_secret_until := endpoint.former_secret_until;
  return next;
end $$;

/*
 * Two orders that take bottles of one wine at the same time each count without the other, and both would tell one bottle too many.
 * So an event of stock also keeps who wrote it and which others it could see, and one that a neighbour may have made wrong is
 * counted again when it is told. Whichever of them is told last then tells what is free.
 */
create or replace function tell_of_new_stock() returns trigger language plpgsql as $$
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

create or replace function tell_of_changed_stock() returns trigger language plpgsql as $$
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
