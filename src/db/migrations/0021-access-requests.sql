-- People who ask for an account, and how those who have one sign in at the owners' pages.

create table access_requests (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 1 and 254),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  company text check (length(company) between 1 and 200),
  -- What it is for, in the words of who asks.
  message text check (length(message) between 1 and 2000),
  state text not null check (state in ('asked', 'granted', 'declined')),
  asked_at timestamptz not null,
  decided_at timestamptz check (decided_at >= asked_at),
  -- The name as it was then, as in the audit; whoever it was may be no member of the staff.
  decided_by text check (length(decided_by) between 1 and 250),
  decline_reason text check (length(decline_reason) between 1 and 1000),
  account_id bigint references accounts,
  constraint decision_is_whole check (
    (state = 'asked') = (decided_at is null) and (state = 'asked') = (decided_by is null)),
  constraint granted_has_an_account check ((state = 'granted') = (account_id is not null)),
  constraint reason_is_of_a_refusal check (decline_reason is null or state = 'declined')
);
-- Asking again while nobody has decided is the same request.
create unique index access_requests_open on access_requests (email) where state = 'asked';
create index access_requests_state on access_requests (state, id);
create index access_requests_account on access_requests (account_id) where account_id is not null;

-- When a mail that anybody can cause last went to an address, so that nobody's mailbox can be filled from the sign-in page.
create table requested_mails (
  email text not null check (email = lower(email) and length(email) between 1 and 254),
  purpose text not null check (purpose in ('access', 'password')),
  mailed_at timestamptz not null,
  primary key (email, purpose)
);
create index requested_mails_age on requested_mails (mailed_at);

-- As staff_sessions, for the people of an account.
create table person_sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  person_id bigint not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  foreign key (account_id, person_id) references people (account_id, id)
);
create index person_sessions_age on person_sessions (expires_at);
create index person_sessions_open on person_sessions (account_id, person_id) where ended_at is null;

-- A link for somebody who has forgotten their password is an invitation to choose another.
alter table invitations add column is_for_forgotten boolean not null default false;
