-- Webhooks: the addresses of owners, what is on its way to each of them, and what came of it.

-- An address that belongs to a key belongs to the account of the key.
alter table access_keys add constraint access_keys_of_account unique (account_id, id);
drop index access_keys_account;

create table webhook_endpoints (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  -- With a key it speaks the older version and lives as long as the key; without one it speaks the newer.
  access_key_id bigint,
  name text not null check (length(name) between 1 and 100),
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  -- Secrets are encrypted, since each message is signed with them anew.
  sealed_secret bytea not null check (length(sealed_secret) between 29 and 500),
  former_secret bytea check (length(former_secret) between 29 and 500),
  former_secret_until timestamptz,
  -- None named is all of them.
  event_types text[] not null default '{}' check (event_types <@ array[
    'order.create', 'order.update', 'order.delete', 'putaway.create', 'putaway.update', 'putaway.delete',
    'invoice.create', 'invoice.update', 'invoice.delete', 'stock.update']),
  state text not null default 'active' check (state in ('active', 'paused', 'gone')),
  last_attempt_failed boolean not null default false,
  -- Since a message was given up; the next one that arrives ends it.
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, access_key_id) references access_keys (account_id, id),
  constraint former_secret_ends check ((former_secret is null) = (former_secret_until is null))
);

-- One event on its way to one address. Those of one record arrive in the order of their events.
create table webhook_deliveries (
  account_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  subject text not null,
  subject_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts smallint not null default 0 check (attempts between 0 and 10),
  due_at timestamptz not null,
  -- Held by a worker while it sends. The time is that of the server's own clock.
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, endpoint_id) references webhook_endpoints,
  foreign key (account_id, event_id) references events on delete cascade,
  constraint event_once_to_an_address unique (account_id, event_id, endpoint_id),
  constraint lease_is_whole check ((lease is null) = (leased_until is null)),
  constraint only_pending_is_leased check (lease is null or state = 'pending'),
  constraint settled_has_a_time check ((state = 'pending') = (settled_at is null))
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_due on webhook_deliveries (account_id, endpoint_id, due_at, event_id)
  where state = 'pending';
create index webhook_deliveries_of_record on webhook_deliveries (account_id, endpoint_id, subject, subject_id, event_id)
  where state = 'pending';
create index webhook_deliveries_leased on webhook_deliveries (account_id, endpoint_id) where lease is not null;
create index webhook_deliveries_failed on webhook_deliveries (account_id, endpoint_id, created_at) where state = 'failed';
create index webhook_deliveries_of_endpoint on webhook_deliveries (account_id, endpoint_id, id);

-- One try: what was sent where, and what came back, shortened.
create table webhook_attempts (
  account_id bigint not null,
  id bigint generated always as identity,
  delivery_id bigint not null,
  created_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  url text not null check (length(url) <= 2000),
  signed_at bigint not null check (signed_at > 0),
  status smallint check (status between 100 and 999),
  error text check (length(error) between 1 and 500),
  response_headers jsonb,
  response_body text check (length(response_body) <= 4096),
  primary key (account_id, id),
  foreign key (account_id, delivery_id) references webhook_deliveries on delete cascade,
  constraint answer_or_error check (status is not null or error is not null),
  constraint answer_is_whole check ((status is null) = (response_headers is null) and (status is null) = (response_body is null))
);
create index webhook_attempts_of_delivery on webhook_attempts (account_id, delivery_id, id);

/*
 * A delivery for every address that listens, and a plain job for each of them, in the transaction of the event; one job is enough for
 * all that a transaction tells an address. No key and no queue of jobs: their rows would be locked until the commit, and an owner's
 * orders would wait for each other. Which addresses have their job is remembered in a setting that ends with the transaction, and
 * with a savepoint that is taken back. What follows on something that waits to be tried again is not due before it.
 */
create function hand_out_events() returns trigger language plpgsql as $$
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
create trigger events_handed_out after insert on events
  referencing new table as added for each statement execute function hand_out_events();

/*
 * Gives a worker the delivery of an address that is due first, if nothing of the same record is still to be sent before it and the
 * address has not enough on its way already. Those who ask for one address take turns, so that together they never get more than
 * they may: each statement in here sees what was done before its turn came. Orders that hand events out to the address do not wait.
 * Should the server lose the last moments of its memory, a message is sent once more, so nobody waits for its disk either.
 *
 * It is looked for among the first fifty that are due. When all of those wait behind others, each record is asked for its first one,
 * which passes over all that follow on it. Of a wine an event with a lower number can be committed later; it waits for the one that
 * is on its way, too.
 */
create function claim_webhook_delivery(
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
 * Writes down that a message was taken, frees what waited behind it, and gives the worker the next one of the address, which takes one
 * way to the server in place of two. The address is locked before its deliveries, as by everybody who changes both. A message that the
 * server forgets to have been delivered is sent once more, so nobody waits for its disk.
 */
create function settle_and_claim_webhook(
  of_account bigint, of_endpoint bigint, of_delivery bigint, of_lease uuid, at_time timestamptz, took_ms integer, sent_to text,
  signed bigint, answered smallint, headers jsonb, body text, lease_ms integer, most integer, most_in_trouble integer
) returns table (
  delivery_id bigint, given_lease uuid, has_more boolean, target text, is_of_key boolean, secret bytea, other_secret bytea,
  other_secret_until timestamptz, told events
) language plpgsql as $$
declare
  settled webhook_deliveries;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from webhook_endpoints e where e.account_id = of_account and e.id = of_endpoint for no key update;
  -- Whoever lost the lease in the meantime only leaves a note.
  insert into webhook_attempts (account_id, delivery_id, created_at, duration_ms, url, signed_at, status, response_headers, response_body)
  select d.account_id, d.id, at_time, took_ms, sent_to, signed, answered, headers, body
  from webhook_deliveries d where d.account_id = of_account and d.id = of_delivery;
  update webhook_deliveries d set state = 'delivered', attempts = least(d.attempts + 1, 10), settled_at = at_time,
    lease = null, leased_until = null
  where d.account_id = of_account and d.id = of_delivery and d.lease = of_lease
  returning * into settled;
  if found then
    update webhook_deliveries n set due_at = at_time
    where n.account_id = of_account and n.endpoint_id = of_endpoint and n.subject = settled.subject
      and n.subject_id = settled.subject_id and n.state = 'pending' and n.event_id > settled.event_id and n.attempts = 0
      and n.due_at > at_time;
    update webhook_endpoints e set failing_since = null, last_attempt_failed = false
    where e.account_id = of_account and e.id = of_endpoint and (e.failing_since is not null or e.last_attempt_failed);
  end if;
  return query select * from claim_webhook_delivery(of_account, of_endpoint, at_time, lease_ms, most, most_in_trouble);
end $$;

-- With a key go its addresses, whoever revokes it.
create function close_webhooks_of_key() returns trigger language plpgsql as $$
begin
  update webhook_deliveries d set state = 'cancelled', settled_at = new.revoked_at, lease = null, leased_until = null
  from webhook_endpoints e
  where e.account_id = new.account_id and e.access_key_id = new.id and e.deleted_at is null
    and d.account_id = e.account_id and d.endpoint_id = e.id and d.state = 'pending';
  update webhook_endpoints set deleted_at = new.revoked_at, updated_at = new.revoked_at
  where account_id = new.account_id and access_key_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger access_keys_close_webhooks after update of revoked_at on access_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function close_webhooks_of_key();

-- The pools of background work that run, each with its last sign of life. Jobs of one that fell silent are given to the others.
create table live_workers (
  id text primary key check (id <> ''),
  beat_at timestamptz not null
);
