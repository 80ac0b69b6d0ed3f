-- What a delivery costs, the same for every owner: euro before VAT, as on invoice lines. A tariff holds everything from its day
-- until the next tariff begins, and nothing is shared between two of them, so that a new one can be prepared and compared.

-- The last three columns name zones that the tariff must have. They are foreign keys that are checked at commit, so no tariff can
-- exist that has no price for some address.
create table delivery_tariffs (
  id bigint generated always as identity primary key,
  valid_from date not null unique check (isfinite(valid_from)),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  rest_of_world text not null check (rest_of_world not in ('paris', 'france')),
  paris text not null generated always as ('paris') stored,
  france text not null generated always as ('france') stored
);

-- Paris, France and any number of country groups. `first_bracket` makes the brackets complete: see below.
create table delivery_zones (
  tariff_id bigint not null references delivery_tariffs on delete cascade,
  code text not null check (code ~ '^[a-z][a-z0-9_]{0,29}$'),
  label text not null check (length(label) between 1 and 100),
  first_bracket integer not null generated always as (1) stored,
  primary key (tariff_id, code)
);
alter table delivery_tariffs
  add foreign key (id, rest_of_world) references delivery_zones deferrable initially deferred,
  add foreign key (id, paris) references delivery_zones deferrable initially deferred,
  add foreign key (id, france) references delivery_zones deferrable initially deferred;

create table delivery_zone_countries (
  tariff_id bigint not null,
  country text not null check (country ~ '^[A-Z]{2}$' and country <> 'FR'),
  zone text not null check (zone not in ('paris', 'france')),
  primary key (tariff_id, country),
  foreign key (tariff_id, zone) references delivery_zones on delete cascade
);

-- A bracket reaches up to the next one of its zone, and the last has no end: starts alone can neither overlap nor leave a gap.
-- The price is that of `from_bottles` bottles; 0 is carriage paid. Amounts have an upper bound because NaN is greater than any number.
create table delivery_brackets (
  tariff_id bigint not null,
  zone text not null,
  from_bottles integer not null check (from_bottles > 0),
  price numeric(7, 2) not null check (price between 0 and 99999.99),
  further_bottle_price numeric(7, 2) not null default 0 check (further_bottle_price between 0 and 99999.99),
  primary key (tariff_id, zone, from_bottles),
  foreign key (tariff_id, zone) references delivery_zones on delete cascade
);
alter table delivery_zones
  add foreign key (tariff_id, code, first_bracket) references delivery_brackets deferrable initially deferred;

-- Added to the price, every one that fits: for a whole zone, for a country, or for the zipcodes of a country that begin so.
create table delivery_supplements (
  id bigint generated always as identity primary key,
  tariff_id bigint not null references delivery_tariffs on delete cascade,
  label text not null check (length(label) between 1 and 100),
  zone text,
  country text check (country ~ '^[A-Z]{2}$'),
  zip_prefix text check (zip_prefix ~ '^[A-Z0-9]{1,10}$'),
  per text not null check (per in ('order', 'bottle')),
  amount numeric(7, 2) not null check (amount between 0.01 and 99999.99),
  foreign key (tariff_id, zone) references delivery_zones on delete cascade,
  constraint zone_or_country check ((zone is null) <> (country is null)),
  constraint zip_prefix_has_country check (zip_prefix is null or country is not null),
  unique nulls not distinct (tariff_id, zone, country, zip_prefix, per, label)
);

-- The tariff that ships with the product.
insert into delivery_tariffs (valid_from, name, rest_of_world, created_at)
values ('2020-01-01', 'Standard tariff', 'world', now());

insert into delivery_zones (tariff_id, code, label)
select t.id, zone.code, zone.label from delivery_tariffs t, (values
  ('paris', 'Paris and the departments 92, 93 and 94'),
  ('france', 'France'),
  ('france_overseas', 'Overseas France'),
  ('europe_1', 'Benelux, Germany and Monaco'),
  ('europe_2', 'Other countries of the European Union'),
  ('europe_3', 'Europe outside the European Union'),
  ('world', 'Rest of the world')) zone (code, label);

insert into delivery_zone_countries (tariff_id, country, zone)
select t.id, country, zone.code from delivery_tariffs t, (values
  ('france_overseas', 'BL GF GP MF MQ NC PF PM RE TF WF YT'),
  ('europe_1', 'BE DE LU MC NL'),
  ('europe_2', 'AT BG CY CZ DK EE ES FI GR HR HU IE IT LT LV MT PL PT RO SE SI SK SM VA'),
  ('europe_3', 'AD AL AX BA CH FO GB GG GI IM IS JE LI MD ME MK NO RS UA')) zone (code, countries),
  string_to_table(zone.countries, ' ') country;

insert into delivery_brackets (tariff_id, zone, from_bottles, price, further_bottle_price)
select t.id, bracket.* from delivery_tariffs t, (values
  ('paris', 1, 9.90, 0),
  ('paris', 7, 12.90, 0),
  ('paris', 13, 17.90, 0),
  ('paris', 25, 24.90, 0),
  ('paris', 37, 34.90, 0),
  ('paris', 61, 49.90, 0),
  ('paris', 121, 50.30, 0.40),
  ('france', 1, 14.90, 0),
  ('france', 7, 19.90, 0),
  ('france', 13, 27.90, 0),
  ('france', 19, 34.90, 0),
  ('france', 25, 48.90, 0),
  ('france', 37, 74.90, 0),
  ('france', 61, 119.00, 0),
  ('france', 121, 119.75, 0.75),
  -- As France, so that 97110 costs the same whether it is called FR or GP.
  ('france_overseas', 1, 14.90, 0),
  ('france_overseas', 7, 19.90, 0),
  ('france_overseas', 13, 27.90, 0),
  ('france_overseas', 19, 34.90, 0),
  ('france_overseas', 25, 48.90, 0),
  ('france_overseas', 37, 74.90, 0),
  ('france_overseas', 61, 119.00, 0),
  ('france_overseas', 121, 119.75, 0.75),
  ('europe_1', 1, 24.90, 0),
  ('europe_1', 7, 34.90, 0),
  ('europe_1', 13, 59.90, 0),
  ('europe_1', 25, 84.90, 0),
  ('europe_1', 37, 129.00, 0),
  ('europe_1', 61, 130.90, 1.90),
  ('europe_2', 1, 34.90, 0),
  ('europe_2', 7, 49.90, 0),
  ('europe_2', 13, 84.90, 0),
  ('europe_2', 25, 119.00, 0),
  ('europe_2', 37, 185.00, 0),
  ('europe_2', 61, 187.80, 2.80),
  ('europe_3', 1, 39.90, 0),
  ('europe_3', 7, 57.90, 0),
  ('europe_3', 13, 98.00, 0),
  ('europe_3', 25, 139.00, 0),
  ('europe_3', 37, 215.00, 0),
  ('europe_3', 61, 218.20, 3.20),
  ('world', 1, 79.00, 0),
  ('world', 7, 129.00, 0),
  ('world', 13, 229.00, 0),
  ('world', 25, 237.50, 8.50)) bracket (zone, from_bottles, price, further_bottle_price);

-- 98000 is Monaco, which some call FR: only the overseas territories among the 98s cross an ocean.
insert into delivery_supplements (tariff_id, label, zone, country, zip_prefix, per, amount)
select t.id, supplement.* from delivery_tariffs t, (values
  ('Crossing to Corsica', null, 'FR', '20', 'order', 12.00),
  ('Crossing to Corsica', null, 'FR', '20', 'bottle', 0.50),
  ('Overseas customs formalities', null, 'FR', '97', 'order', 39.00),
  ('Overseas customs formalities', null, 'FR', '984', 'order', 39.00),
  ('Overseas customs formalities', null, 'FR', '986', 'order', 39.00),
  ('Overseas customs formalities', null, 'FR', '987', 'order', 39.00),
  ('Overseas customs formalities', null, 'FR', '988', 'order', 39.00),
  ('Overseas air freight', null, 'FR', '97', 'bottle', 6.50),
  ('Overseas air freight', null, 'FR', '984', 'bottle', 6.50),
  ('Overseas air freight', null, 'FR', '986', 'bottle', 6.50),
  ('Overseas air freight', null, 'FR', '987', 'bottle', 6.50),
  ('Overseas air freight', null, 'FR', '988', 'bottle', 6.50),
  ('Overseas customs formalities', 'france_overseas', null, null, 'order', 39.00),
  ('Overseas air freight', 'france_overseas', null, null, 'bottle', 6.50),
  ('Balearic Islands', null, 'ES', '07', 'order', 19.00),
  ('Canary Islands', null, 'ES', '35', 'order', 45.00),
  ('Canary Islands', null, 'ES', '38', 'order', 45.00),
  ('Azores and Madeira', null, 'PT', '9', 'order', 45.00),
  ('Export declaration', 'europe_3', null, null, 'order', 45.00),
  ('Export declaration', 'world', null, null, 'order', 65.00)) supplement (label, zone, country, zip_prefix, per, amount);
