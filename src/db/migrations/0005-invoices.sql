-- Invoices are documents: the two addresses are kept as they were printed.

create table products (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 200),
  description text not null default ''
);

create table invoices (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  number text,
  state text not null check (state in ('draft', 'ongoing', 'validated', 'cancelled', 'paid')),
  billed_to jsonb not null,
  billed_by jsonb not null,
  purchase_order text check (length(purchase_order) <= 200),
  payment_mode text not null check (payment_mode in ('sdd', 'cb')),
  subtotal numeric(14, 2) not null,
  vat numeric(14, 2) not null,
  total numeric(14, 2) not null,
  validated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  constraint total_adds_up check (subtotal + vat = total and 'NaN' not in (subtotal, vat, total)),
  constraint validated_is_numbered check ((number is null) = (validated_at is null)),
  constraint state_fits_validation check (
    (state in ('draft', 'ongoing') and validated_at is null) or (state in ('validated', 'paid') and validated_at is not null)
    or state = 'cancelled')
);
create unique index invoices_number on invoices (number, account_id) where number is not null;
create index invoices_listed on invoices (account_id, id) where state <> 'draft';

create table invoice_lines (
  account_id bigint not null,
  id bigint generated always as identity,
  invoice_id bigint not null,
  product_id bigint references products,
  label text check (length(label) between 1 and 500),
  quantity numeric(14, 3) not null,
  unit_price numeric(14, 4) not null,
  vat_percent numeric(5, 2) not null check (vat_percent between 0 and 100),
  amount numeric(14, 2) not null generated always as (round(quantity * unit_price, 2)) stored,
  primary key (account_id, id),
  foreign key (account_id, invoice_id) references invoices (account_id, id),
  constraint amount_is_a_number check ('NaN' not in (quantity, unit_price)),
  constraint product_or_label check ((product_id is null) <> (label is null))
);
create index invoice_lines_invoice on invoice_lines (account_id, invoice_id);
