-- Goods coming in: what was announced, how it arrived, what was counted and where it was put, and who did each step.

alter table putaways
  add column expected_on date check (isfinite(expected_on)),
  add column arrived_at timestamptz,
  add column received_by text check (length(received_by) between 1 and 300),
  add column parcels integer check (parcels between 1 and 10000),
  add column remarks text not null default '' check (length(remarks) <= 2000),
  -- When the goods were last counted; the count itself is in the lines and in putaway_counts.
  add column counted_at timestamptz,
  add column refusal text check (length(refusal) between 1 and 500),
  add constraint arrival_is_whole check (num_nulls(arrived_at, received_by, parcels) in (0, 3)),
  add constraint announced_has_not_arrived check (status <> 'announced' or arrived_at is null),
  add constraint counted_once_arrived check (counted_at is null or (arrived_at is not null and status <> 'refused')),
  add constraint only_refused_has_a_refusal check (refusal is null or status = 'refused'),
  -- For the counts, which must lie in the warehouse of their putaway.
  add unique (account_id, id, warehouse_id);
-- The operator's list: every owner's, usually those in one status.
create index putaways_in_status on putaways (status, id);

alter table putaway_lines add column broken integer check (broken >= 0);

-- Where the bottles of a line were put, as counted. Nothing of it is in stock before the putaway is validated.
create table putaway_counts (
  account_id bigint not null,
  putaway_id bigint not null,
  wine_id bigint not null,
  format_ml integer not null,
  box_code text not null,
  warehouse_id bigint not null,
  location_id bigint not null,
  quantity integer not null check (quantity > 0),
  primary key (account_id, putaway_id, wine_id, format_ml, box_code, location_id),
  foreign key (account_id, putaway_id, wine_id, format_ml, box_code) references putaway_lines on update cascade on delete cascade,
  foreign key (account_id, putaway_id, warehouse_id) references putaways (account_id, id, warehouse_id),
  foreign key (warehouse_id, location_id) references locations (warehouse_id, id)
);

create table putaway_files (
  account_id bigint not null,
  id bigint generated always as identity,
  putaway_id bigint not null,
  name text not null check (length(name) between 1 and 255),
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  storage_key text not null unique,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, putaway_id) references putaways (account_id, id)
);
create index putaway_files_putaway on putaway_files (account_id, putaway_id);

-- Who did what to a putaway. The name is kept as it was then; it has no person when a job did it.
create table putaway_steps (
  account_id bigint not null,
  id bigint generated always as identity,
  putaway_id bigint not null,
  step text not null check (step in ('announced', 'changed', 'arrived', 'counted', 'validated', 'refused', 'files_attached')),
  staff_id bigint references staff,
  staff_name text not null check (length(staff_name) between 1 and 300),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, putaway_id) references putaways (account_id, id)
);
create index putaway_steps_putaway on putaway_steps (account_id, putaway_id, id);

-- Finds the bottles that a putaway announced. None that is in stock has an entry here, and no column of it changes when a bottle
-- is reserved, so orders pay nothing for it.
create index bottles_announced on bottles (account_id, putaway_id, wine_id, format_ml, box_code, id) where state = 'announced';

-- An announced bottle that did not come is missing; refused ones were there, or were called off.
alter table stock_moves drop constraint stock_moves_kind_check, drop constraint places_fit_kind,
  add constraint stock_moves_kind_check check (kind in ('announced', 'refused', 'missing', 'received', 'moved', 'reserved',
    'released', 'shipped', 'withdrawn', 'found', 'lost')) not valid,
  add constraint places_fit_kind check (case kind
    when 'announced' then from_location_id is null and to_location_id is null
    when 'refused' then from_location_id is null and to_location_id is null
    when 'missing' then from_location_id is null and to_location_id is null
    when 'received' then from_location_id is null and to_location_id is not null
    when 'found' then from_location_id is null and to_location_id is not null
    when 'moved' then from_location_id is not null and to_location_id is not null
    when 'reserved' then from_location_id is not null and from_location_id = to_location_id
    when 'released' then from_location_id is not null and from_location_id = to_location_id
    else from_location_id is not null and to_location_id is null end) not valid;
alter table stock_moves validate constraint stock_moves_kind_check;
alter table stock_moves validate constraint places_fit_kind;

-- Where the goods of earlier putaways were put, as the ledger tells it.
insert into putaway_counts (account_id, putaway_id, wine_id, format_ml, box_code, warehouse_id, location_id, quantity)
select m.account_id, m.putaway_id, b.wine_id, b.format_ml, b.box_code, p.warehouse_id, m.to_location_id, count(*)
from stock_moves m
  join putaways p on p.account_id = m.account_id and p.id = m.putaway_id
  join locations l on l.warehouse_id = p.warehouse_id and l.id = m.to_location_id
  join bottles b on b.account_id = m.account_id and b.id = m.bottle_id
  join putaway_lines g on g.account_id = m.account_id and g.putaway_id = m.putaway_id
    and g.wine_id = b.wine_id and g.format_ml = b.format_ml and g.box_code = b.box_code
where m.kind = 'received'
group by m.account_id, m.putaway_id, b.wine_id, b.format_ml, b.box_code, p.warehouse_id, m.to_location_id;
