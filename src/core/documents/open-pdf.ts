import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PdfDocument>

// The fonts of the PDF standard know Western European letters only; wines and people have names in others too.
const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${name}.ttf`))

/** An A4 document with the house's fonts, `regular` and `bold`, written by `write`. */
export async function makePdf(
  about: { title: string; createdAt: Date },
  write: (pdf: Pdf) => void,
): Promise<Buffer> {
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
  pdf.end()
  return bytes
}
