import { int, statement, text, texts } from '../../db/statement.ts'
import type { MailKind } from '../accounts/profile.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from './queue-mail.ts'

/** Mails that an owner can switch off, and those that are too important for that. */
export type OwnerMailKind =
  | MailKind
  | 'putaway_refused'
  | 'order_short'
  | 'order_held'
  | 'minimum_stock'
  | 'webhook_failing'
  | 'webhook_gone'
/** To whom beside the owner: those who keep the books, or those who keep the stock. */
type Copies = 'billing' | 'stock' | 'none'

const ownerById = statement(
  'accounts.mail-recipients',
  `select id, email, billing_copies as "billingCopies", stock_copies as "stockCopies", muted_mails as "mutedMails"
   from accounts where id = $1`,
  { id: int, email: text, billingCopies: texts, stockCopies: texts, mutedMails: texts },
)

/** Mails the owner, unless they do not want to hear of this kind of thing. */
export async function tellOwner(
  deps: Deps,
  accountId: number,
  mail: { kind: OwnerMailKind; copies: Copies; subject: string; body: string },
): Promise<void> {
  const owner = await deps.db.row(ownerById, [accountId])
  if (!owner || owner.mutedMails.includes(mail.kind)) return
  const copies = { billing: owner.billingCopies, stock: owner.stockCopies, none: [] }[mail.copies]
  const { kind, subject, body } = mail
  await queueMail(deps, { accountId, kind, recipients: [owner.email, ...copies], subject, body })
}
