-- Money: who bills whom, what storage and work cost, what was billed, and what was paid.

-- The operator's company as it is printed on invoices. One row, or none as long as nobody has filled it in.
create table operator_company (
  only_row boolean primary key default true check (only_row),
  name text not null check (length(name) between 1 and 200),
  street1 text not null check (length(street1) between 1 and 200),
  street2 text check (length(street2) <= 200),
  city text not null check (length(city) between 1 and 100),
  zipcode text not null check (length(zipcode) between 1 and 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  siret text not null check (siret ~ '^[0-9]{14}$'),
  vat_number text not null check (length(vat_number) between 1 and 50),
  iban text check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  payment_days integer not null check (payment_days between 0 and 120),
  -- A number is prefix, year and running number; without a digit in the prefix no two series can write the same one.
  invoice_prefix text not null check (invoice_prefix ~ '^[A-Z][A-Z-]{0,9}$'),
  credit_note_prefix text not null check (credit_note_prefix ~ '^[A-Z][A-Z-]{0,9}$'),
  updated_at timestamptz not null,
  constraint series_differ check (invoice_prefix <> credit_note_prefix)
);

-- To whom an account's invoices are addressed, and how they are paid.
create table account_billing (
  account_id bigint primary key references accounts,
  first_name text check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) between 1 and 100),
  company text check (length(company) between 1 and 200),
  street1 text not null check (length(street1) between 1 and 200),
  street2 text check (length(street2) <= 200),
  city text not null check (length(city) between 1 and 100),
  zipcode text not null check (length(zipcode) between 1 and 20),
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text check (length(vat_number) between 1 and 50),
  payment_mode text not null check (payment_mode in ('sdd', 'cb')),
  purchase_order text check (length(purchase_order) between 1 and 200),
  updated_at timestamptz not null,
  constraint billed_has_a_name check (company is not null or (first_name is not null and last_name is not null))
);

-- Storage, per bottle and Paris day. A card holds everything from its day until the next one begins.
create table storage_rate_cards (
  id bigint generated always as identity primary key,
  valid_from date not null unique check (isfinite(valid_from)),
  name text not null check (length(name) between 1 and 100),
  -- For every format that the card does not name. Prices have an upper bound because NaN is greater than any number.
  other_price numeric(6, 4) not null check (other_price between 0 and 99.9999),
  vat_percent numeric(5, 2) not null check (vat_percent between 0 and 100),
  created_at timestamptz not null
);
create table storage_rates (
  card_id bigint not null references storage_rate_cards on delete cascade,
  format_ml integer not null check (format_ml between 1 and 30000),
  price numeric(6, 4) not null check (price between 0 and 99.9999),
  primary key (card_id, format_ml)
);

create table service_rate_cards (
  id bigint generated always as identity primary key,
  valid_from date not null unique check (isfinite(valid_from)),
  name text not null check (length(name) between 1 and 100),
  preparation_per_order numeric(8, 4) not null check (preparation_per_order between 0 and 9999.9999),
  preparation_per_bottle numeric(8, 4) not null check (preparation_per_bottle between 0 and 9999.9999),
  packaging_per_parcel numeric(8, 4) not null check (packaging_per_parcel between 0 and 9999.9999),
  putaway_per_bottle numeric(8, 4) not null check (putaway_per_bottle between 0 and 9999.9999),
  -- Of all of these, and of deliveries.
  vat_percent numeric(5, 2) not null check (vat_percent between 0 and 100),
  created_at timestamptz not null
);

-- The cards that ship with the product.
with card as (
  insert into storage_rate_cards (valid_from, name, other_price, vat_percent, created_at)
  values ('2020-01-01', 'Standard storage', 0.0600, 20, now()) returning id)
insert into storage_rates (card_id, format_ml, price)
select card.id, rate.* from card, (values
  (187, 0.0030), (200, 0.0030), (250, 0.0030), (330, 0.0030), (375, 0.0030), (500, 0.0038), (620, 0.0048), (750, 0.0048),
  (1000, 0.0066), (1500, 0.0096), (3000, 0.0192), (5000, 0.0320), (6000, 0.0384)) rate (format_ml, price);
insert into service_rate_cards (valid_from, name, preparation_per_order, preparation_per_bottle, packaging_per_parcel,
  putaway_per_bottle, vat_percent, created_at)
values ('2020-01-01', 'Standard services', 2.5000, 0.8500, 2.8500, 0.3200, 20, now());

-- The last running number of each series and year. Whoever validates holds the row until they commit, so no number is lost.
create table invoice_counters (
  prefix text not null check (prefix ~ '^[A-Z][A-Z-]{0,9}$'),
  year integer not null check (year between 2000 and 9999),
  last_number integer not null check (last_number > 0),
  primary key (prefix, year)
);
insert into invoice_counters (prefix, year, last_number)
select parts[1], parts[2]::int, max(parts[3]::int)
from invoices, regexp_match(number, '^([A-Z][A-Z-]{0,9})([2-9][0-9]{3})-([0-9]{1,9})$') parts
where parts is not null and parts[3]::int > 0
group by 1, 2;

alter table invoices
  add column kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
  -- The month that a run billed, as its first day.
  add column month date check (extract(day from month) = 1),
  add column due_on date,
  -- The invoice that a credit note takes back, whole or in part.
  add column credits_id bigint,
  -- Both repeat what payments and credit notes add up to; a trigger compares them at commit.
  add column paid numeric(14, 2) not null default 0,
  add column credited numeric(14, 2) not null default 0,
  -- When what a cancelled invoice billed was given free, to be billed anew.
  add column released_at timestamptz;

create table invoice_payments (
  account_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  amount numeric(14, 2) not null check (amount between 0.01 and 999999999999.99),
  mode text not null check (mode in ('sdd', 'cb', 'transfer', 'cheque')),
  paid_on date not null check (isfinite(paid_on)),
  reference text check (length(reference) between 1 and 200),
  created_at timestamptz not null,
  -- A payment that was entered by mistake, or went back, stays on record.
  taken_back_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id)
);
create index invoice_payments_invoice on invoice_payments (account_id, invoice_id);
-- What was billed and paid before there were payments, due days and credit notes.
insert into invoice_payments (account_id, invoice_id, amount, mode, paid_on, created_at)
select account_id, id, total, payment_mode, updated_at::date, updated_at from invoices where state = 'paid' and total > 0;
update invoices set paid = total where state = 'paid';
update invoices set credited = total where state = 'cancelled' and validated_at is not null;
update invoices set due_on = validated_at::date + 30 where validated_at is not null;

alter table invoices
  add column open_amount numeric(14, 2) not null generated always as (
    case when kind = 'invoice' and validated_at is not null then total - credited - paid else 0 end) stored,
  add foreign key (account_id, credits_id) references invoices (account_id, id),
  add constraint credit_note_credits_an_invoice check ((kind = 'credit_note') = (credits_id is not null)),
  add constraint credit_note_is_negative check (kind = 'invoice' or validated_at is null or total < 0),
  add constraint invoice_is_not_negative check (kind = 'credit_note' or validated_at is null or total >= 0),
  add constraint only_invoices_bill_a_month check (month is null or kind = 'invoice'),
  add constraint only_cancelled_is_released check (released_at is null or state = 'cancelled'),
  add constraint paid_within_total check (paid between 0 and case when validated_at is null then 0 else greatest(total, 0) end),
  add constraint credited_within_total check (
    credited between 0 and case when validated_at is null then 0 else greatest(total, 0) end),
  -- Whoever is shown an invoice sees from whom and to whom it is.
  add constraint shown_is_addressed check (state = 'draft' or (billed_to ? 'street1' and billed_by ? 'name')),
  add constraint state_fits_what_was_paid check (case
    when validated_at is null then true
    when kind = 'credit_note' then state = 'validated' and paid = 0 and credited = 0
    when total > 0 and credited = total then state = 'cancelled'
    when paid + credited >= total then state = 'paid'
    else state = 'validated' end),
  add constraint validated_with_due_day check ((due_on is not null) = (kind = 'invoice' and validated_at is not null));

drop index invoices_number;
create unique index invoices_number on invoices (number) where number is not null;
-- A month of an account is billed by one invoice, however many processes run at once.
create unique index invoices_month on invoices (account_id, month) where month is not null and released_at is null;
create index invoices_credits on invoices (account_id, credits_id) where credits_id is not null;
-- The operator's lists.
create index invoices_in_state on invoices (state, id);
create index invoices_of_month on invoices (month, id) where month is not null;
create index invoices_due on invoices (due_on, id) where open_amount > 0;

alter table invoice_lines
  -- What a run computed; a line that somebody wrote has none.
  add column source text check (source in ('storage', 'preparation', 'packaging', 'delivery', 'putaway')),
  -- The line that a line of a credit note takes back, whole or in part.
  add column credits_line_id bigint,
  add foreign key (account_id, credits_line_id) references invoice_lines (account_id, id);
create index invoice_lines_credits on invoice_lines (account_id, credits_line_id) where credits_line_id is not null;

-- An order or putaway is billed once. Without an invoice it was settled outside of the service, and is never billed.
create table invoice_orders (
  account_id bigint not null,
  order_id bigint not null,
  invoice_id bigint,
  left_on date,
  bottle_count integer check (bottle_count > 0),
  parcel_count integer check (parcel_count > 0),
  delivery_cost numeric(14, 2) check (delivery_cost between 0 and 999999999999.99),
  primary key (account_id, order_id),
  foreign key (account_id, order_id) references orders (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  constraint billed_order_is_whole check (num_nulls(invoice_id, left_on, bottle_count, parcel_count, delivery_cost) in (0, 5))
);
create index invoice_orders_invoice on invoice_orders (account_id, invoice_id);
create table invoice_putaways (
  account_id bigint not null,
  putaway_id bigint not null,
  invoice_id bigint,
  validated_on date,
  bottle_count integer check (bottle_count >= 0),
  primary key (account_id, putaway_id),
  foreign key (account_id, putaway_id) references putaways (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  constraint billed_putaway_is_whole check (num_nulls(invoice_id, validated_on, bottle_count) in (0, 3))
);
create index invoice_putaways_invoice on invoice_putaways (account_id, invoice_id);
-- What left or came in before the service kept the books was settled elsewhere.
insert into invoice_orders (account_id, order_id)
select account_id, id from orders where status in ('shipped', 'delivered', 'withdrawn');
insert into invoice_putaways (account_id, putaway_id)
select account_id, id from putaways where status = 'validated';

-- What has a number never changes again, apart from whether it is paid or taken back by a credit note.
create function refuse_invoice_change() returns trigger language plpgsql as $$
declare
  may_change constant text[] := '{state,paid,credited,open_amount,released_at,updated_at}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - may_change = to_jsonb(new) - may_change then return new; end if;
  raise exception 'invoice % is validated: % is refused', old.number, lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger invoices_validated_for_good before update or delete on invoices for each row
  when (old.validated_at is not null) execute function refuse_invoice_change();

create function refuse_second_billing() returns trigger language plpgsql as $$
begin
  if exists (select from invoices i where i.account_id = old.account_id and i.id = old.invoice_id
    and i.validated_at is not null and i.released_at is null)
  then
    raise exception 'invoice % is validated: what it billed stays billed', old.invoice_id using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_orders_stay before update or delete on invoice_orders for each row execute function refuse_second_billing();
create trigger invoice_putaways_stay before update or delete on invoice_putaways for each row execute function refuse_second_billing();

-- Lines of a validated invoice do not change. For others the invoice is touched, once a statement: that locks it against being
-- validated meanwhile, and has its sums checked at commit.
create function follow_invoice_lines() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    update invoices i set subtotal = i.subtotal from (select distinct account_id, invoice_id from changed) c
    where i.account_id = c.account_id and i.id = c.invoice_id returning i.number
  loop
    if touched.number is not null then
      raise exception 'invoice % is validated: its lines do not change', touched.number using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;
create trigger invoice_lines_added after insert on invoice_lines
  referencing new table as changed for each statement execute function follow_invoice_lines();
create trigger invoice_lines_changed after update on invoice_lines
  referencing new table as changed for each statement execute function follow_invoice_lines();
create trigger invoice_lines_removed after delete on invoice_lines
  referencing old table as changed for each statement execute function follow_invoice_lines();
create function refuse_line_passing_on() returns trigger language plpgsql as $$
begin
  raise exception 'line % belongs to invoice %', old.id, old.invoice_id using errcode = 'restrict_violation';
end $$;
create trigger invoice_lines_stay before update of account_id, id, invoice_id on invoice_lines for each row
  when ((old.account_id, old.id, old.invoice_id) is distinct from (new.account_id, new.id, new.invoice_id))
  execute function refuse_line_passing_on();

-- VAT is that of the sum of each rate's lines, half a cent away from zero. Credit notes of one invoice are taxed together, each for
-- what it adds to those before it: so they never give back more VAT than there was, and all of it when all is credited.
create function invoice_vats(of_account bigint, of_invoice bigint)
returns table (vat_percent numeric, base numeric, vat numeric) language sql stable as $$
  select rate.vat_percent, rate.base,
    round((rate.earlier + rate.base) * rate.vat_percent / 100, 2) - round(rate.earlier * rate.vat_percent / 100, 2)
  from (
    select l.vat_percent, sum(l.amount) as base, coalesce((
      select sum(e.amount) from invoices i
        join invoices n on n.account_id = i.account_id and n.credits_id = i.credits_id and n.id < i.id
        join invoice_lines e on e.account_id = n.account_id and e.invoice_id = n.id and e.vat_percent = l.vat_percent
      where i.account_id = of_account and i.id = of_invoice), 0) as earlier
    from invoice_lines l where l.account_id = of_account and l.invoice_id = of_invoice
    group by l.vat_percent) rate
$$;

-- The sums of an invoice against its lines, payments and credit notes.
create function check_invoice_sums(of_account bigint, of_invoice bigint) returns void language plpgsql as $$
declare
  kept invoices;
  sums record;
begin
  select * into kept from invoices i where i.account_id = of_account and i.id = of_invoice;
  if not found then return; end if;
  select coalesce(sum(v.base), 0) as subtotal, coalesce(sum(v.vat), 0) as vat into sums
    from invoice_vats(of_account, of_invoice) v;
  if kept.subtotal <> sums.subtotal then
    raise exception 'the subtotal of invoice % is %, its lines add up to %', of_invoice, kept.subtotal, sums.subtotal
      using errcode = 'check_violation', constraint = 'subtotal_is_sum_of_lines', table = 'invoices';
  end if;
  if kept.vat <> sums.vat then
    raise exception 'the VAT of invoice % is %, its lines give %', of_invoice, kept.vat, sums.vat
      using errcode = 'check_violation', constraint = 'vat_is_that_of_lines', table = 'invoices';
  end if;
  if kept.paid <> coalesce((select sum(p.amount) from invoice_payments p
    where p.account_id = of_account and p.invoice_id = of_invoice and p.taken_back_at is null), 0)
  then
    raise exception 'invoice % is not paid as its payments say', of_invoice
      using errcode = 'check_violation', constraint = 'paid_is_sum_of_payments', table = 'invoices';
  end if;
  if kept.credited <> coalesce((select -sum(c.total) from invoices c
    where c.account_id = of_account and c.credits_id = of_invoice and c.validated_at is not null), 0)
  then
    raise exception 'invoice % is not credited as its credit notes say', of_invoice
      using errcode = 'check_violation', constraint = 'credited_is_sum_of_credit_notes', table = 'invoices';
  end if;
end $$;
create function check_sums_of_invoice() returns trigger language plpgsql as $$
begin
  perform check_invoice_sums(new.account_id, new.id);
  if new.credits_id is not null then perform check_invoice_sums(new.account_id, new.credits_id); end if;
  return null;
end $$;
create constraint trigger invoices_add_up after insert or update on invoices
  deferrable initially deferred for each row execute function check_sums_of_invoice();
create function check_sums_of_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform check_invoice_sums(old.account_id, old.invoice_id); end if;
  if tg_op <> 'DELETE' then perform check_invoice_sums(new.account_id, new.invoice_id); end if;
  return null;
end $$;
create constraint trigger invoice_payments_add_up after insert or update or delete on invoice_payments
  deferrable initially deferred for each row execute function check_sums_of_payment();
