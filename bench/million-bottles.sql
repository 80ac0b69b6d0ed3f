-- A full warehouse, made of whole sets: 1,000,000 bottles of 402 owners. Account 1 holds half of them, account 2 a tenth, and
-- 400 owners about 1,000 each. The bottles of all owners lie mixed on disk, as they would after years of arrivals.

-- The rows are right by construction (the ledger is verified afterwards), so foreign keys need not be looked up row by row.
set session_replication_role = replica;
set work_mem = '256MB';
set maintenance_work_mem = '512MB';

-- An index is made faster when its table is full. Those behind primary keys and other constraints stay.
create temporary table later_indexes as
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i join pg_class c on c.oid = i.indrelid and c.relname in ('bottles', 'stock_moves')
where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'));
do $$ declare doomed text; begin
  for doomed in select name from later_indexes loop execute 'drop index ' || doomed; end loop;
end $$;

insert into accounts (name, email, created_at, updated_at)
select 'Owner ' || n, 'owner' || n || '@example.com', '2023-01-01', '2023-01-01' from generate_series(1, 402) n;

insert into warehouses (name, public_name, street1, city, zipcode, country, created_at)
select 'W' || n, 'Warehouse ' || n, n || ' rue du Port', 'Bordeaux', '33000', 'FR', '2023-01-01' from generate_series(1, 3) n;
insert into locations (warehouse_id, code, created_at)
select 1 + n % 3, 'A-' || n, '2023-01-01' from generate_series(1, 6000) n;
insert into box_codes (code, bottle_count, label) values ('CBO6', 6, 'Wooden case of 6'), ('CBO12', 12, 'Wooden case of 12');

insert into wines (name, color, country, region, appellation, ranking, description, vintage, alcohol, created_at, updated_at)
select 'Château Numéro ' || n, (array['Rouge', 'Blanc', 'Rosé'])[1 + n % 3], 'France', 'Bordeaux', 'Saint-Julien',
  case when n % 4 = 0 then 'Grand Cru Classé' end, case when n % 2 = 0 then repeat('A long description. ', 10) end,
  1990 + n % 33, 13.5, '2023-01-01', '2023-01-01'
from generate_series(1, 5000) n;

-- One row for each bottle of the story: whose it is, the how manieth of that owner, and what became of it.
create temporary table story as
with dealt as (
  select n, case when (n::bigint * 611953) % 1000000 < 500000 then 1 when (n::bigint * 611953) % 1000000 < 600000 then 2
    else 3 + ((n::bigint * 611953) % 1000000) % 400 end as account_id
  from generate_series(1, 1000000) n
), numbered as (
  select n, account_id, row_number() over (partition by account_id order by n) as seq, count(*) over (partition by account_id) as held
  from dealt
), wined as (
  select n, account_id, seq, held, case account_id when 1 then 4500 when 2 then 1200 else 120 end as kinds from numbered
)
select *, coming is false and seq % 20 < 4 and created_at + interval '200 days' < today as ordered,
  case when coming then 'announced' when seq % 20 < 3 and created_at + interval '201 days' < today then 'gone' else 'stored' end as state,
  coming is false and seq % 5 = 4 and created_at + interval '60 days' < today as moved
from (
  select n as id, account_id, seq, seq > held * 0.98 as coming,
    1 + (account_id * 37 + (seq * 7 % kinds) * 41) % 5000 as wine_id,
    (array[750, 750, 750, 750, 1500, 375])[1 + seq * 7 % kinds % 6] as format_ml,
    (array['', '', '', 'CBO6', 'CBO12'])[1 + seq / 11 % 5] as box_code,
    1 + n % 6000 as location_id, 1 + (n * 31) % 6000 as second_location_id,
    timestamptz '2023-01-02' + n * interval '90 seconds' as created_at,
    timestamptz '2023-01-02' + 1000000 * interval '90 seconds' as today
  from wined
) s;

-- Twelve bottles of one owner make an order, and twenty-four that came together a putaway. What has left and what is
-- reserved never share an order. Numbers of orders leave room for parents and for deleted ones.
create temporary table told as
select s.*,
  case when ordered then 10 * dense_rank() over (order by ordered desc, (order_place - 1) / 12, account_id, state) end as order_id,
  dense_rank() over (order by (seq - 1) / 24, account_id, coming) as putaway_id
from (
  select *, row_number() over (partition by account_id, ordered, state order by seq) as order_place from story
) s;
drop table story;
create index on told (id);
analyze told;

insert into putaways (account_id, id, warehouse_id, status, shipper, reference, validated_at, created_at, updated_at)
overriding system value
select account_id, putaway_id, 1 + putaway_id % 3, case when bool_or(state = 'announced') then 'announced' else 'validated' end,
  'Domaine', 'REF-' || putaway_id, case when not bool_or(state = 'announced') then max(created_at) + interval '2 days' end,
  min(created_at), max(created_at) + interval '2 days'
from told group by account_id, putaway_id;

insert into putaway_lines (account_id, putaway_id, wine_id, format_ml, box_code, announced, received)
select account_id, putaway_id, wine_id, format_ml, box_code, count(*), case when state <> 'announced' then count(*) end
from (select account_id, putaway_id, wine_id, format_ml, box_code, case state when 'announced' then state else 'here' end as state from told) t
group by account_id, putaway_id, wine_id, format_ml, box_code, state;

insert into orders (account_id, id, status, origin, warehouse_id, handover, delivery_date, preparation_date, half_day, comment,
  created_by_email, created_by_name, updated_by_email, updated_by_name, created_at, updated_at)
overriding system value
select account_id, order_id, case when bool_or(state = 'gone') then 'withdrawn' else 'new' end, 'api', 1 + order_id % 3, 'pickup',
  '2026-01-05', '2026-01-02', 'am', 'Please call before.', 'owner@example.com', 'An Owner', 'owner@example.com', 'An Owner',
  max(created_at) + interval '200 days', max(created_at) + interval '201 days'
from told where ordered group by account_id, order_id;

insert into order_lines (account_id, order_id, wine_id, format_ml, box_code, quantity)
select account_id, order_id, wine_id, format_ml, box_code, count(*)
from told where ordered group by account_id, order_id, wine_id, format_ml, box_code;

-- One order in fifty is split over two warehouses, and one in ten was deleted.
create temporary table parents as
select account_id, min(id) as first_child, max(id) as second_child, min(id) - 1 as id
from (
  select account_id, id, status, row_number() over (partition by account_id, status order by id) as place from orders
) o where place % 100 < 2 group by account_id, status, place / 100 having count(*) = 2;
insert into orders (account_id, id, status, origin, warehouse_id, handover, delivery_date, preparation_date, half_day,
  created_by_email, created_by_name, updated_by_email, updated_by_name, created_at, updated_at)
overriding system value
select o.account_id, p.id, o.status, o.origin, o.warehouse_id, o.handover, o.delivery_date, o.preparation_date, o.half_day,
  o.created_by_email, o.created_by_name, o.updated_by_email, o.updated_by_name, o.created_at, o.updated_at
from parents p join orders o on o.account_id = p.account_id and o.id = p.first_child;
update orders o set parent_id = p.id from parents p
where o.account_id = p.account_id and o.id in (p.first_child, p.second_child);
insert into order_lines (account_id, order_id, wine_id, format_ml, box_code, quantity)
select p.account_id, p.id, l.wine_id, l.format_ml, l.box_code, sum(l.quantity)
from parents p join order_lines l on l.account_id = p.account_id and l.order_id in (p.first_child, p.second_child)
group by p.account_id, p.id, l.wine_id, l.format_ml, l.box_code;
insert into orders (account_id, id, status, origin, warehouse_id, handover, delivery_date, preparation_date, half_day,
  created_by_email, created_by_name, updated_by_email, updated_by_name, created_at, updated_at, deleted_at)
overriding system value
select account_id, id + 5, 'new', origin, warehouse_id, handover, delivery_date, preparation_date, half_day,
  created_by_email, created_by_name, updated_by_email, updated_by_name, created_at, updated_at, updated_at
from orders where id % 100 = 0;
insert into order_files (account_id, order_id, name, media_type, size_bytes, storage_key, created_at)
select account_id, id, 'slip.pdf', 'application/pdf', 1000, 'file-' || id, created_at from orders where id % 30 = 0;

insert into bottles (account_id, id, wine_id, format_ml, box_code, state, warehouse_id, location_id, order_id, putaway_id,
  stored_at, created_at, updated_at)
overriding system value
select account_id, t.id, wine_id, format_ml, box_code, state, l.warehouse_id, l.id, order_id, putaway_id,
  case when not coming then t.created_at + interval '2 hours' end, t.created_at, t.created_at
from told t
  left join locations l on state = 'stored' and l.id = case when moved then second_location_id else location_id end
order by t.id;

insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, from_location_id, to_location_id, order_id, putaway_id,
  comment, created_at)
select account_id, t.id, step.kind, wine_id, format_ml, step.origin, step.goal, step.order_id,
  case when step.kind in ('announced', 'received') then putaway_id end, '', t.created_at + step.later
from told t, lateral (select case when moved then second_location_id else location_id end as last_place) p, lateral (values
  ('announced', null, null, null, interval '0', true),
  ('received', null, location_id, null, interval '2 hours', not coming),
  ('moved', location_id, second_location_id, null, interval '60 days', moved),
  ('reserved', last_place, last_place, order_id, interval '200 days', ordered),
  ('withdrawn', last_place, null, order_id, interval '201 days', state = 'gone')
) as step (kind, origin, goal, order_id, later, happened)
where step.happened order by t.created_at + step.later, t.id;

insert into wine_prices (account_id, wine_id, format_ml, price, created_at, updated_at)
select distinct account_id, wine_id, format_ml, 25.50, timestamptz '2024-01-01', timestamptz '2024-01-01' from told where wine_id % 3 = 0;
insert into wine_comments (account_id, wine_id, format_ml, comment, created_at, updated_at)
select distinct account_id, wine_id, format_ml, 'SKU-' || wine_id, timestamptz '2024-01-01', timestamptz '2024-01-01'
from told where wine_id % 3 = 1;

insert into addresses (account_id, company, street1, city, zipcode, country, phone, created_at, updated_at)
select a.id, 'Restaurant ' || n, n || ' rue de Paris', 'Lyon', '69000', 'FR', '+33 4 00 00 00 00', '2024-01-01', '2024-01-01'
from generate_series(1, 2500) n join accounts a on n <= case a.id when 1 then 2500 when 2 then 500 else 10 end;

insert into products (name) values ('Storage'), ('Handling');
insert into invoices (account_id, number, state, billed_to, billed_by, payment_mode, subtotal, vat, total, paid, due_on, validated_at, created_at, updated_at)
select a.id, case when n % 20 > 0 then 'F-' || a.id || '-' || n end, case when n % 20 > 0 then 'paid' else 'draft' end,
  jsonb_build_object('company', 'Restaurant', 'street1', '1 rue de Paris', 'city', 'Lyon', 'zipcode', '69000', 'country', 'FR'),
  jsonb_build_object('name', 'Caveau', 'street1', '1 rue du Port', 'city', 'Bordeaux', 'zipcode', '33000', 'country', 'FR'),
  'sdd', 100, 20, 120, case when n % 20 > 0 then 120 else 0 end, case when n % 20 > 0 then date '2024-01-31' end,
  case when n % 20 > 0 then timestamptz '2024-01-01' end, '2024-01-01', '2024-01-01'
from generate_series(1, 1200) n join accounts a on n <= case a.id when 1 then 1200 when 2 then 240 else 36 end;
insert into invoice_lines (account_id, invoice_id, product_id, quantity, unit_price, vat_percent)
select account_id, i.id, p.id, 50, 1, 20 from invoices i cross join products p;

do $$ declare lost text; begin
  for lost in select definition from later_indexes loop execute lost; end loop;
end $$;

drop table told, parents, later_indexes;
reset work_mem;
reset maintenance_work_mem;
set session_replication_role = default;
