-- Orders out of the cellar. Recipient and address are a copy: a later change of the address book must not move an order.

create table orders (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  parent_id bigint,
  status text not null check (status in ('new', 'processing', 'ready', 'shipped', 'delivered', 'withdrawn')),
  origin text not null check (origin in ('api', 'web', 'operator')),
  warehouse_id bigint not null references warehouses,
  handover text not null check (handover in ('pickup', 'delivery')),
  first_name text check (length(first_name) <= 100),
  last_name text check (length(last_name) <= 100),
  company text check (length(company) <= 200),
  street1 text check (length(street1) <= 200),
  street2 text check (length(street2) <= 200),
  city text check (length(city) <= 100),
  zipcode text check (length(zipcode) <= 20),
  country text check (country ~ '^[A-Z]{2}$'),
  phone text check (length(phone) <= 50),
  email text check (length(email) <= 254),
  vat_number text check (length(vat_number) <= 50),
  address_detail text check (length(address_detail) <= 1000),
  comment text check (length(comment) <= 5000),
  reference text check (length(reference) <= 200),
  delivery_date date not null check (extract(isodow from delivery_date) < 6),
  preparation_date date not null check (extract(isodow from preparation_date) < 6),
  half_day text not null check (half_day in ('am', 'pm')),
  window_start time,
  window_end time,
  hold_reason text check (length(hold_reason) <= 500),
  tracking_numbers text[] not null default '{}',
  created_by_email text not null,
  created_by_name text not null,
  updated_by_email text not null,
  updated_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, parent_id) references orders (account_id, id),
  constraint prepared_before_delivered check (preparation_date <= delivery_date),
  constraint window_is_whole check ((window_start is null) = (window_end is null) and window_start < window_end),
  constraint status_fits_handover check (
    (status not in ('shipped', 'delivered') or handover = 'delivery') and (status <> 'withdrawn' or handover = 'pickup')),
  constraint only_new_orders_are_deleted check (deleted_at is null or status = 'new'),
  constraint delivery_has_recipient check (handover = 'pickup' or (
    street1 is not null and city is not null and zipcode is not null and country is not null
    and (company is not null or (first_name is not null and last_name is not null))))
);
create index orders_listed on orders (account_id, id) where parent_id is null and deleted_at is null;
create index orders_children on orders (account_id, parent_id) where parent_id is not null;

create table order_lines (
  account_id bigint not null,
  order_id bigint not null,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  box_code text not null references box_codes,
  quantity integer not null check (quantity > 0),
  primary key (account_id, order_id, wine_id, format_ml, box_code),
  foreign key (account_id, order_id) references orders (account_id, id)
);

create table order_files (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  name text not null check (length(name) between 1 and 255),
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null unique,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
);
create index order_files_order on order_files (account_id, order_id);
