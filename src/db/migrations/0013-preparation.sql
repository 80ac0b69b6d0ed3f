-- Orders on their way out: who prepares which, what has been taken off the shelf, what could not be found, and how it left.

-- When the bottle was taken off the shelf for its order. A column and not a table of its own: it needs no second key, and the rule
-- that only a reserved bottle is picked is then a check. Orders pay nothing for it, since no index has it.
alter table bottles add column picked_at timestamptz,
  add constraint only_reserved_is_picked check (picked_at is null or order_id is not null);

-- A pick goes when the reservation goes, whoever gives the bottle back.
create function forget_pick() returns trigger language plpgsql as $$
begin
  new.picked_at := null;
  return new;
end $$;
create trigger bottles_picked_for_their_order before update of order_id on bottles for each row
  when (old.picked_at is not null and new.order_id is null)
  execute function forget_pick();

-- What the warehouse knows of an order beside the order itself. It is written when work begins, so that placing an order costs no
-- more than before. Names are kept as they were then; a picker has no id when no person of the operator's began the work.
create table preparations (
  account_id bigint not null,
  order_id bigint not null,
  picker_id bigint references staff,
  picker_name text check (length(picker_name) between 1 and 300),
  started_at timestamptz,
  ready_at timestamptz,
  parcels integer check (parcels between 1 and 10000),
  weight_grams integer check (weight_grams between 1 and 100000000),
  carrier text check (length(carrier) between 1 and 100),
  shipped_at timestamptz,
  delivered_on date check (isfinite(delivered_on)),
  delivery_remark text check (length(delivery_remark) between 1 and 1000),
  collected_by text check (length(collected_by) between 1 and 200),
  withdrawn_at timestamptz,
  held_by text check (length(held_by) between 1 and 300),
  held_at timestamptz,
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references orders (account_id, id),
  constraint claim_is_whole check (
    (picker_name is null) = (started_at is null) and (picker_id is null or picker_name is not null)),
  constraint packing_is_whole check ((ready_at is null) = (parcels is null) and (weight_grams is null or parcels is not null)),
  constraint shipment_is_whole check ((carrier is null) = (shipped_at is null)),
  constraint remark_is_on_a_delivery check (delivery_remark is null or delivered_on is not null),
  constraint collection_is_whole check ((collected_by is null) = (withdrawn_at is null)),
  constraint leaves_one_way check (shipped_at is null or withdrawn_at is null),
  constraint hold_is_whole check ((held_by is null) = (held_at is null))
);

-- Bottles that an order lost in preparation because no equal one was left to take their place.
create table order_shortages (
  account_id bigint not null,
  id bigint generated always as identity,
  order_id bigint not null,
  wine_id bigint not null references wines,
  format_ml integer not null check (format_ml between 1 and 30000),
  box_code text not null references box_codes,
  quantity integer not null check (quantity > 0),
  reason text not null check (reason in ('missing', 'broken')),
  comment text not null default '' check (length(comment) <= 500),
  reported_by text not null check (length(reported_by) between 1 and 300),
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, order_id) references orders (account_id, id)
);
create index order_shortages_order on order_shortages (account_id, order_id);

alter table orders add constraint held_before_it_leaves check (
  hold_reason is null or status in ('new', 'processing', 'ready'));

-- The work of a warehouse, day by day. An order leaves the index when it leaves the house.
create index orders_to_prepare on orders (warehouse_id, preparation_date)
  where status in ('new', 'processing', 'ready') and deleted_at is null;
