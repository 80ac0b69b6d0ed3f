import type { Deps } from '../deps.ts'
import { inTransaction } from '../in-transaction.ts'
import { findPersonByEmail } from './find-account.ts'
import { mailLink } from './invitations.ts'
import { mayMail } from './requested-mails.ts'

/**
 * Mails a link to choose a password, when there is somebody with this address; who was invited and has none yet gets the
 * invitation again. The caller learns nothing: whether there was anybody is told in the mailbox alone.
 */
export const askForNewPassword = (deps: Deps, email: string): Promise<void> =>
  inTransaction(deps, async (within) => {
    const lowered = email.toLowerCase()
    const person = await findPersonByEmail(within, lowered)
    if (!person || !(await mayMail(within.db, lowered, 'password', within.now()))) return
    await mailLink(within, person.accountId, person.personId, person.isInvited ? 'invited' : 'forgotten')
  })
