import { describe, expect, test } from 'vitest'
import type { BookedInvoice } from '../invoices/booked-invoice.ts'
import { invoiceContent } from './invoice-content.ts'

const billedBy = {
  ...{
    name: 'Caveau Test SAS',
    street1: '1 quai',
    street2: 'Bâtiment C',
    city: 'Paris',
    zipcode: '75012',
    country: 'FR',
  },
  ...{ siret: '90123456100017', vat_number: 'FR94901234561', iban: 'FR1420041010050500013M02606' },
}
const billedTo = {
  ...{
    firstname: 'Ada',
    lastname: 'Cave',
    company: 'Chez Ada',
    street1: '2 rue',
    street2: null,
    city: 'Lyon',
  },
  ...{ zipcode: '69001', country: 'FR', vat_number: 'FR53912345671' },
}
const line = (more: Partial<BookedInvoice['lines'][number]>): BookedInvoice['lines'][number] => ({
  ...{ id: 1, product: null, label: 'Work', quantity: '1.000', unitPrice: '10.0000', vatPercent: '20.00' },
  ...{ amount: '10.00', source: null, creditsLineId: null },
  ...more,
})
const invoice = (more: Partial<BookedInvoice> = {}): BookedInvoice => ({
  ...{
    id: 7,
    accountId: 1,
    accountName: 'Chez Ada',
    kind: 'invoice',
    number: 'F2026-0012',
    state: 'validated',
  },
  ...{ month: '2026-10-01', creditsId: null, creditsNumber: null, purchaseOrder: 'BC-7', paymentMode: 'sdd' },
  ...{
    subtotal: '1234567.40',
    vat: '246913.48',
    total: '1481480.88',
    paid: '0.00',
    credited: '0.00',
    openAmount: '0.00',
  },
  ...{ dueOn: '2026-12-01', validatedAt: new Date('2026-10-31T23:30:00Z') },
  ...{ createdAt: new Date('2026-10-31'), updatedAt: new Date('2026-10-31'), billedTo, billedBy },
  lines: [
    line({ quantity: '846.000', unitPrice: '0.0048', amount: '4.06', label: 'Storage' }),
    line({ quantity: '3.500', unitPrice: '12.9000', vatPercent: '5.50' }),
  ],
  vats: [{ vatPercent: '20.00', base: '1234567.40', vat: '246913.48' }],
  ...{ payments: [], creditNotes: [], orders: [], putaways: [] },
  ...more,
})

describe('an invoice prints', () => {
  const content = invoiceContent(invoice())
  test('seller and buyer as they are on record', () => {
    expect(content.seller).toEqual([
      ...[
        'Caveau Test SAS',
        '1 quai',
        'Bâtiment C',
        '75012 Paris, FR',
        'SIRET 90123456100017',
        'VAT FR94901234561',
      ],
    ])
    expect(content.buyer).toEqual(['Chez Ada', 'Ada Cave', '2 rue', '69001 Lyon, FR', 'VAT FR53912345671'])
  })
  test('number, Paris date, due day, period and reference', () => {
    expect(content.title).toBe('Invoice F2026-0012')
    expect(content.facts).toEqual([
      ['Number', 'F2026-0012'],
      ['Date', '1 November 2026'],
      ['Due', '1 December 2026'],
      ['Period', 'October 2026'],
      ['Your reference', 'BC-7'],
      ['Payment', 'SEPA direct debit'],
    ])
  })
  test('lines with as many places as they need', () => {
    expect(content.rows).toEqual([
      { text: 'Storage', quantity: '846', unitPrice: '0.0048', vat: '20 %', amount: '4.06' },
      { text: 'Work', quantity: '3.5', unitPrice: '12.90', vat: '5.5 %', amount: '10.00' },
    ])
  })
  test('VAT by rate and totals, thousands apart', () => {
    const sum = '1\u00a0234\u00a0567.40'
    expect(content.vats).toEqual([{ rate: '20 %', base: sum, vat: '246\u00a0913.48' }])
    expect(content.totals).toEqual([
      ['Subtotal', sum],
      ['VAT', '246\u00a0913.48'],
      ['Total EUR', '1\u00a0481\u00a0480.88'],
    ])
  })
  test('how and until when it is to be paid', () => {
    expect(content.terms.join(' ')).toMatch(/by 1 December 2026\. IBAN FR14 2004 1010 0505 0001 3M02 606 /)
    expect(content.isDraft).toBe(false)
  })
})

test('line breaks in names and labels are spaces', () => {
  const content = invoiceContent(
    invoice({ lines: [line({ label: ' one\n\n two ' })], purchaseOrder: 'a\nb' }),
  )
  expect(content.rows[0]?.text).toBe('one two')
  expect(content.facts).toContainEqual(['Your reference', 'a b'])
})

test('a credit note names the invoice it takes back, and has no due day', () => {
  const content = invoiceContent(
    invoice({
      kind: 'credit_note',
      number: 'A2026-0001',
      creditsNumber: 'F2026-0012',
      dueOn: null,
      month: null,
      total: '-12.00',
    }),
  )
  expect(content.title).toBe('Credit note A2026-0001')
  expect(content.facts).toContainEqual(['Credits invoice', 'F2026-0012'])
  expect(content.facts.map(([name]) => name)).not.toContain('Due')
  expect(content.totals.at(-1)).toEqual(['Total EUR', '-12.00'])
})

test('a draft says so, and shows the addresses that it would bear today, if there are any', () => {
  const draft = invoice({
    number: null,
    validatedAt: null,
    dueOn: null,
    state: 'draft',
    billedTo: {},
    billedBy: {},
  })
  expect(invoiceContent(draft, { billedBy, billedTo })).toMatchObject({
    title: 'Invoice, draft 7',
    isDraft: true,
    seller: expect.arrayContaining(['Caveau Test SAS']),
    buyer: expect.arrayContaining(['Ada Cave']),
    terms: [],
  })
  expect(invoiceContent(draft)).toMatchObject({
    seller: ['The company that bills is not filled in.'],
    buyer: ['Chez Ada', 'The billing address is not filled in.'],
    foot: '',
  })
})
