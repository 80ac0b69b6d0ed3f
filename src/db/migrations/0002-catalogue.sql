-- What the warehouses know, the same for every owner.

create table wines (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  color text not null check (length(color) between 1 and 50),
  country text not null check (length(country) between 1 and 100),
  region text not null check (length(region) <= 100),
  appellation text not null check (length(appellation) <= 200),
  ranking text check (length(ranking) <= 200),
  description text check (length(description) <= 5000),
  -- 0 is a wine without a vintage, since the wire promises an integer.
  vintage integer not null check (vintage = 0 or vintage between 1700 and 2200),
  alcohol numeric(4, 2) not null check (alcohol between 0 and 99),
  lwin text check (lwin ~ '^[0-9]{7}([0-9]{4}([0-9]{5}([0-9]{2})?)?)?$'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table warehouses (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 100),
  public_name text not null check (length(public_name) between 1 and 200),
  street1 text not null,
  street2 text not null default '',
  city text not null,
  zipcode text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null
);

create table locations (
  id bigint generated always as identity primary key,
  warehouse_id bigint not null references warehouses,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{0,29}$'),
  created_at timestamptz not null,
  unique (warehouse_id, code),
  unique (warehouse_id, id)
);

-- A bottle is loose or packed. Loose is a row too, so that no key or join ever meets a null.
create table box_codes (
  code text primary key check (code = '' or code ~ '^[A-Z0-9]{1,20}$'),
  bottle_count integer not null check (bottle_count between 1 and 1000),
  label text not null
);
insert into box_codes (code, bottle_count, label) values ('', 1, 'Loose bottle');
