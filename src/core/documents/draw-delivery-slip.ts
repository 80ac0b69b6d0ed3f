import type { DeliverySlip, SlipRow } from './delivery-slip.ts'
import { type AboutPdf, makePdf, type Pdf } from './open-pdf.ts'

const left = 50
const width = 495
const half = width / 2
const lineGap = 2
const rowPadding = 3
const gutter = 6
/** Where a page's content ends; below it stands the number of the page. */
const bottom = 770

type Column = [key: keyof SlipRow, label: string, width: number, align: 'left' | 'right']
const columns: [Column, ...Column[]] = [
  ['wine', 'Wine', 255, 'left'],
  ['vintage', 'Vintage', 60, 'left'],
  ['format', 'Format', 60, 'left'],
  ['box', 'Box', 60, 'left'],
  ['quantity', 'Quantity', 60, 'right'],
]
const heading = Object.fromEntries(columns.map(([key, label]) => [key, label])) as SlipRow

/** One document of all the slips, each beginning on a page of its own. */
export const drawDeliverySlips = (about: AboutPdf, slips: readonly DeliverySlip[]): Promise<Buffer> =>
  makePdf(about, (pdf) => {
    slips.forEach((slip, index) => {
      if (index > 0) pdf.addPage()
      drawSlip(pdf, slip)
    })
    numberPages(pdf, about.title)
  })

function drawSlip(pdf: Pdf, slip: DeliverySlip): void {
  pdf.font('bold').fontSize(16).text(slip.title, left, 50)
  pdf.fontSize(9)
  const top = pdf.y + 12
  const afterSender = drawBlock(pdf, 'From', slip.sender, { x: left, y: top })
  const afterRecipient = drawBlock(pdf, 'To', slip.recipient, { x: left + half, y: top })
  pdf.y = Math.max(afterSender, afterRecipient) + 12
  for (const [label, value] of slip.facts) drawFact(pdf, label, value)
  pdf.y += 10
  drawTable(pdf, slip.rows)
  if (slip.missing.length > 0) {
    startBlock(pdf, 60)
    pdf.font('bold').text('Ordered and not delivered', left, pdf.y + 14, { width })
    pdf.y += 4
    drawTable(pdf, slip.missing)
  }
  startBlock(pdf, 20 + slip.totals.length * 16)
  pdf.y += 14
  for (const [label, value] of slip.totals) drawFact(pdf, label, value)
}

type Place = { x: number; y: number }

function drawBlock(pdf: Pdf, label: string, lines: readonly string[], { x, y }: Place): number {
  pdf.font('bold').text(label, x, y, { width: half - 20 })
  pdf.font('regular').text(lines.join('\n'), x, pdf.y, { width: half - 20, lineGap })
  return pdf.y
}

function drawFact(pdf: Pdf, label: string, value: string): void {
  const { y } = pdf
  pdf.font('bold').text(label, left, y, { width: 100 })
  pdf.font('regular').text(value, left + 105, y, { width: width - 105, lineGap })
}

/** Goes to a new page when less than `height` is left of this one. */
function startBlock(pdf: Pdf, height: number): void {
  if (pdf.y + height <= bottom) return
  pdf.addPage()
  pdf.y = 50
}

function drawTable(pdf: Pdf, rows: readonly SlipRow[]): void {
  startBlock(pdf, 40)
  drawRow(pdf, heading, 'bold')
  for (const row of rows) {
    const height = heightOf(pdf, row)
    if (pdf.y + height > bottom) {
      startBlock(pdf, height)
      drawRow(pdf, heading, 'bold')
    }
    drawRow(pdf, row, 'regular', height)
  }
}

/** Only the name of a wine can be longer than its column. */
function heightOf(pdf: Pdf, { wine }: SlipRow): number {
  const [[, , size]] = columns
  return pdf.font('regular').heightOfString(wine, { width: size - gutter }) + 2 * rowPadding
}

function drawRow(pdf: Pdf, row: SlipRow, font: 'regular' | 'bold', height = heightOf(pdf, row)): void {
  const { y } = pdf
  let x = left
  pdf.font(font)
  for (const [key, , size, align] of columns) {
    pdf.text(row[key], x, y + rowPadding, { width: size - gutter, align })
    x += size
  }
  const end = y + height
  pdf
    .moveTo(left, end)
    .lineTo(left + width, end)
    .lineWidth(0.5)
    .strokeColor('#999999')
    .stroke()
  pdf.y = end
}

/** Written last, when it is known how many pages there are. */
function numberPages(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    // Text below the margin would begin yet another page.
    pdf.page.margins.bottom = 0
    pdf.font('regular').fontSize(8)
    pdf.text(`${title}, page ${page + 1} of ${count}`, left, 800, { width, align: 'center' })
  }
}
