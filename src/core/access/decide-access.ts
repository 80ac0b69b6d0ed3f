import { int, statement } from '../../db/statement.ts'
import { createAccount } from '../accounts/create-account.ts'
import { findPersonByEmail } from '../accounts/find-account.ts'
import { changeProfile } from '../accounts/profile.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { invalidField, Refusal } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type AccessRequest, getAccessRequest, getRequestForDecision } from './access-reads.ts'

/** What the operator puts right; what is left out is as it was asked. */
export type Correction = {
  firstName?: string
  lastName?: string
  company?: string | null
  apiAccess?: boolean
}

// A decision is not before its question, should two machines not agree on the time.
const decide = statement(
  'access-requests.decide',
  `update access_requests set state = $2, decided_at = greatest($3, asked_at), decided_by = $4, decline_reason = $5,
     account_id = $6
   where id = $1 returning id`,
  { id: int },
)

/** Opens an account for who asked, and mails them how to choose a password. `by` is the name of who decides. */
export function grantAccess(
  deps: Deps,
  by: string,
  id: number,
  { apiAccess, ...correction }: Correction = {},
): Promise<AccessRequest> {
  return inTransaction(deps, async (within) => {
    const asked = await getOpenRequest(within, id)
    if (await findPersonByEmail(within, asked.email)) throw hasAccount(asked)
    const { email, firstName, lastName, company } = { ...asked, ...correction }
    const account = { email, firstName, lastName, company, password: null }
    const { accountId } = await createAccount(within, account, 'granted').catch((error: unknown) => {
      if (isTakenEmail(error)) throw hasAccount(asked)
      throw error
    })
    if (apiAccess !== undefined) await changeProfile(within, { accountId }, { apiAccess })
    await within.db.row(decide, [id, 'granted', within.now(), by, null, accountId])
    return getAccessRequest(within.db, id)
  })
}

/** Tells who asked that there will be no account, and why if a reason is given. They may ask again. */
export function declineAccess(
  deps: Deps,
  by: string,
  id: number,
  given: string | null,
): Promise<AccessRequest> {
  const reason = given?.trim() || null
  if (reason && [...reason].length > 1000)
    throw invalidField('reason', 'must be at most 1000 characters long')
  return inTransaction(deps, async (within) => {
    const { email } = await getOpenRequest(within, id)
    await within.db.row(decide, [id, 'declined', within.now(), by, reason, null])
    await queueMail(within, {
      accountId: null,
      kind: 'access_declined',
      recipients: [email],
      subject: `Your request for access to Caveau, ${within.settings.env}`,
      body: `Hello,

you asked for access to Caveau (${within.settings.env}). We cannot grant it${reason ? `:\n\n${reason}` : '.'}

You are welcome to ask again.
`,
    })
    return getAccessRequest(within.db, id)
  })
}

async function getOpenRequest(within: Deps, id: number): Promise<AccessRequest> {
  const request = await getRequestForDecision(within.db, id)
  if (request.state === 'asked') return request
  throw new WorkRefusal(
    'step_not_possible',
    `This request was ${request.state} by ${request.decidedBy} already. Look at it again.`,
  )
}

const hasAccount = ({ email }: AccessRequest) =>
  new WorkRefusal('already_exists', `${email} has an account already. Decline the request.`)

const isTakenEmail = (error: unknown) =>
  error instanceof Refusal &&
  error.problem.code === 'fields_invalid' &&
  error.problem.fields.some(({ field }) => field === 'email')
