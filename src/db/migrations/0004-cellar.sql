-- The cellar: what came in, where each bottle is now, and the ledger that says how it got there.

create table putaways (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  warehouse_id bigint not null references warehouses,
  status text not null check (status in ('announced', 'arrived', 'validated', 'refused')),
  shipper text not null default '' check (length(shipper) <= 200),
  reference text not null default '' check (length(reference) <= 200),
  validated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint validated_has_a_time check ((status = 'validated') = (validated_at is not null))
);

create table putaway_lines (
  account_id bigint not null,
  putaway_id bigint not null,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  box_code text not null references box_codes,
  announced integer not null check (announced >= 0),
  received integer check (received >= 0),
  primary key (account_id, putaway_id, wine_id, format_ml, box_code),
  foreign key (account_id, putaway_id) references putaways (account_id, id)
);

create table bottles (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  box_code text not null references box_codes,
  detail text check (length(detail) <= 1000),
  state text not null check (state in ('announced', 'stored', 'gone')),
  warehouse_id bigint,
  location_id bigint,
  order_id bigint,
  putaway_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  foreign key (warehouse_id, location_id) references locations (warehouse_id, id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, putaway_id) references putaways (account_id, id),
  constraint stored_has_a_place check ((state = 'stored') = (location_id is not null)),
  constraint place_is_whole check ((warehouse_id is null) = (location_id is null)),
  constraint announced_is_not_ordered check (state <> 'announced' or order_id is null)
);
-- Serves the consolidated view by an index-only scan, and the pick of the oldest bottles of a wine in order.
create index bottles_available on bottles (account_id, wine_id, format_ml, box_code, id)
  where state = 'stored' and order_id is null;
-- Every id is above 0. Saying so keeps this index for the list, which says it too: before the first analyze the planner would
-- also take it for the pick, and read and sort the whole cellar.
create index bottles_available_listed on bottles (account_id, id) where state = 'stored' and order_id is null and id > 0;
create index bottles_future_listed on bottles (account_id, id) where state = 'announced';
create index bottles_order on bottles (account_id, order_id) where order_id is not null;

-- A bottle holds at most one order; passing it on without a release would sell it twice.
create function refuse_second_reservation() returns trigger language plpgsql as $$
begin
  raise exception 'bottle % is reserved by order % already', old.id, old.order_id using errcode = 'exclusion_violation';
end $$;
create trigger bottles_reserved_once before update of order_id on bottles for each row
  when (old.order_id is not null and new.order_id is not null and old.order_id <> new.order_id)
  execute function refuse_second_reservation();

-- The ledger. A null location is the world outside the warehouses.
create table stock_moves (
  account_id bigint not null,
  id bigint generated always as identity,
  bottle_id bigint not null,
  kind text not null check (kind in
    ('announced', 'refused', 'received', 'moved', 'reserved', 'released', 'shipped', 'withdrawn', 'found', 'lost')),
  -- Both repeat the bottle's own and are checked by verify: a reference of their own would be looked up for every bottle of
  -- every order. So would the place a move starts from, which is where the move before it ended.
  wine_id bigint not null,
  format_ml integer not null,
  from_location_id bigint,
  to_location_id bigint references locations,
  order_id bigint,
  putaway_id bigint,
  comment text not null default '' check (length(comment) <= 1000),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, bottle_id) references bottles (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, putaway_id) references putaways (account_id, id),
  constraint places_fit_kind check (case kind
    when 'announced' then from_location_id is null and to_location_id is null
    when 'refused' then from_location_id is null and to_location_id is null
    when 'received' then from_location_id is null and to_location_id is not null
    when 'found' then from_location_id is null and to_location_id is not null
    when 'moved' then from_location_id is not null and to_location_id is not null
    when 'reserved' then from_location_id is not null and from_location_id = to_location_id
    when 'released' then from_location_id is not null and from_location_id = to_location_id
    else from_location_id is not null and to_location_id is null end),
  constraint order_fits_kind check ((kind in ('reserved', 'released', 'shipped', 'withdrawn')) = (order_id is not null))
);
create index stock_moves_bottle on stock_moves (account_id, bottle_id, id);
-- The moves an owner sees: reservations change neither place nor owner.
create index stock_moves_listed on stock_moves (account_id, id) include (kind)
  where kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost');
create index stock_moves_dated on stock_moves (account_id, created_at, id) include (kind)
  where kind in ('received', 'moved', 'shipped', 'withdrawn', 'found', 'lost');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger stock_moves_append_only before update or delete or truncate on stock_moves
  for each statement execute function refuse_ledger_change();

create table wine_comments (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  comment text not null check (length(comment) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, wine_id, format_ml)
);

create table wine_prices (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  price numeric(12, 2) not null check (price >= 0 and price <> 'NaN'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, wine_id, format_ml)
);

create table addresses (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  company text check (length(company) <= 200),
  street1 text not null check (length(street1) between 1 and 200),
  street2 text check (length(street2) <= 200),
  city text not null check (length(city) between 1 and 100),
  zipcode text not null check (length(zipcode) between 1 and 20),
  -- A code, or in old entries the name of the country.
  country text not null check (length(country) between 2 and 100),
  phone text not null check (length(phone) between 1 and 50),
  email text check (length(email) <= 254),
  vat_number text check (length(vat_number) <= 50),
  detail text check (length(detail) <= 1000),
  reference text check (length(reference) <= 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint address_has_recipient check (
    company is not null or (first_name is not null and last_name is not null))
);
