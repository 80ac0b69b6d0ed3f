/*
 * Writes down that a message was taken, frees what waited behind it, and gives the worker the next one of the address, which takes one
 * way to the server in place of two. The address is locked before its deliveries, as by everybody who changes both. A message that the
 * server forgets to have been delivered is sent once more, so nobody waits for its disk.
 */
create function settle_and_claim_webhook(
  of_account bigint, of_endpoint bigint, of_delivery bigint, of_lease uuid, at_time timestamptz, took_ms integer, sent_to text,
  signed bigint, answered smallint, headers jsonb, body text, lease_ms integer, most integer, most_in_trouble integer
) returns table (
  delivery_id bigint, given_lease uuid, has_more boolean, target text, is_of_key boolean, secret bytea, other_secret bytea,
  other_secret_until timestamptz, told events
) language plpgsql as $$
declare
  settled webhook_deliveries;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from webhook_endpoints e where e.account_id = of_account and e.id = of_endpoint for no key update;
  -- Whoever lost the lease in the meantime only leaves a note.
  insert into webhook_attempts (account_id, delivery_id, created_at, duration_ms, url, signed_at, status, response_headers, response_body)
  select d.account_id, d.id, at_time, took_ms, sent_to, signed, answered, headers, body
  from webhook_deliveries d where d.account_id = of_account and d.id = of_delivery;
  update webhook_deliveries d set state = 'delivered', attempts = least(d.attempts + 1, 10), settled_at = at_time,
    lease = null, leased_until = null
  where d.account_id = of_account and d.id = of_delivery and d.lease = of_lease
  returning * into settled;
  if found then
    update webhook_deliveries n set due_at = at_time
    where n.account_id = of_account and n.endpoint_id = of_endpoint and n.subject = settled.subject
      and n.subject_id = settled.subject_id and n.state = 'pending' and n.event_id > settled.event_id and n.attempts = 0
      and n.due_at > at_time;
    update webhook_endpoints e set failing_since = null, last_attempt_failed = false
    where e.account_id = of_account and e.id = of_endpoint and (e.failing_since is not null or e.last_attempt_failed);
  end if;
  return query select * from claim_webhook_delivery(of_account, of_endpoint, at_time, lease_ms, most, most_in_trouble);
end $$;
