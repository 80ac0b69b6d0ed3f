import { bool, int, orNull, statement, texts } from '../../db/statement.ts'
import { findPersonByEmail } from '../accounts/find-account.ts'
import { mailLink } from '../accounts/invitations.ts'
import { mayMail } from '../accounts/requested-mails.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type AskedAccess, checkedAccess } from './access-request.ts'
import { grantAccess } from './decide-access.ts'

/** Fills the cellar of an account that was granted without anybody looking at it. */
export type Seed = (within: Deps, accountId: number) => Promise<void>

/** Who decides where nobody does. */
const nobody = 'Access on request'

// Of those who ask for one address at the same moment, each waits for the one before and then sees what came of it.
const takeTurn = statement(
  'access-requests.take-turn',
  `select pg_advisory_xact_lock(hashtextextended('access ' || $1, 0)) is null as "isTaken"`,
  { isTaken: orNull(bool) },
)
const insertRequest = statement(
  'access-requests.insert',
  `insert into access_requests (email, first_name, last_name, company, message, state, asked_at)
   values ($1, $2, $3, $4, $5, 'asked', $6)
   on conflict (email) where state = 'asked' do nothing returning id`,
  { id: int },
)
const openRequest = statement(
  'access-requests.open-of-email',
  `select id from access_requests where email = $1 and state = 'asked'`,
  { id: int },
)
const admins = statement(
  'staff.admin-addresses',
  `select coalesce(array_agg(email), '{}') as emails from (
     select email from staff where role = 'admin' and deactivated_at is null order by id limit 50) s`,
  { emails: texts },
)

/**
 * Somebody asks for an account. Whoever asks learns nothing about the address: all that differs is what goes to its mailbox,
 * and no more than one mail an hour does. With the setting `auto` the account is there at once, with what `seed` puts into it.
 */
export async function askForAccess(deps: Deps, given: AskedAccess, seed?: Seed): Promise<void> {
  const asked = checkedAccess(given)
  const ask = () => inTransaction(deps, (within) => takeRequest(within, asked, seed))
  try {
    await ask()
  } catch (error) {
    // Somebody decided, or opened an account for the address, in this very moment: now they are known, or may ask anew.
    if (!(error instanceof WorkRefusal)) throw error
    await ask()
  }
}

async function takeRequest(within: Deps, asked: AskedAccess, seed: Seed | undefined): Promise<void> {
  await within.db.row(takeTurn, [asked.email])
  const person = await findPersonByEmail(within, asked.email)
  const claimMail = () => mayMail(within.db, asked.email, 'access', within.now())
  if (person) {
    if (!(await claimMail())) return
    if (!person.isInvited) return tellToSignIn(within, person.accountId, asked.email)
    await mailLink(within, person.accountId, person.personId, 'invited')
    return
  }
  const { email, firstName, lastName, company, message } = asked
  const made = await within.db.row(insertRequest, [
    ...[email, firstName, lastName, company, message],
    within.now(),
  ])
  const id = made?.id ?? (await within.db.row(openRequest, [email]))?.id
  // It was open a moment ago, and has been decided since.
  if (id === undefined) throw new WorkRefusal('step_not_possible', 'The request was just decided. Ask again.')
  const mayTell = await claimMail()
  if (within.settings.grantAccess === 'auto') return grantByItself(within, id, seed)
  if (mayTell) await tellReceived(within, email)
  if (made) await tellAdmins(within, id, asked)
}

async function grantByItself(within: Deps, id: number, seed: Seed | undefined): Promise<void> {
  const { accountId, email } = await grantAccess(within, nobody, id)
  if (accountId === null) throw new Error('Who is granted access has an account')
  await seed?.(within, accountId)
  const deed = { action: 'access-request.grant', accountId, subjectId: id, detail: { email } }
  await recordAudit(within.db, { via: 'job', staffName: nobody }, deed, within.now())
}

const tellToSignIn = (within: Deps, accountId: number, email: string): Promise<void> =>
  queueMail(within, {
    accountId,
    kind: 'access_known',
    recipients: [email],
    subject: `Your account of Caveau, ${within.settings.env}`,
    body: `Hello,

somebody, we suppose you, asked for access to Caveau (${within.settings.env}) with this address. You have an account already. Sign in here:

${within.settings.baseUrl}/app/

If you have forgotten your password, you can ask for a new one there.
`,
  })

// Anybody can cause this mail to anybody, so it repeats none of their words.
const tellReceived = (within: Deps, email: string): Promise<void> =>
  queueMail(within, {
    accountId: null,
    kind: 'access_asked',
    recipients: [email],
    subject: `Your request for access to Caveau, ${within.settings.env}`,
    body: `Hello,

we have received your request for access to Caveau (${within.settings.env}). We look at each one and answer by mail.

If you did not ask for it, you need not do anything.
`,
  })

async function tellAdmins(within: Deps, id: number, asked: AskedAccess): Promise<void> {
  const { emails = [] } = (await within.db.row(admins)) ?? {}
  if (emails.length === 0) return
  const name = `${asked.firstName} ${asked.lastName}`
  const facts = [name, asked.email, asked.company, asked.message && `\n${asked.message}`]
  await queueMail(within, {
    accountId: null,
    kind: 'access_to_decide',
    recipients: emails,
    subject: `${name} asks for access to Caveau, ${within.settings.env}`,
    body: `${facts.filter(Boolean).join('\n')}

Grant or decline request ${id} here:

${within.settings.baseUrl}/console/access-requests
`,
  })
}
