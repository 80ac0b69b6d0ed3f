-- Who may do what: the owners' accounts and their people, the operator's staff, and every kind of credential.

-- One row: which environment this database belongs to, so that a wrong start is refused and not discovered.
create table installation (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('preproduction', 'production')),
  secret_check bytea not null,
  demo_seeded_at timestamptz,
  created_at timestamptz not null
);

create table accounts (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  company text check (length(company) <= 200),
  email text not null check (length(email) <= 254),
  phone text check (length(phone) <= 50),
  vat_number text check (length(vat_number) <= 50),
  billing_copies text[] not null default '{}' check (cardinality(billing_copies) <= 20),
  stock_copies text[] not null default '{}' check (cardinality(stock_copies) <= 20),
  minimum_stock_alert integer check (minimum_stock_alert between 0 and 1000000),
  muted_mails text[] not null default '{}' check (muted_mails <@ array[
    'invoice_validated', 'order_new', 'order_ready', 'order_shipped',
    'order_delivered', 'putaway_new', 'bottle_received']),
  api_access boolean not null default true,
  blocked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table people (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  email text not null check (email = lower(email) and length(email) <= 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  password_hash text not null,
  role text not null check (role in ('owner', 'member', 'read_only')),
  created_at timestamptz not null,
  unique (account_id, id)
);
create unique index people_email on people (email);

-- Only digests of secrets are kept: a copy of this table opens no door.
create table access_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  person_id bigint not null,
  access_key text not null unique,
  secret_hash bytea not null check (length(secret_hash) = 32),
  name text not null check (length(name) between 1 and 100),
  rights text not null check (rights in ('read', 'write')),
  created_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (account_id, person_id) references people (account_id, id)
);
create index access_keys_account on access_keys (account_id, id);

create table bearer_tokens (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  person_id bigint not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 100),
  rights text not null check (rights in ('read', 'write')),
  expires_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (account_id, person_id) references people (account_id, id)
);
create index bearer_tokens_account on bearer_tokens (account_id, id);

create table staff (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  password_hash text not null,
  role text not null check (role in ('admin', 'warehouse', 'billing')),
  created_at timestamptz not null
);

create table operator_tokens (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- The answer of a POST that carried an Idempotency-Key; it commits with the change that it acknowledges.
create table idempotent_answers (
  account_id bigint not null references accounts,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null check (length(request_hash) = 32),
  status smallint,
  body text,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
