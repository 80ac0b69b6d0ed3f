import Type, { type Static } from 'typebox'
import { changeProfile, getProfile, mailKinds, type ProfileChange } from '../../core/accounts/profile.ts'
import { mailNames } from '../shared/enums.ts'
import { PhpDate } from '../shared/php-date.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { AccountShape, fromProfile, writable } from './account-shape.ts'

// A PUT holds the whole. What the service itself sets is taken and passed over, so that a record can be sent back changed.
const AccountBody = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    ...writable,
    created_at: Type.Optional(PhpDate),
    updated_at: Type.Optional(PhpDate),
  },
  { additionalProperties: false },
)

const toChange = (body: Static<typeof AccountBody>): ProfileChange => ({
  name: body.name,
  company: body.company,
  email: body.email,
  phone: body.phone,
  vatNumber: body.vat_number,
  billingCopies: body.billing_copies,
  stockCopies: body.stock_copies,
  minimumStockAlert: body.minimum_stock_alert,
  mutedMails: mailKinds.filter((kind) => body.email_preference.includes(mailNames[kind])),
  uniqueReferences: body.unique_references,
})

export function accountRoutes(app: TypedApp): void {
  app.get(
    '/account',
    { schema: { summary: 'The account', response: { 200: AccountShape } } },
    async (request) => fromProfile(await getProfile(request.deps.db, request.caller.accountId)),
  )

  app.put(
    '/account',
    {
      schema: {
        summary: 'Replace the settings of the account',
        body: AccountBody,
        response: { 200: AccountShape },
      },
    },
    async (request) => fromProfile(await changeProfile(request.deps, request.caller, toChange(request.body))),
  )
}
