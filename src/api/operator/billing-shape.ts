import Type, { type Static } from 'typebox'
import type { AccountBilling } from '../../core/billing/account-billing.ts'
import type { OperatorCompany } from '../../core/billing/operator-company.ts'
import { FilledText, OrNull } from '../shared/schemas.ts'

/** Euro as exact text. */
export const Euro = Type.String({ examples: ['12.50'] })
export const VatPercent = Type.String({
  pattern: '^(100(\\.0{1,2})?|\\d{1,2}(\\.\\d{1,2})?)$',
  examples: ['20'],
})
export const PaymentMode = Type.Enum(['sdd', 'cb'], { description: 'SEPA direct debit, or card.' })

const Country = Type.String({ format: 'country', examples: ['FR'] })
const Prefix = Type.String({ pattern: '^[A-Z][A-Z-]{0,9}$', examples: ['F'] })
const place = {
  street1: FilledText(200),
  street2: Type.Optional(OrNull(FilledText(200))),
  city: FilledText(100),
  zipcode: FilledText(20),
  country: Country,
}
const placeShape = {
  street1: Type.String(),
  street2: OrNull(Type.String()),
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
}

export const CompanyBody = Type.Object(
  {
    name: FilledText(200),
    ...place,
    siret: Type.String({ pattern: '^\\d{14}$', examples: ['90123456100017'] }),
    vat_number: FilledText(50),
    iban: Type.Optional(OrNull(Type.String({ pattern: '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$' }))),
    payment_days: Type.Integer({
      minimum: 0,
      maximum: 120,
      description: 'Days from the invoice to its due day.',
    }),
    invoice_prefix: Prefix,
    credit_note_prefix: Prefix,
  },
  { additionalProperties: false },
)
export const CompanyShape = Type.Object({
  name: Type.String(),
  ...placeShape,
  siret: Type.String(),
  vat_number: Type.String(),
  iban: OrNull(Type.String()),
  payment_days: Type.Integer(),
  invoice_prefix: Type.String(),
  credit_note_prefix: Type.String(),
})

export const toCompany = (body: Static<typeof CompanyBody>): OperatorCompany => ({
  name: body.name,
  street1: body.street1,
  street2: body.street2 ?? null,
  city: body.city,
  zipcode: body.zipcode,
  country: body.country,
  siret: body.siret,
  vatNumber: body.vat_number,
  iban: body.iban ?? null,
  paymentDays: body.payment_days,
  invoicePrefix: body.invoice_prefix,
  creditNotePrefix: body.credit_note_prefix,
})
export const fromCompany = (company: OperatorCompany): Static<typeof CompanyShape> => ({
  name: company.name,
  street1: company.street1,
  street2: company.street2,
  city: company.city,
  zipcode: company.zipcode,
  country: company.country,
  siret: company.siret,
  vat_number: company.vatNumber,
  iban: company.iban,
  payment_days: company.paymentDays,
  invoice_prefix: company.invoicePrefix,
  credit_note_prefix: company.creditNotePrefix,
})

export const BillingBody = Type.Object(
  {
    first_name: Type.Optional(OrNull(FilledText(100))),
    last_name: Type.Optional(OrNull(FilledText(100))),
    company: Type.Optional(OrNull(FilledText(200))),
    ...place,
    vat_number: Type.Optional(OrNull(FilledText(50))),
    payment_mode: PaymentMode,
    purchase_order: Type.Optional(OrNull(FilledText(200))),
  },
  { additionalProperties: false },
)
export const BillingShape = Type.Object({
  first_name: OrNull(Type.String()),
  last_name: OrNull(Type.String()),
  company: OrNull(Type.String()),
  ...placeShape,
  vat_number: OrNull(Type.String()),
  payment_mode: Type.String(),
  purchase_order: OrNull(Type.String()),
})

export const toBilling = (body: Static<typeof BillingBody>): AccountBilling => ({
  firstName: body.first_name ?? null,
  lastName: body.last_name ?? null,
  company: body.company ?? null,
  street1: body.street1,
  street2: body.street2 ?? null,
  city: body.city,
  zipcode: body.zipcode,
  country: body.country,
  vatNumber: body.vat_number ?? null,
  paymentMode: body.payment_mode,
  purchaseOrder: body.purchase_order ?? null,
})
export const fromBilling = (billing: AccountBilling): Static<typeof BillingShape> => ({
  first_name: billing.firstName,
  last_name: billing.lastName,
  company: billing.company,
  street1: billing.street1,
  street2: billing.street2,
  city: billing.city,
  zipcode: billing.zipcode,
  country: billing.country,
  vat_number: billing.vatNumber,
  payment_mode: billing.paymentMode,
  purchase_order: billing.purchaseOrder,
})
