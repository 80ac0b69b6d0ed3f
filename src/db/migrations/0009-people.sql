-- The people of an account come by invitation and may leave; the operator's people can be shut out at once.

-- Who was invited has no password until they accept; who has left has none any more.
alter table people
  alter column password_hash drop not null,
  add column deactivated_at timestamptz,
  add constraint who_left_has_no_password check (deactivated_at is null or password_hash is null);

-- An address is free again when its person has left: they may be invited anew, here or elsewhere.
drop index people_email;
create unique index people_email on people (email) where deactivated_at is null;

-- One a person: sending it again puts another secret in its place, so that only the newest link works.
create table invitations (
  account_id bigint not null,
  person_id bigint not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (account_id, person_id),
  foreign key (account_id, person_id) references people (account_id, id),
  constraint invitation_lasts check (expires_at > sent_at),
  constraint accepted_in_time check (accepted_at < expires_at)
);

-- By these the sessions and tokens of one of the operator's people are found when they are to end.
create index staff_sessions_open on staff_sessions (staff_id) where ended_at is null;
create index operator_tokens_staff on operator_tokens (staff_id, id);
alter table operator_tokens add constraint token_lasts check (expires_at >= created_at);
