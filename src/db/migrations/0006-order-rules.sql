-- What placing an order needs beyond the record itself.

-- Days on which the operator works neither in the warehouse nor on the road, beside weekends and public days.
create table closed_days (
  day date primary key,
  reason text not null check (length(reason) between 1 and 200)
);

-- An owner may ask that no two of their orders bear the same reference. The column repeats the reference for those owners only,
-- so that the rule is an index and holds under any load.
alter table accounts add column unique_references boolean not null default false;
alter table orders add column unique_reference text;
create unique index orders_unique_reference on orders (account_id, unique_reference) where deleted_at is null;

-- Why an order has the dates that it has, as it was decided then.
alter table orders add column schedule_steps jsonb not null default '[]';

-- Oldest in the cellar first: a bottle announced early may come in late, so its number does not tell its age.
alter table bottles add column stored_at timestamptz;
update bottles b set stored_at = (
  select min(m.created_at) from stock_moves m
  where m.account_id = b.account_id and m.bottle_id = b.id and m.kind in ('received', 'found'))
where b.state <> 'announced';
alter table bottles add constraint stored_since check (state <> 'stored' or stored_at is not null);

-- Serves the consolidated view by an index-only scan, and the pick of a wine's oldest bottles in one warehouse.
drop index bottles_available;
create index bottles_available on bottles (account_id, wine_id, format_ml, box_code, warehouse_id, stored_at, id)
  where state = 'stored' and order_id is null;
-- The oldest bottles of a wine are taken first, so their dead entries lie at the front of that index, where each pick begins.
alter table bottles set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
