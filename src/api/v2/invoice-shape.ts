import Type, { type Static } from 'typebox'
import type { Invoice, InvoiceLine } from '../../core/invoices/invoice-reads.ts'
import { invoiceStates } from '../shared/enums.ts'
import { onlyNamed } from '../shared/only-named.ts'
import { PhpDate, phpDate } from '../shared/php-date.ts'
import { OrNull } from '../shared/schemas.ts'
import { EnumShape, NullableText } from './common-shapes.ts'

const ProductShape = Type.Object({ id: Type.Integer(), name: Type.String(), description: Type.String() })

// A line names a product of the catalogue, or carries a label of its own; the other of the two is null.
const LineShape = Type.Object({
  id: Type.Integer(),
  product: OrNull(ProductShape),
  label: NullableText,
  quantity: Type.Number(),
  price: Type.Number(),
  vat: Type.Number({ description: 'Percent.' }),
})

const place = {
  street1: Type.String(),
  street2: NullableText,
  city: Type.String(),
  zipcode: Type.String(),
  country: Type.String(),
}

const AddressShape = Type.Object({
  firstname: NullableText,
  lastname: NullableText,
  company: NullableText,
  ...place,
  vat_number: NullableText,
})
const CompanyShape = Type.Object({
  name: Type.String(),
  ...place,
  siret: Type.String(),
  vat_number: Type.String(),
})

export const InvoiceShape = Type.Object({
  id: Type.Integer(),
  state: EnumShape,
  validated_at: OrNull(PhpDate),
  invoice_lines: Type.Array(LineShape),
  address: AddressShape,
  invoicing_company: CompanyShape,
  purchase_order: NullableText,
  payment_mode: Type.String(),
  created_at: PhpDate,
  updated_at: PhpDate,
  subTotal: Type.Number(),
  vat: Type.Number(),
  total: Type.Number(),
})

const fromLine = (line: InvoiceLine): Static<typeof LineShape> => ({
  id: line.id,
  product: line.product && onlyNamed(ProductShape, line.product),
  label: line.label,
  quantity: Number(line.quantity),
  price: Number(line.unitPrice),
  vat: Number(line.vatPercent),
})

export const fromInvoice = (invoice: Invoice): Static<typeof InvoiceShape> => ({
  id: invoice.id,
  state: invoiceStates[invoice.state],
  validated_at: invoice.validatedAt && phpDate(invoice.validatedAt),
  invoice_lines: invoice.lines.map(fromLine),
  address: onlyNamed(AddressShape, invoice.billedTo),
  invoicing_company: onlyNamed(CompanyShape, invoice.billedBy),
  purchase_order: invoice.purchaseOrder,
  payment_mode: invoice.paymentMode,
  created_at: phpDate(invoice.createdAt),
  updated_at: phpDate(invoice.updatedAt),
  subTotal: Number(invoice.subtotal),
  vat: Number(invoice.vat),
  total: Number(invoice.total),
})
