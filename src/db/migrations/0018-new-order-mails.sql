-- How far owners have been told of new orders. They are told a moment later by a job, so that no order pays for its mail.
create table new_order_mails (
  only_row boolean primary key default true check (only_row),
  written_by xid8 not null,
  event_id bigint not null
);
insert into new_order_mails (written_by, event_id) values (pg_current_xact_id(), 0);
create index events_of_new_orders on events (written_by, id) where subject = 'order' and change = 'create';
