import Type, { type Static } from 'typebox'
import {
  changeProfile,
  getProfile,
  type MailKind,
  mailKinds,
  type Profile,
  type ProfileChange,
} from '../../core/accounts/profile.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import { mailNames } from '../shared/enums.ts'
import { shows } from '../shared/preview.ts'
import { FilledText, OrNull, Text } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { NullableText, Timestamp } from './common-shapes.ts'

const MailName = Type.Unsafe<(typeof mailNames)[MailKind]>({ type: 'string', enum: Object.values(mailNames) })
const Email = Type.String({ format: 'email', maxLength: 254 })

const UserShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  company: NullableText,
  email: Type.String(),
  phone: NullableText,
  vat_number: NullableText,
  billing_copies: Type.Array(Type.String(), { description: 'Who gets a copy of each invoice.' }),
  stock_copies: Type.Array(Type.String(), { description: 'Who gets a copy of each mail about stock.' }),
  minimum_stock_alert: OrNull(Type.Integer()),
  email_preference: Type.Array(MailName, { description: 'The mails that are wanted.' }),
  unique_references: Type.Boolean({
    description: 'When true, no two orders may bear the same reference.',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})

// What the service itself sets is taken and passed over, so that a record that was read can be sent back changed.
const UserBody = Type.Partial(
  Type.Object({
    id: Type.Integer(),
    name: FilledText(200),
    company: OrNull(Text(200)),
    email: Email,
    phone: OrNull(Text(50)),
    vat_number: OrNull(Text(50)),
    billing_copies: Type.Array(Email, { maxItems: 20 }),
    stock_copies: Type.Array(Email, { maxItems: 20 }),
    minimum_stock_alert: OrNull(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    email_preference: Type.Array(MailName, { uniqueItems: true }),
    unique_references: Type.Boolean(),
    created_at: Type.String(),
    updated_at: Type.String(),
  }),
  { additionalProperties: false },
)

const fromProfile = (profile: Profile): Static<typeof UserShape> => ({
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
    .filter((kind) => !profile.mutedMails.includes(kind))
    .map((kind) => mailNames[kind]),
  unique_references: profile.uniqueReferences,
  created_at: parisTimestamp(profile.createdAt),
  updated_at: parisTimestamp(profile.updatedAt),
})

function toChange(body: Static<typeof UserBody>): ProfileChange {
  const change = {
    name: body.name,
    company: body.company,
    email: body.email,
    phone: body.phone,
    vatNumber: body.vat_number,
    billingCopies: body.billing_copies,
    stockCopies: body.stock_copies,
    minimumStockAlert: body.minimum_stock_alert,
    uniqueReferences: body.unique_references,
    mutedMails:
      body.email_preference && mailKinds.filter((kind) => !body.email_preference?.includes(mailNames[kind])),
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

export function userRoutes(app: TypedApp): void {
  app.get('/users', { schema: { summary: 'The account', response: { 200: UserShape } } }, async (request) =>
    fromProfile(shows(request, 'account', await getProfile(request.deps.db, request.caller.accountId))),
  )

  app.put(
    '/users',
    { schema: { summary: 'Change the account', body: UserBody, response: { 200: UserShape } } },
    async (request) => {
      const changed = await changeProfile(request.deps, request.caller, toChange(request.body))
      return fromProfile(shows(request, 'account', changed))
    },
  )
}
