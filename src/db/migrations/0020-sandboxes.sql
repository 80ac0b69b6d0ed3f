/*
 * What an account of preproduction rehearses with: a clock of its own, which shows `shown_at` when the real one shows `set_at` and
 * from then on stands still or runs; both are null while it follows the real one. Production has no row here.
 */
create table sandboxes (
  account_id bigint primary key references accounts,
  shown_at timestamptz check (shown_at between '2000-01-01' and '2100-01-01'),
  set_at timestamptz,
  is_frozen boolean not null default false,
  -- Whoever moves the clock holds it until then, by the clock of the database; who does not say in time that they are still at it
  -- has lost it to the next.
  moving_until timestamptz,
  moved_by uuid,
  -- Whether the warehouse works by itself as the clock passes.
  is_auto boolean not null default false,
  -- Up to when the clock was seen to pass, and what had to happen has happened.
  played_until timestamptz,
  scenario text check (length(scenario) between 1 and 50),
  scenario_loaded_at timestamptz,
  constraint clock_is_whole check ((shown_at is null) = (set_at is null)),
  constraint real_time_does_not_stand_still check (not is_frozen or shown_at is not null),
  constraint scenario_is_whole check ((scenario is null) = (scenario_loaded_at is null))
);

create function refuse_sandbox_in_production() returns trigger language plpgsql as $$
begin
  if exists (select from installation where environment = 'production') then
    raise exception 'production has no sandboxes' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger sandboxes_are_for_preproduction before insert or update on sandboxes
  for each row execute function refuse_sandbox_in_production();

-- What the clock of an account shows when the real one shows `real_time`.
create function account_time(of_account bigint, real_time timestamptz) returns timestamptz language sql stable as $$
  select coalesce((
    select case when s.is_frozen then s.shown_at else s.shown_at + (real_time - s.set_at) end
    from sandboxes s where s.account_id = of_account and s.shown_at is not null), real_time)
$$;
