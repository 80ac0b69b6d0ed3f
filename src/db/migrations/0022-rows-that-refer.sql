-- Whoever deletes a bottle or an order asks who refers to it, once for each. Resets of sandboxes do, by the hundred thousand: without
-- these indexes each order would have the whole ledger of its account read.
create index count_bottles_bottle on count_bottles (account_id, bottle_id);
-- That a bottle goes from the counts with itself is found out by one look; that none is in a count would take two.
alter table count_bottles drop constraint count_bottles_account_id_bottle_id_fkey,
  add constraint count_bottles_account_id_bottle_id_fkey foreign key (account_id, bottle_id) references bottles (account_id, id)
    on delete cascade;
create index count_lines_account on count_lines (account_id);
create index stock_moves_order on stock_moves (account_id, order_id) where order_id is not null;
