-- The catalogue as the operator keeps it: wines that are searched and merged, packings, warehouses with their hours, locations.

-- Text as it is compared and searched: its words in small letters without accents or punctuation, one space in between. What is
-- said here in full (and not left to unaccent or a language) is the same on every server. A word has at most 100 letters, because
-- an index takes no longer ones.
create function plain_words(given text) returns text language sql immutable parallel safe
return trim(regexp_replace(regexp_replace(regexp_replace(
  translate(replace(replace(replace(lower(translate(normalize(given, nfd), 'ŒÆØŁĐ', 'œæøłđ')),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'øłđı', 'oldi'),
  '[\u0300-\u036f]', '', 'g'),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u1680\u2000-\u206f\u3000]+', ' ', 'g'),
  '([^ ]{100})[^ ]+', '\1', 'g'));

-- What wines are found by is kept beside them, since making it costs more than reading it. The words are taken as they are: the
-- parser of the full-text search would make host names of some.
alter table wines
  add column words tsvector not null generated always as (
    array_to_tsvector(string_to_array(plain_words(name || ' ' || appellation), ' '))) stored,
  add column color_words text not null generated always as (plain_words(color)) stored,
  -- The wine that this one is a duplicate of. Ledger rows keep the number they were written with, and owners keep it in their own
  -- systems, so it goes on to lead to the other.
  add column merged_into_id bigint references wines,
  add constraint merged_into_another check (merged_into_id <> id);
create index wines_merged on wines (merged_into_id) where merged_into_id is not null;
create index wines_words on wines using gin (words) where merged_into_id is null;
create index wines_same on wines (vintage, plain_words(name)) where merged_into_id is null;
create index wines_of_vintage on wines (vintage, id) where merged_into_id is null;
create index wines_of_color on wines (color_words, id) where merged_into_id is null;
create index wines_lwin on wines (lwin collate "C") where lwin is not null and merged_into_id is null;

-- One step leads from any duplicate to the wine it is: whoever follows a merge never follows a second.
create function refuse_chain_of_merges() returns trigger language plpgsql as $$
begin
  if exists (select from wines where id = new.merged_into_id and merged_into_id is not null)
    or exists (select from wines where merged_into_id = new.id) then
    raise exception 'wine % cannot be merged into %: one of them is part of another merge', new.id, new.merged_into_id
      using errcode = 'check_violation', constraint = 'merged_in_one_step';
  end if;
  return null;
end $$;
create trigger wines_merged_in_one_step after insert or update of merged_into_id on wines for each row
  when (new.merged_into_id is not null) execute function refuse_chain_of_merges();

-- Nothing new is written down under the number of a merged wine. The lock makes a merge that is under way come first, and a merge
-- wait for what is being written. Whoever looked at the wine before the merge is run again, as after any other conflict, and sees
-- it then. Order lines need no such guard: they come with bottles that the order has locked, and a merge waits for those.
create function refuse_merged_wine() returns trigger language plpgsql as $$
declare
  wine record;
begin
  for wine in select id, merged_into_id from wines where id in (select wine_id from added) order by id for share loop
    if wine.merged_into_id is not null then
      raise exception 'wine % was merged into %', wine.id, wine.merged_into_id using errcode = 'serialization_failure';
    end if;
  end loop;
  return null;
end $$;
create trigger bottles_of_no_merged_wine after insert on bottles
  referencing new table as added for each statement execute function refuse_merged_wine();
create trigger putaway_lines_of_no_merged_wine after insert on putaway_lines
  referencing new table as added for each statement execute function refuse_merged_wine();
create trigger wine_comments_of_no_merged_wine after insert on wine_comments
  referencing new table as added for each statement execute function refuse_merged_wine();
create trigger wine_prices_of_no_merged_wine after insert on wine_prices
  referencing new table as added for each statement execute function refuse_merged_wine();

alter table box_codes add constraint box_codes_label_check check (length(label) between 1 and 200);
-- Every loose bottle refers to it, and the first one will.
create function refuse_loss_of_loose() returns trigger language plpgsql as $$
begin
  raise exception 'the code of loose bottles stays as it is' using errcode = 'restrict_violation';
end $$;
create trigger box_codes_keep_loose before update or delete on box_codes for each row
  when (old.code = '') execute function refuse_loss_of_loose();

alter table warehouses
  add constraint warehouses_street1_check check (length(street1) between 1 and 200),
  add constraint warehouses_street2_check check (length(street2) <= 200),
  add constraint warehouses_city_check check (length(city) between 1 and 100),
  add constraint warehouses_zipcode_check check (length(zipcode) between 1 and 20);

-- When a warehouse is open. A weekday without a row is a day on which it is closed; 1 is Monday. Warehouse, weekday and time are
-- written as one range of seconds, which an exclusion can compare without an extension.
create table warehouse_hours (
  warehouse_id bigint not null references warehouses,
  weekday smallint not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  primary key (warehouse_id, weekday, opens),
  constraint opens_before_it_closes check (opens < closes),
  constraint hours_are_whole_minutes check (extract(second from opens) = 0 and extract(second from closes) = 0),
  constraint hours_do_not_overlap exclude using gist (int8range(
    (warehouse_id * 7 + weekday - 1) * 86400 + extract(epoch from opens)::bigint,
    (warehouse_id * 7 + weekday - 1) * 86400 + extract(epoch from closes)::bigint) with &&)
);

-- The times of day for which goods are promised, at a pick-up and at a delivery. The first is taken when none is asked for.
create table warehouse_slots (
  warehouse_id bigint not null references warehouses,
  handover text not null check (handover in ('pickup', 'delivery')),
  position smallint not null check (position between 1 and 24),
  starts time not null,
  ends time not null,
  primary key (warehouse_id, handover, position),
  constraint starts_before_it_ends check (starts < ends),
  constraint slots_are_whole_minutes check (extract(second from starts) = 0 and extract(second from ends) = 0),
  constraint slots_do_not_overlap exclude using gist (int8range(
    (warehouse_id * 2 + (handover = 'pickup')::int) * 86400 + extract(epoch from starts)::bigint,
    (warehouse_id * 2 + (handover = 'pickup')::int) * 86400 + extract(epoch from ends)::bigint) with &&)
);

insert into warehouse_hours (warehouse_id, weekday, opens, closes)
select w.id, day, span.opens, span.closes from warehouses w, generate_series(1, 5) day,
  (values (time '08:00', time '12:00'), (time '13:00', time '17:00')) span (opens, closes);
insert into warehouse_slots (warehouse_id, handover, position, starts, ends)
select w.id, handover, slot.position, slot.starts, slot.ends from warehouses w, (values ('pickup'), ('delivery')) mode (handover),
  (values (1, time '08:00', time '12:00'), (2, time '13:00', time '18:00')) slot (position, starts, ends);

-- Since when nothing is put there any more.
alter table locations add column deactivated_at timestamptz;
create index locations_by_code on locations (warehouse_id, code collate "C");

-- A location without bottles can be taken out of use, and one that is out of use takes none. Both sides lock the location, so that
-- neither overlooks the other; whoever looked before the other's change is run again.
create function refuse_inactive_location() returns trigger language plpgsql as $$
declare
  since timestamptz;
begin
  select deactivated_at into since from locations where id = new.location_id for key share;
  if since is not null then
    raise exception 'location % is out of use', new.location_id using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger bottles_in_active_locations before insert or update of location_id on bottles for each row
  when (new.location_id is not null) execute function refuse_inactive_location();
create function refuse_loss_of_location() returns trigger language plpgsql as $$
begin
  perform from locations where id = new.id for update;
  if exists (select from bottles where location_id = new.id and state = 'stored') then
    raise exception 'location % holds bottles', new.id using errcode = 'check_violation', constraint = 'only_empty_is_deactivated';
  end if;
  return new;
end $$;
create trigger locations_deactivated_empty before update of deactivated_at on locations for each row
  when (new.deactivated_at is not null) execute function refuse_loss_of_location();

-- Counts the bottles of a location, and of a wine in each location, without a look at the bottles. Every reservation writes one
-- entry here, so there is one index for both questions. The second is free for orders, since no bottle in stock has an entry.
create index bottles_in_location on bottles (location_id, wine_id) where state = 'stored';
create index bottles_announced_of_wine on bottles (wine_id) where state = 'announced';
