import type { Deps } from '../deps.ts'
import { getBookedInvoice } from '../invoices/booked-invoice.ts'
import { findParties } from '../invoices/invoice-parties.ts'
import { type InvoiceContent, invoiceContent } from './invoice-content.ts'
import { makePdf, type Pdf } from './open-pdf.ts'

const left = 50
const right = 545
const firstRow = 60
/** Below it stands the foot of the page. */
const lastRow = 770
const grey = '#666666'

type Column = { title: string; x: number; width: number; align: 'left' | 'right' }
const lineColumns: readonly Column[] = [
  { title: 'Description', x: left, width: 235, align: 'left' },
  { title: 'Quantity', x: 290, width: 70, align: 'right' },
  { title: 'Unit price', x: 365, width: 65, align: 'right' },
  { title: 'VAT', x: 435, width: 40, align: 'right' },
  { title: 'Amount', x: 480, width: 65, align: 'right' },
]
const vatColumns: readonly Column[] = [
  { title: 'VAT rate', x: left, width: 60, align: 'left' },
  { title: 'Base', x: 115, width: 80, align: 'right' },
  { title: 'VAT', x: 200, width: 80, align: 'right' },
]

/** The invoice as a PDF, made from the record each time it is asked for. */
export async function makeInvoicePdf(
  deps: Deps,
  invoiceId: number,
): Promise<{ name: string; bytes: Buffer }> {
  const invoice = await getBookedInvoice(deps.db, invoiceId)
  const present = invoice.number === null ? await findParties(deps.db, invoice.accountId) : {}
  const content = invoiceContent(invoice, present)
  const createdAt = invoice.validatedAt ?? invoice.updatedAt
  const about = { title: content.title, createdAt, env: deps.settings.env }
  const bytes = await makePdf(about, (pdf) => drawInvoice(pdf, content))
  return { name: `${invoice.number ?? `draft-${invoice.id}`}.pdf`, bytes }
}

function drawInvoice(pdf: Pdf, content: InvoiceContent): void {
  let y = drawHead(pdf, content)
  y = drawTableHead(pdf, lineColumns, y)
  for (const row of content.rows) {
    const cells = [row.text, row.quantity, row.unitPrice, row.vat, row.amount]
    const height = rowHeight(pdf, lineColumns, cells)
    if (y + height > lastRow) {
      pdf.addPage()
      y = drawTableHead(pdf, lineColumns, firstRow)
    }
    drawRow(pdf, lineColumns, cells, y)
    y += height
  }
  drawSums(pdf, content, y)
  drawEveryPage(pdf, content)
}

function drawHead(pdf: Pdf, { title, seller, buyer, facts }: InvoiceContent): number {
  pdf
    .font('bold')
    .fontSize(18)
    .text(title, left, firstRow, { width: right - left })
  const top = pdf.y + 14
  const [sellerName = '', ...sellerRest] = seller
  pdf.fontSize(9).text(sellerName, left, top, { width: 230 })
  pdf.font('regular').text(sellerRest.join('\n'), { width: 230 })
  const sellerEnd = pdf.y
  pdf.fillColor(grey).text('Billed to', 310, top, { width: 235 }).fillColor('black')
  const [buyerName = '', ...buyerRest] = buyer
  pdf.font('bold').text(buyerName, { width: 235 })
  pdf.font('regular').text(buyerRest.join('\n'), { width: 235 })
  let y = Math.max(sellerEnd, pdf.y) + 16
  for (const [name, value] of facts) {
    pdf.fillColor(grey).text(name, left, y, { width: 100 }).fillColor('black')
    pdf.text(value, left + 105, y, { width: right - left - 105 })
    y = Math.max(pdf.y, y) + 2
  }
  return y + 14
}

function drawTableHead(pdf: Pdf, columns: readonly Column[], y: number): number {
  const end = Math.max(...columns.map(({ x, width }) => x + width))
  pdf.font('bold').fontSize(8)
  for (const { title, x, width, align } of columns) pdf.text(title, x, y, { width, align, lineBreak: false })
  pdf.font('regular')
  pdf
    .moveTo(left, y + 13)
    .lineTo(end, y + 13)
    .lineWidth(0.5)
    .stroke()
  return y + 18
}

const rowHeight = (pdf: Pdf, columns: readonly Column[], cells: readonly string[]): number => {
  pdf.font('regular').fontSize(8)
  return Math.max(...columns.map(({ width }, at) => pdf.heightOfString(cells[at] ?? '', { width }))) + 4
}

function drawRow(pdf: Pdf, columns: readonly Column[], cells: readonly string[], y: number): void {
  pdf.font('regular').fontSize(8)
  columns.forEach(({ x, width, align }, at) => {
    pdf.text(cells[at] ?? '', x, y, { width, align })
  })
}

/** VAT by rate on the left, totals on the right and the terms below, together on one page. */
function drawSums(pdf: Pdf, { vats, totals, terms }: InvoiceContent, after: number): void {
  pdf.font('regular').fontSize(9)
  const termsHeight = pdf.heightOfString(terms.join('\n'), { width: right - left })
  const height = 50 + Math.max(vats.length, totals.length) * 16 + termsHeight
  if (after + height > lastRow) pdf.addPage()
  const top = after + height > lastRow ? firstRow : after + 14
  let y = drawTableHead(pdf, vatColumns, top)
  for (const { rate, base, vat } of vats) {
    drawRow(pdf, vatColumns, [rate, base, vat], y)
    y += 14
  }
  let beside = top
  totals.forEach(([name, amount], at) => {
    pdf.font(at === totals.length - 1 ? 'bold' : 'regular').fontSize(10)
    pdf.text(name, 330, beside, { width: 100 })
    pdf.text(amount, 435, beside, { width: 110, align: 'right' })
    beside += 18
  })
  pdf
    .font('regular')
    .fontSize(9)
    .text(terms.join('\n'), left, Math.max(y, beside) + 14, { width: right - left })
}

/** What can be written only when the number of pages is known, and what is on all of them. */
function drawEveryPage(pdf: Pdf, { isDraft, foot, title }: InvoiceContent): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // Text below the margin would begin a new page.
    pdf.page.margins.bottom = 0
    if (isDraft) drawDraftMark(pdf)
    pdf.font('regular').fontSize(7).fillColor(grey)
    pdf.text(foot, left, 800, { width: 380, lineBreak: false })
    const where = `${title} · page ${page - start + 1} of ${count}`
    pdf.text(where, left, 800, { width: right - left, align: 'right', lineBreak: false })
    pdf.fillColor('black')
  }
}

function drawDraftMark(pdf: Pdf): void {
  pdf.save()
  pdf.rotate(-50, { origin: [297, 421] })
  pdf.font('bold').fontSize(130).fillColor('#bbbbbb', 0.35)
  pdf.text('DRAFT', 0, 345, { width: 595, align: 'center', lineBreak: false })
  pdf.restore()
  pdf.fillColor('black', 1)
}
