import { int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { digest, makeCredential } from './secrets.ts'

const lastsMs = 7 * 24 * 3_600_000
// Where the service listens when nobody said otherwise.
const usualUrl = 'http://127.0.0.1:8080'

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
const guestById = statement(
  'people.guest',
  `select p.email, p.first_name || ' ' || p.last_name as name, coalesce(nullif(a.company, ''), a.name) as owner
   from people p join accounts a on a.id = p.account_id where p.account_id = $1 and p.id = $2`,
  { email: text, name: text, owner: text },
)

/** Mails a link by which a person chooses a password. Only the digest of its secret is kept; links sent before are void. */
export async function sendInvitation(deps: Deps, accountId: number, personId: number): Promise<void> {
  const token = makeCredential(deps.settings.env, 'invitation')
  const now = deps.now()
  const expires = new Date(now.getTime() + lastsMs)
  const values = [accountId, personId, digest(deps.settings.secret, token), now, expires]
  if (!(await deps.db.row(renew, values)))
    throw new WorkRefusal('step_not_possible', 'This person has accepted already, or has been removed.')
  const guest = await deps.db.row(guestById, [accountId, personId])
  if (!guest) throw new Error('A person who was invited is there')
  const baseUrl = (deps.settings.publicUrl ?? usualUrl).replace(/\/+$/, '')
  await queueMail(deps, {
    accountId,
    kind: 'invitation',
    recipients: [guest.email],
    subject: `Invitation to the cellar of ${guest.owner}`,
    body: `Hello ${guest.name},

you are invited to the cellar of ${guest.owner}. Choose a password here within seven days:

${baseUrl}/invitation/${token}

If you did not expect this mail, you need not do anything.
`,
  })
}
