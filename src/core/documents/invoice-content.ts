import { Temporal } from 'temporal-polyfill'
import { periodInWords } from '../billing/billing-month.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { BookedInvoice } from '../invoices/booked-invoice.ts'
import type { BilledBy, BilledTo } from '../invoices/invoice-reads.ts'

export type InvoiceRow = { text: string; quantity: string; unitPrice: string; vat: string; amount: string }
/** Everything that is printed on an invoice, in the order in which it is read. */
export type InvoiceContent = {
  title: string
  isDraft: boolean
  seller: string[]
  buyer: string[]
  facts: [string, string][]
  rows: InvoiceRow[]
  vats: { rate: string; base: string; vat: string }[]
  totals: [string, string][]
  terms: string[]
  /** At the foot of every page. */
  foot: string
}

type Parties = { billedBy?: BilledBy; billedTo?: BilledTo }

const paymentModes: Record<string, string> = { sdd: 'SEPA direct debit', cb: 'Card' }

/** `16 November 2026`. */
const dayInPrint = (day: Temporal.PlainDate) =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** Thousands apart by a space that does not break. */
const grouped = (decimal: string) =>
  decimal.replace(/\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0'))
const euro = (decimal: string) => grouped(decimal)
const withoutZeros = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
/** A price shows its cents, and more places only where it has them. */
const price = (decimal: string) => grouped(decimal.replace(/(\.\d\d\d*?)0+$/, '$1'))

const sellerLines = ({ name, street1, street2, zipcode, city, country, siret, vat_number }: BilledBy) => [
  name,
  street1,
  ...(street2 ? [street2] : []),
  `${zipcode} ${city}, ${country}`,
  `SIRET ${siret}`,
  `VAT ${vat_number}`,
]

function buyerLines(buyer: BilledTo): string[] {
  const person = [buyer.firstname, buyer.lastname].filter(Boolean).join(' ')
  return [
    ...(buyer.company ? [buyer.company] : []),
    ...(person ? [person] : []),
    buyer.street1,
    ...(buyer.street2 ? [buyer.street2] : []),
    `${buyer.zipcode} ${buyer.city}, ${buyer.country}`,
    ...(buyer.vat_number ? [`VAT ${buyer.vat_number}`] : []),
  ]
}

function factsOf(invoice: BookedInvoice): [string, string][] {
  const { number, validatedAt, dueOn, month, creditsNumber, purchaseOrder, paymentMode } = invoice
  const lastDay = month && Temporal.PlainDate.from(month).add({ months: 1 }).subtract({ days: 1 }).toString()
  return [
    ['Number', number ?? 'none yet'],
    ['Date', validatedAt ? dayInPrint(parisClock(validatedAt).toPlainDate()) : 'not issued'],
    ...(dueOn ? [['Due', dayInPrint(Temporal.PlainDate.from(dueOn))] satisfies [string, string]] : []),
    ...(month && lastDay ? [['Period', periodInWords(month, lastDay)] satisfies [string, string]] : []),
    ...(creditsNumber ? [['Credits invoice', creditsNumber] satisfies [string, string]] : []),
    ...(purchaseOrder ? [['Your reference', purchaseOrder] satisfies [string, string]] : []),
    ['Payment', paymentModes[paymentMode] ?? paymentMode],
  ]
}

function termsOf({ kind, dueOn, total }: BookedInvoice, seller: BilledBy | undefined): string[] {
  if (kind === 'credit_note') return ['The amount is set off against what is open, or paid back.']
  if (!dueOn) return []
  return [
    `Please pay ${euro(total)} EUR by ${dayInPrint(Temporal.PlainDate.from(dueOn))}.`,
    ...(seller?.iban ? [`IBAN ${seller.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`] : []),
    'After that day interest at three times the French legal rate and 40 EUR for the cost of recovery are due.',
  ]
}

/** Names and labels may hold line breaks, which would tear the page apart. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const isEmpty = (party: object) => Object.keys(party).length === 0

/** What is printed is what is on record; a draft shows the addresses that it would bear today. */
export function invoiceContent(invoice: BookedInvoice, present: Parties = {}): InvoiceContent {
  const isDraft = invoice.number === null
  const seller = isEmpty(invoice.billedBy) ? present.billedBy : (invoice.billedBy as BilledBy)
  const buyer = isEmpty(invoice.billedTo) ? present.billedTo : (invoice.billedTo as BilledTo)
  const kind = invoice.kind === 'credit_note' ? 'Credit note' : 'Invoice'
  return {
    title: isDraft ? `${kind}, draft ${invoice.id}` : `${kind} ${invoice.number}`,
    isDraft,
    seller: seller ? sellerLines(seller).map(oneLine) : ['The company that bills is not filled in.'],
    buyer: buyer
      ? buyerLines(buyer).map(oneLine)
      : [invoice.accountName, 'The billing address is not filled in.'],
    facts: factsOf(invoice).map(([name, value]) => [name, oneLine(value)]),
    rows: invoice.lines.map((line) => ({
      text: oneLine(line.label ?? line.product?.name ?? ''),
      quantity: grouped(withoutZeros(line.quantity)),
      unitPrice: price(line.unitPrice),
      vat: `${withoutZeros(line.vatPercent)} %`,
      amount: euro(line.amount),
    })),
    vats: invoice.vats.map(({ vatPercent, base, vat }) => ({
      rate: `${withoutZeros(vatPercent)} %`,
      base: euro(base),
      vat: euro(vat),
    })),
    totals: [
      ['Subtotal', euro(invoice.subtotal)],
      ['VAT', euro(invoice.vat)],
      ['Total EUR', euro(invoice.total)],
    ],
    terms: termsOf(invoice, seller),
    foot: seller ? `${oneLine(seller.name)} · SIRET ${seller.siret} · VAT ${seller.vat_number}` : '',
  }
}
