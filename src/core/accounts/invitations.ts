import { int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { digest, makeCredential } from './secrets.ts'

// Only somebody without a password who has not left can be invited; the newest secret takes the place of the one before.
const renew = statement(
  'invitations.renew',
  `insert into invitations as i (account_id, person_id, token_hash, sent_at, expires_at)
   select p.account_id, p.id, $3, $4, $5 from people p
   where p.account_id = $1 and p.id = $2 and p.deactivated_at is null and p.password_hash is null
   on conflict (account_id, person_id) do update
     set token_hash = excluded.token_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where i.accepted_at is null
   returning person_id as "personId"`,
  { personId: int },
)
// The other way round: only somebody who has a password can have forgotten it.
const renewForgotten = statement(
  'invitations.renew-forgotten',
  `insert into invitations (account_id, person_id, token_hash, sent_at, expires_at, is_for_forgotten)
   select p.account_id, p.id, $3, $4, $5, true from people p
   where p.account_id = $1 and p.id = $2 and p.deactivated_at is null and p.password_hash is not null
   on conflict (account_id, person_id) do update
     set token_hash = excluded.token_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
       is_for_forgotten = true, accepted_at = null
   returning person_id as "personId"`,
  { personId: int },
)
const guestById = statement(
  'people.guest',
  `select p.email, p.first_name || ' ' || p.last_name as name, coalesce(nullif(a.company, ''), a.name) as owner
   from people p join accounts a on a.id = p.account_id where p.account_id = $1 and p.id = $2`,
  { email: text, name: text, owner: text },
)

type Guest = { email: string; name: string; owner: string }
type Letter = {
  kind: string
  renew: typeof renew
  lastsMs: number
  write: (guest: Guest, env: string) => { subject: string; opening: string; ending: string }
}

const hourMs = 3_600_000
const aWeek = { kind: 'invitation', renew, lastsMs: 7 * 24 * hourMs }
const notExpected = 'If you did not expect this mail, you need not do anything.'
const letters = {
  invited: {
    ...aWeek,
    write: ({ owner }) => ({
      subject: `Invitation to the cellar of ${owner}`,
      opening: `you are invited to the cellar of ${owner}. Choose a password here within seven days:`,
      ending: notExpected,
    }),
  },
  granted: {
    ...aWeek,
    write: (_guest, env) => ({
      subject: `Your access to Caveau, ${env}`,
      opening: `you asked for access to Caveau, and an account of ${env} is open for you. Choose a password here within seven days:`,
      ending: notExpected,
    }),
  },
  forgotten: {
    kind: 'forgotten_password',
    renew: renewForgotten,
    lastsMs: hourMs,
    write: () => ({
      subject: 'A new password for Caveau',
      opening: 'choose a new password here within an hour:',
      ending: 'If you did not ask for this, you need not do anything: your password stays as it is.',
    }),
  },
} satisfies Record<string, Letter>

/** Why somebody is to choose a password: invited into an account, given one they asked for, or the old one is forgotten. */
type Occasion = keyof typeof letters

/** Mails a link by which a person chooses a password. Only the digest of its secret is kept; links sent before are void. */
export async function sendInvitation(
  deps: Deps,
  accountId: number,
  personId: number,
  occasion: Exclude<Occasion, 'forgotten'> = 'invited',
): Promise<void> {
  if (!(await mailLink(deps, accountId, personId, occasion)))
    throw new WorkRefusal('step_not_possible', 'This person has accepted already, or has been removed.')
}

/** The same; tells whether it went, which it does not when the occasion is none for this person. */
export async function mailLink(
  deps: Deps,
  accountId: number,
  personId: number,
  occasion: Occasion,
): Promise<boolean> {
  const { settings } = deps
  const letter: Letter = letters[occasion]
  const token = makeCredential(settings.env, 'invitation')
  const now = deps.now()
  const expires = new Date(now.getTime() + letter.lastsMs)
  const values = [accountId, personId, digest(settings.secret, token), now, expires]
  if (!(await deps.db.row(letter.renew, values))) return false
  const guest = await deps.db.row(guestById, [accountId, personId])
  if (!guest) throw new Error('A person who was invited is there')
  const { subject, opening, ending } = letter.write(guest, settings.env)
  const link = `${settings.baseUrl}/app/invitation?token=${token}`
  const body = [`Hello ${guest.name},`, opening, link, ending].join('\n\n')
  await queueMail(deps, {
    accountId,
    kind: letter.kind,
    recipients: [guest.email],
    subject,
    body: `${body}\n`,
  })
  return true
}
