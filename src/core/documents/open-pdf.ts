import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import type { Environment } from '../../config.ts'

export type Pdf = InstanceType<typeof PdfDocument>

// The fonts of the PDF standard know Western European letters only; wines and people have names in others too.
const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${name}.ttf`))

export type AboutPdf = { title: string; createdAt: Date; env: Environment }

/** An A4 document with the house's fonts, `regular` and `bold`, written by `write`. */
export async function makePdf(about: AboutPdf, write: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 50,
    lang: 'en',
    displayTitle: true,
    // Page numbers can be written only when the number of pages is known.
    bufferPages: true,
    info: { Title: about.title, Producer: 'Caveau', Creator: 'Caveau', CreationDate: about.createdAt },
  })
  pdf.registerFont('regular', fontFile(''))
  pdf.registerFont('bold', fontFile('-Bold'))
  pdf.font('regular').fontSize(10)
  const bytes = buffer(pdf)
  write(pdf)
  if (about.env !== 'production') markPages(pdf, about.env)
  pdf.end()
  return bytes
}

/** On every page, so that nobody packs, ships or pays by it. */
function markPages(pdf: Pdf, env: Environment): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    pdf.font('bold').fontSize(13).fillColor('#c00000')
    pdf.text(`${env.toUpperCase()}: NOT A REAL DOCUMENT`, 0, 22, {
      width: 595,
      align: 'center',
      lineBreak: false,
    })
  }
  pdf.fillColor('black')
}
