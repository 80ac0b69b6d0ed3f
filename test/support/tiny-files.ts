// The smallest real files of every accepted type, made from their bytes.
import { crc32, deflateSync } from 'node:zlib'

const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
const u16 = (value: number) => Buffer.of(value & 255, value >> 8)
const u32 = (value: number) => Buffer.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24)
const u32be = (value: number) => u32(value).reverse()

/** One pixel. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) =>
    bytes(u32be(data.length), type, data, u32be(crc32(bytes(type, data))))
  const header = bytes(u32be(1), u32be(1), Buffer.of(8, 0, 0, 0, 0))
  return bytes(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.of(0, 255))),
    chunk('IEND', bytes()),
  )
}

const gif = () =>
  bytes(
    'GIF89a',
    u16(1),
    u16(1),
    Buffer.of(0, 0, 0),
    ',',
    u16(0),
    u16(0),
    u16(1),
    u16(1),
    Buffer.of(0, 2, 2, 0x44, 1, 0),
    ';',
  )

const bmp = () =>
  bytes(
    'BM',
    u32(58),
    u32(0),
    u32(54),
    u32(40),
    u32(1),
    u32(1),
    u16(1),
    u16(24),
    u32(0),
    u32(4),
    u32(0),
    u32(0),
    u32(0),
    u32(0),
    Buffer.of(255, 255, 255, 0),
  )

const jpeg = () =>
  bytes(
    Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 16),
    'JFIF\0',
    Buffer.of(1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xdb, 0, 67, 0),
    Buffer.alloc(64, 1),
    Buffer.of(
      0xff,
      0xc0,
      0,
      11,
      8,
      0,
      1,
      0,
      1,
      1,
      1,
      0x11,
      0,
      0xff,
      0xda,
      0,
      8,
      1,
      1,
      0,
      0,
      63,
      0,
      0,
      0xff,
      0xd9,
    ),
  )

const pdf = () =>
  bytes(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n',
    'trailer<</Root 1 0 R>>\n%%EOF\n',
  )

/** An archive with one entry, which is not compressed. */
export function zipWith(name: string, content: string): Buffer {
  const data = bytes(content)
  const common = bytes(
    u16(20),
    u16(0),
    u16(0),
    u16(0),
    u16(0),
    u32(crc32(data)),
    u32(data.length),
    u32(data.length),
    u16(name.length),
    u16(0),
  )
  const local = bytes('PK\x03\x04', common, name, data)
  const central = bytes('PK\x01\x02', u16(20), common, u16(0), u16(0), u16(0), u32(0), u32(0), name)
  const end = bytes(
    'PK\x05\x06',
    u16(0),
    u16(0),
    u16(1),
    u16(1),
    u32(central.length),
    u32(local.length),
    u16(0),
  )
  return bytes(local, central, end)
}

/** An OLE container: header, one sector of allocation table, one of directory with a root and one stream. */
export function oleWith(streamName: string): Buffer {
  const header = Buffer.alloc(512, 0xff)
  bytes(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    Buffer.alloc(16),
    u16(0x3e),
    u16(3),
    u16(0xfffe),
    u16(9),
    u16(6),
  ).copy(header)
  bytes(
    Buffer.alloc(6),
    u32(0),
    u32(1),
    u32(1),
    u32(0),
    u32(4096),
    u32(0xfffffffe),
    u32(0),
    u32(0xfffffffe),
    u32(0),
    u32(0),
  ).copy(header, 34)
  const table = Buffer.alloc(512, 0xff)
  bytes(u32(0xfffffffd), u32(0xfffffffe)).copy(table)
  const entry = (name: string, type: number, child: number) => {
    const made = Buffer.alloc(128)
    made.write(name, 'utf16le')
    bytes(u16((name.length + 1) * 2), Buffer.of(type, 1), u32(0xffffffff), u32(0xffffffff), u32(child)).copy(
      made,
      64,
    )
    return made
  }
  const directory = [entry('Root Entry', 5, 1), entry(streamName, 2, 0xffffffff), Buffer.alloc(256)]
  return bytes(header, table, ...directory)
}

export type TinyFile = { type: string; name: string; content: Buffer }

export const opendocument = (kind: string) =>
  zipWith('mimetype', `application/vnd.oasis.opendocument.${kind}`)

/** In the order of the document. */
export const tinyFiles: TinyFile[] = [
  { type: 'text/csv', name: 'stock.csv', content: Buffer.from('vin;millésime\nChâteau Test;2015\n') },
  { type: 'text/html', name: 'page.html', content: Buffer.from('<!DOCTYPE html><title>Étiquette</title>') },
  { type: 'application/msword', name: 'lettre.doc', content: oleWith('WordDocument') },
  { type: 'application/vnd.ms-excel', name: 'liste.xls', content: oleWith('Workbook') },
  { type: 'application/vnd.ms-powerpoint', name: 'salon.ppt', content: oleWith('PowerPoint Document') },
  { type: 'application/mspowerpoint', name: 'salon.ppt', content: oleWith('PowerPoint Document') },
  { type: 'application/rtf', name: 'note.rtf', content: bytes('{\\rtf1\\ansi Bonjour}') },
  { type: 'application/pdf', name: 'facture.pdf', content: pdf() },
  {
    type: 'application/vnd.oasis.opendocument.spreadsheet',
    name: 'cave.ods',
    content: opendocument('spreadsheet'),
  },
  { type: 'application/vnd.oasis.opendocument.text', name: 'contrat.odt', content: opendocument('text') },
  { type: 'image/gif', name: 'logo.gif', content: gif() },
  { type: 'image/jpeg', name: 'photo.jpg', content: jpeg() },
  { type: 'image/png', name: 'logo.png', content: png() },
  { type: 'image/bmp', name: 'scan.bmp', content: bmp() },
]
