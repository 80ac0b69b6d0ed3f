-- An account of preproduction can be emptied and filled anew, as a rehearsal needs it. Nothing of it is possible in production.

/*
 * From here to the end of the transaction, or to end_sandbox_reset, what is never deleted otherwise may be deleted of this one
 * account, and nobody is told of each bottle.
 */
create function begin_sandbox_reset(of_account bigint) returns void language plpgsql as $$
begin
  if not exists (select from installation where environment = 'preproduction') then
    raise exception 'accounts are reset in preproduction only' using errcode = 'restrict_violation';
  end if;
  perform set_config('caveau.account_being_reset', of_account::text, true);
end $$;
create function end_sandbox_reset() returns void language plpgsql as $$
begin
  perform set_config('caveau.account_being_reset', '', true);
end $$;

-- The account that this transaction resets, or null. In production it is null whatever the setting says; there and in most
-- transactions of preproduction nothing is read to find that out.
create function account_being_reset() returns bigint language sql stable
return case when coalesce(current_setting('caveau.account_being_reset', true), '') <> '' then (
  select nullif(current_setting('caveau.account_being_reset', true), '')::bigint from installation
  where environment = 'preproduction') end;

-- The ledger: rows of the account that is reset may go. For a hundred thousand rows the second question must be a quick one; whether
-- there is a reset at all is asked once a statement.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'STATEMENT' and account_being_reset() is not null then return null; end if;
  raise exception 'the ledger is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger stock_moves_stay before delete on stock_moves for each row
  when (old.account_id::text is distinct from current_setting('caveau.account_being_reset', true))
  execute function refuse_ledger_change();

-- Validated invoices: the same. Their numbers are not given again, since somebody may have kept the document.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
declare
  may_change constant text[] := '{state,paid,credited,open_amount,released_at,updated_at}';
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - may_change = to_jsonb(new) - may_change then return new; end if;
  if tg_op = 'DELETE' and old.account_id = account_being_reset() then return old; end if;
  raise exception 'invoice % is validated: % is refused', old.number, lower(tg_op) using errcode = 'restrict_violation';
end $$;
create or replace function refuse_second_billing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.account_id = account_being_reset() then return old; end if;
  if exists (select from invoices i where i.account_id = old.account_id and i.id = old.invoice_id
    and i.validated_at is not null and i.released_at is null)
  then
    raise exception 'invoice % is validated: what it billed stays billed', old.invoice_id using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create or replace function follow_invoice_lines() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    update invoices i set subtotal = i.subtotal from (select distinct account_id, invoice_id from changed) c
    where i.account_id = c.account_id and i.id = c.invoice_id
      and (tg_op <> 'DELETE' or i.account_id is distinct from account_being_reset()) returning i.number
  loop
    if touched.number is not null then
      raise exception 'invoice % is validated: its lines do not change', touched.number using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;

-- Listeners are told of each wine that a statement changes, but in a reset.
create or replace trigger bottles_tell_of_new_stock after insert on bottles
  referencing new table as added for each statement when (account_being_reset() is null) execute function tell_of_new_stock();
create or replace trigger bottles_tell_of_changed_stock after update on bottles
  referencing old table as before new table as after for each statement when (account_being_reset() is null)
  execute function tell_of_changed_stock();

/*
 * Deletes what the account that is being reset has been through, and tells the keys of files that have no record any more. The
 * account itself, its people, credentials, settings and webhook addresses stay, and so do mails to its people about themselves,
 * the audit, and imports that still run. What somebody is working at is locked first, so that they are done, or find nothing:
 * whoever brings new records in meanwhile does so after the reset. Should a record come in that refers to one that goes, all of it
 * is run again.
 */
create function empty_account(of_account bigint) returns text[] language plpgsql as $$
declare
  file_keys text[];
begin
  if of_account is distinct from account_being_reset() then
    raise exception 'account % is not being reset', of_account using errcode = 'restrict_violation';
  end if;
  perform from webhook_endpoints where account_id = of_account order by id for no key update;
  perform from orders where account_id = of_account order by id for update;
  perform from putaways where account_id = of_account order by id for update;
  perform from bottles where account_id = of_account order by id for update;
  perform from invoices where account_id = of_account order by id for update;

  delete from webhook_attempts where account_id = of_account;
  delete from webhook_deliveries where account_id = of_account;
  delete from events where account_id = of_account;
  delete from mails where account_id = of_account and kind ~ '^(order|putaway|bottle|invoice|minimum)_';
  -- The answer that is being made now has no status yet.
  delete from idempotent_answers where account_id = of_account and status is not null;

  delete from invoice_orders where account_id = of_account;
  delete from invoice_putaways where account_id = of_account;
  delete from invoice_payments where account_id = of_account;
  delete from invoice_lines where account_id = of_account;
  delete from invoices where account_id = of_account;

  delete from count_bottles where account_id = of_account;
  delete from count_lines where account_id = of_account;
  delete from stock_moves where account_id = of_account;
  delete from bottles where account_id = of_account;
  delete from stock_alerts where account_id = of_account;
  delete from stock_watches where account_id = of_account;
  delete from imports where account_id = of_account and state in ('done', 'refused', 'failed');

  with gone as (
    delete from order_files where account_id = of_account returning storage_key
  ), also_gone as (
    delete from putaway_files where account_id = of_account returning storage_key
  )
  select array_agg(storage_key order by storage_key) into file_keys
  from (select storage_key from gone union all select storage_key from also_gone) key;
  delete from order_shortages where account_id = of_account;
  delete from preparations where account_id = of_account;
  delete from order_lines where account_id = of_account;
  delete from orders where account_id = of_account;
  delete from putaway_steps where account_id = of_account;
  delete from putaway_counts where account_id = of_account;
  delete from putaway_lines where account_id = of_account;
  delete from putaways where account_id = of_account;

  delete from wine_comments where account_id = of_account;
  delete from wine_prices where account_id = of_account;
  delete from addresses where account_id = of_account;
  return coalesce(file_keys, '{}');
exception when foreign_key_violation then
  raise exception 'something came in while account % was emptied', of_account using errcode = 'serialization_failure';
end $$;
