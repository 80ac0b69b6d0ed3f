-- Counting the shelves, and telling owners which of their wines run low.

-- What somebody saw at a location. It is compared with the ledger only when it is entered, so nothing here says what should be there.
-- `counted_after` is the last row of the ledger when it was entered: what moved after that is no fault of the count.
create table counts (
  id bigint generated always as identity primary key,
  warehouse_id bigint not null,
  location_id bigint not null,
  state text not null check (state in ('open', 'posted', 'cancelled')),
  opened_by_id bigint references staff,
  opened_by text not null,
  opened_at timestamptz not null,
  counted_by_id bigint references staff,
  counted_by text,
  counted_at timestamptz,
  counted_after bigint,
  closed_by text,
  closed_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  outcome jsonb,
  foreign key (warehouse_id, location_id) references locations (warehouse_id, id),
  constraint counted_is_whole check ((counted_at is null) = (counted_by is null) and (counted_at is null) = (counted_after is null)),
  constraint closed_is_whole check ((state = 'open') = (closed_at is null) and (closed_at is null) = (closed_by is null)),
  constraint posted_is_whole check ((state = 'posted') = (reason is not null) and (state = 'posted') = (outcome is not null)),
  constraint posted_was_counted check (state <> 'posted' or counted_at is not null)
);
create unique index one_open_count on counts (location_id) where state = 'open';
create index counts_of_location on counts (warehouse_id, location_id);

-- Bottles that were seen without reading their codes.
create table count_lines (
  count_id bigint not null references counts,
  account_id bigint not null references accounts,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  box_code text not null references box_codes,
  quantity integer not null check (quantity > 0),
  primary key (count_id, account_id, wine_id, format_ml, box_code)
);

-- Bottles whose codes were read.
create table count_bottles (
  count_id bigint not null references counts,
  account_id bigint not null,
  bottle_id bigint not null,
  primary key (count_id, account_id, bottle_id),
  foreign key (account_id, bottle_id) references bottles (account_id, id)
);

-- When the wines of an owner were last looked through for those that run low.
create table stock_watches (
  account_id bigint primary key references accounts,
  looked_at timestamptz not null
);

-- Wines that run low and whose owner has been told so. The row goes when there is more again, so that the next fall is told anew.
create table stock_alerts (
  account_id bigint not null references accounts,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  told_at timestamptz not null,
  primary key (account_id, wine_id, format_ml)
);
