import type { Database } from '../../db/database.ts'
import { bool, instant, int, orNull, type Row, statement, text, texts } from '../../db/statement.ts'
import type { Caller, Deps } from '../deps.ts'
import { notFound } from '../problems.ts'

export const mailKinds = [
  'invoice_validated',
  'order_new',
  'order_ready',
  'order_shipped',
  'order_delivered',
  'putaway_new',
  'bottle_received',
] as const
export type MailKind = (typeof mailKinds)[number]

export const profileColumns = `id, name, company, email, phone, vat_number as "vatNumber",
  billing_copies as "billingCopies", stock_copies as "stockCopies", minimum_stock_alert as "minimumStockAlert",
  muted_mails as "mutedMails", unique_references as "uniqueReferences", api_access as "apiAccess",
  blocked_at as "blockedAt", created_at as "createdAt", updated_at as "updatedAt"`
export const profileRow = {
  id: int,
  name: text,
  company: orNull(text),
  email: text,
  phone: orNull(text),
  vatNumber: orNull(text),
  billingCopies: texts,
  stockCopies: texts,
  minimumStockAlert: orNull(int),
  mutedMails: texts,
  uniqueReferences: bool,
  apiAccess: bool,
  blockedAt: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
}
export type Profile = Row<typeof profileRow>
/** What an owner may change of their account. */
export type ProfileChange = Partial<
  Omit<Profile, 'id' | 'apiAccess' | 'blockedAt' | 'createdAt' | 'updatedAt'>
>
/** What the operator may change of it. */
export type AccountChange = ProfileChange & { apiAccess?: boolean }

const profileById = statement(
  'accounts.profile',
  `select ${profileColumns} from accounts where id = $1`,
  profileRow,
)
const profileForUpdate = statement(
  'accounts.profile-for-update',
  `select ${profileColumns} from accounts where id = $1 for update`,
  profileRow,
)
const updateProfile = statement(
  'accounts.update-profile',
  `update accounts set name = $2, company = $3, email = $4, phone = $5, vat_number = $6, billing_copies = $7,
     stock_copies = $8, minimum_stock_alert = $9, muted_mails = $10, unique_references = $11, api_access = $12,
     updated_at = $13
   where id = $1 returning ${profileColumns}`,
  profileRow,
)

export async function getProfile(db: Database, accountId: number): Promise<Profile> {
  const profile = await db.row(profileById, [accountId])
  if (!profile) throw notFound()
  return profile
}

/** Changes what is given and keeps the rest. */
export async function changeProfile(
  deps: Deps,
  { accountId }: Pick<Caller, 'accountId'>,
  change: AccountChange,
): Promise<Profile> {
  return deps.db.transaction(async (db) => {
    const present = await db.row(profileForUpdate, [accountId])
    if (!present) throw notFound()
    const next = { ...present, ...change }
    const changed = await db.row(updateProfile, [
      accountId,
      next.name,
      next.company,
      next.email,
      next.phone,
      next.vatNumber,
      next.billingCopies,
      next.stockCopies,
      next.minimumStockAlert,
      next.mutedMails,
      next.uniqueReferences,
      next.apiAccess,
      deps.now(),
    ])
    return changed ?? next
  })
}
