import Type, { type Static } from 'typebox'
import type { AccountOverview } from '../../core/accounts/account-reads.ts'
import { type AccountChange, mailKinds, type Profile } from '../../core/accounts/profile.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { FilledText, OrNull, Text } from '../shared/schemas.ts'
import { Email, fromPerson, PersonShape } from './person-shape.ts'

const Moment = Type.String({ examples: ['2026-11-30T09:30:00+01:00'] })
const shape = {
  id: Type.Integer(),
  name: Type.String(),
  company: OrNull(Type.String()),
  email: Type.String(),
  phone: OrNull(Type.String()),
  vat_number: OrNull(Type.String()),
  billing_copies: Type.Array(Type.String(), { description: 'Who gets a copy of each invoice.' }),
  stock_copies: Type.Array(Type.String(), { description: 'Who gets a copy of each mail about stock.' }),
  minimum_stock_alert: OrNull(Type.Integer()),
  muted_mails: Type.Array(Type.String(), { description: 'The mails that are not wanted.' }),
  unique_references: Type.Boolean({ description: 'When true, no two orders may bear the same reference.' }),
  api_access: Type.Boolean({ description: 'When false, keys and tokens of the account open nothing.' }),
  blocked_at: OrNull(Moment),
  created_at: Moment,
  updated_at: Moment,
}
export const AccountShape = Type.Object(shape)
export const OverviewShape = Type.Object({
  ...shape,
  stored_bottles: Type.Integer({ description: 'In a warehouse, reserved ones included.' }),
  announced_bottles: Type.Integer(),
  open_orders: Type.Integer({ description: 'Not shipped or withdrawn yet.' }),
  last_activity_at: OrNull(Moment),
  people: Type.Array(PersonShape, { description: 'Those who have not been removed.' }),
})

const copies = Type.Array(Email, { maxItems: 20 })
export const AccountBody = Type.Partial(
  Type.Object({
    name: FilledText(200),
    company: OrNull(Text(200)),
    email: Email,
    phone: OrNull(Text(50)),
    vat_number: OrNull(Text(50)),
    billing_copies: copies,
    stock_copies: copies,
    minimum_stock_alert: OrNull(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    muted_mails: Type.Array(Type.Enum([...mailKinds]), { uniqueItems: true }),
    unique_references: Type.Boolean(),
    api_access: Type.Boolean(),
  }),
  { additionalProperties: false },
)

export const fromAccount = (account: Profile): Static<typeof AccountShape> => ({
  id: account.id,
  name: account.name,
  company: account.company,
  email: account.email,
  phone: account.phone,
  vat_number: account.vatNumber,
  billing_copies: account.billingCopies,
  stock_copies: account.stockCopies,
  minimum_stock_alert: account.minimumStockAlert,
  muted_mails: account.mutedMails,
  unique_references: account.uniqueReferences,
  api_access: account.apiAccess,
  blocked_at: account.blockedAt && parisTimestamp(account.blockedAt),
  created_at: parisTimestamp(account.createdAt),
  updated_at: parisTimestamp(account.updatedAt),
})

export const fromOverview = (overview: AccountOverview): Static<typeof OverviewShape> => ({
  ...fromAccount(overview),
  stored_bottles: overview.storedBottles,
  announced_bottles: overview.announcedBottles,
  open_orders: overview.openOrders,
  last_activity_at: overview.lastActivityAt && parisTimestamp(overview.lastActivityAt),
  people: overview.people.map(fromPerson),
})

export function toAccountChange(body: Static<typeof AccountBody>): AccountChange {
  const change = {
    name: body.name,
    company: body.company,
    email: body.email,
    phone: body.phone,
    vatNumber: body.vat_number,
    billingCopies: body.billing_copies,
    stockCopies: body.stock_copies,
    minimumStockAlert: body.minimum_stock_alert,
    mutedMails: body.muted_mails,
    uniqueReferences: body.unique_references,
    apiAccess: body.api_access,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
