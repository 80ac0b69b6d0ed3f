import Type, { type Static } from 'typebox'
import { type MailKind, mailKinds, type Profile } from '../../core/accounts/profile.ts'
import { mailNames } from '../shared/enums.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { FilledText, OrNull, Text } from '../shared/schemas.ts'

const MailName = Type.Unsafe<(typeof mailNames)[MailKind]>({ type: 'string', enum: Object.values(mailNames) })
const Email = Type.String({ format: 'email', maxLength: 254 })

/** What an owner may change, in an answer as in a body. */
export const writable = {
  name: FilledText(200),
  company: OrNull(Text(200)),
  email: Email,
  phone: OrNull(Text(50)),
  vat_number: OrNull(Text(50)),
  billing_copies: Type.Array(Email, { maxItems: 20, description: 'Who gets a copy of each invoice.' }),
  stock_copies: Type.Array(Email, { maxItems: 20, description: 'Who gets a copy of each mail about stock.' }),
  minimum_stock_alert: OrNull(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  email_preference: Type.Array(MailName, {
    uniqueItems: true,
    description: 'The mails that are not wanted.',
  }),
  unique_references: Type.Boolean({
    description: 'When true, no two orders may bear the same reference.',
  }),
}

export const AccountShape = Type.Object({
  id: Type.Integer(),
  ...writable,
  created_at: PhpDate,
  updated_at: PhpDate,
})

export const fromProfile = (profile: Profile): Static<typeof AccountShape> => ({
  id: profile.id,
  name: profile.name,
  company: profile.company,
  email: profile.email,
  phone: profile.phone,
  vat_number: profile.vatNumber,
  billing_copies: profile.billingCopies,
  stock_copies: profile.stockCopies,
  minimum_stock_alert: profile.minimumStockAlert,
  email_preference: mailKinds
    .filter((kind) => profile.mutedMails.includes(kind))
    .map((kind) => mailNames[kind]),
  unique_references: profile.uniqueReferences,
  created_at: phpDate(profile.createdAt),
  updated_at: phpDate(profile.updatedAt),
})
