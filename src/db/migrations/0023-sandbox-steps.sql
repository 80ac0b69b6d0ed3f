-- What the warehouse of a sandbox, which works by itself, looks through at every step: orders that have not come to their end, and
-- goods that are not in stock yet. A record leaves its index when nothing more is to happen to it.
create index orders_on_their_way on orders (account_id, preparation_date)
  where status in ('new', 'processing', 'ready', 'shipped') and deleted_at is null;
create index putaways_to_come on putaways (account_id, id) where status in ('announced', 'arrived');
