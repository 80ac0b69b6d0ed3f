-- Files of wines and of opening stock: what was sent, how far it is, and what came of it.

create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('wines', 'stock')),
  account_id bigint references accounts,
  warehouse_id bigint references warehouses,
  file_name text not null default '' check (length(file_name) <= 255),
  state text not null check (state in ('receiving', 'checking', 'writing', 'done', 'refused', 'failed')),
  is_dry_run boolean not null,
  makes_wines boolean not null,
  -- Whether the sender said that the same file may come in once more.
  is_again boolean not null,
  -- Whether a job does the work, or the request that brought the file.
  runs_as_job boolean not null,
  size_bytes bigint check (size_bytes >= 0),
  digest bytea check (length(digest) = 32),
  -- Where the file waits; null once it is gone.
  storage_key text unique,
  lines_read integer not null default 0 check (lines_read >= 0),
  lines_bad integer not null default 0,
  made integer not null default 0 check (made >= 0),
  known integer not null default 0 check (known >= 0),
  wines_made integer not null default 0 check (wines_made >= 0),
  -- How the file was read, and what is wrong with which of its lines.
  report jsonb not null default '{}',
  failure text check (length(failure) between 1 and 2000),
  staff_id bigint references staff,
  staff_name text not null check (length(staff_name) between 1 and 300),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint stock_has_a_place check (num_nonnulls(account_id, warehouse_id) = case kind when 'stock' then 2 else 0 end),
  constraint wines_make_wines check (kind <> 'wines' or makes_wines),
  constraint bad_lines_were_read check (lines_bad between 0 and lines_read),
  constraint bad_lines_are_never_written check (state not in ('writing', 'done') or lines_bad = 0),
  constraint received_has_a_digest check (state in ('receiving', 'failed') or num_nulls(size_bytes, digest) = 0),
  constraint finished_has_a_time check ((state in ('done', 'refused', 'failed')) = (finished_at is not null)),
  constraint failure_is_told check ((state in ('refused', 'failed')) = (failure is not null))
);
create index imports_account on imports (account_id, id) where account_id is not null;
-- The same stock comes in twice only when its sender says so.
create unique index imports_stock_once on imports (account_id, warehouse_id, digest)
  where kind = 'stock' and state = 'done' and not is_dry_run and not is_again;

-- The lines of a file while its import checks and writes them. They come and go in one transaction, so a crash leaves none and
-- nothing is lost by not logging them; a foreign key would be looked up for every line of every file.
create unlogged table import_rows (
  import_id bigint not null,
  line integer not null,
  -- Something of the line could not be read; what could is here to be checked as well.
  is_bad boolean not null,
  wine_id bigint,
  lwin text,
  name text,
  color text,
  country text,
  region text,
  appellation text,
  ranking text,
  description text,
  vintage integer,
  alcohol numeric(4, 2),
  format_ml integer,
  quantity integer,
  box_code text,
  location_code text,
  detail text,
  stored_at timestamptz,
  -- The wine of the catalogue that the line means, and how many fit.
  found_wine_id bigint,
  fitting_wines integer,
  primary key (import_id, line)
);
