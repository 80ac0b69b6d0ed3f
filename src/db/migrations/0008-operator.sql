-- The operator's people: how they sign in, what they did, and what is told to owners because of it.

alter table staff add column deactivated_at timestamptz;

-- A token has a role of its own, so that a scanner can do less than the person who set it up.
alter table operator_tokens add column role text check (role in ('admin', 'warehouse', 'billing'));
update operator_tokens t set role = (select s.role from staff s where s.id = t.staff_id);
alter table operator_tokens alter column role set not null, add column expires_at timestamptz;

create table staff_sessions (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz
);
create index staff_sessions_age on staff_sessions (expires_at);

-- As idempotent_answers, for requests of the operator's side.
create table staff_answers (
  staff_id bigint not null references staff,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  status smallint,
  body text,
  created_at timestamptz not null,
  primary key (staff_id, key)
);
create index staff_answers_age on staff_answers (created_at);

-- Who did what, when and from where. Names are kept as they were then.
create table audit_entries (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  staff_id bigint references staff,
  staff_name text not null,
  via text not null check (via in ('session', 'token', 'command line', 'job')),
  token_id bigint references operator_tokens,
  address text,
  request_id text,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  account_id bigint references accounts,
  subject_id bigint,
  detail jsonb not null default '{}',
  constraint person_or_job check ((staff_id is null) = (via in ('command line', 'job'))),
  constraint token_fits_via check ((token_id is not null) = (via = 'token'))
);
create index audit_entries_account on audit_entries (account_id, id) where account_id is not null;
create index audit_entries_subject on audit_entries (split_part(action, '.', 1), subject_id, id) where subject_id is not null;
create index audit_entries_staff on audit_entries (staff_id, id) where staff_id is not null;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Every mail there is. Without an SMTP server they stay here, where preproduction shows them.
create table mails (
  id bigint generated always as identity primary key,
  account_id bigint references accounts,
  kind text not null check (kind ~ '^[a-z_]+$'),
  recipients text[] not null check (cardinality(recipients) between 1 and 50),
  subject text not null check (length(subject) between 1 and 200),
  body text not null,
  state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint sent_has_a_time check ((state = 'sent') = (sent_at is not null))
);
create index mails_account on mails (account_id, id);

-- What became of a record, with the record as it was then, written in the transaction of the change.
create table events (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  subject text not null check (subject in ('order', 'putaway', 'invoice')),
  change text not null check (change in ('create', 'update', 'delete')),
  subject_id bigint not null,
  record jsonb not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index events_age on events (created_at);

-- The operator's people name an order by its number alone.
create index orders_by_id on orders (id);
create index putaways_by_id on putaways (id);
create index invoices_by_id on invoices (id);
