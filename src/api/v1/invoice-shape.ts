import Type, { type Static } from 'typebox'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Invoice, InvoiceLine } from '../../core/invoices/invoice-reads.ts'
import { invoiceStates } from '../shared/enums.ts'
import { onlyNamed } from '../shared/only-named.ts'
import { OrNull } from '../shared/schemas.ts'
import { NullableText, Timestamp } from './common-shapes.ts'

// A line names a product of the catalogue, or carries a label of its own.
const amounts = { quantity: Type.Number(), price: Type.Number() }
const ProductShape = Type.Object({ id: Type.Integer(), name: Type.String() })
const LineShape = Type.Union([
  Type.Object({ id: Type.Integer(), ...amounts, product: ProductShape }),
  Type.Object({ id: Type.Integer(), label: Type.String(), ...amounts }),
])

const AddressShape = Type.Object({
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
  vat_number: NullableText,
})
const CompanyShape = Type.Object({
  name: Type.String(),
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
  siret: Type.String(),
  vat_number: Type.String(),
})

export const InvoiceShape = Type.Object({
  id: Type.Integer(),
  state: Type.Integer(),
  validated_at: OrNull(Timestamp),
  invoice_lines: Type.Array(LineShape),
  address: AddressShape,
  company_invoicing: CompanyShape,
  purchase_order: NullableText,
  payment_mode: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  subTotal: Type.Number(),
  vat: Type.Number(),
  total: Type.Number(),
})

function fromLine({ id, quantity, unitPrice, product, label }: InvoiceLine): Static<typeof LineShape> {
  const figures = { quantity: Number(quantity), price: Number(unitPrice) }
  return product
    ? { id, ...figures, product: onlyNamed(ProductShape, product) }
    : { id, label: label ?? '', ...figures }
}

export const fromInvoice = (invoice: Invoice): Static<typeof InvoiceShape> => ({
  id: invoice.id,
  state: invoiceStates[invoice.state].value,
  validated_at: invoice.validatedAt && parisTimestamp(invoice.validatedAt),
  invoice_lines: invoice.lines.map(fromLine),
  address: onlyNamed(AddressShape, invoice.billedTo),
  company_invoicing: onlyNamed(CompanyShape, invoice.billedBy),
  purchase_order: invoice.purchaseOrder,
  payment_mode: invoice.paymentMode,
  created_at: parisTimestamp(invoice.createdAt),
  updated_at: parisTimestamp(invoice.updatedAt),
  subTotal: Number(invoice.subtotal),
  vat: Number(invoice.vat),
  total: Number(invoice.total),
})
