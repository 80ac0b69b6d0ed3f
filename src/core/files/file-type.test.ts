import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oleWith, opendocument, tinyFiles, zipWith } from '../../../test/support/tiny-files.ts'
import { acceptedKinds, typeByName } from './file-type.ts'

/** The type that a file is kept under, or undefined when it is refused; read in pieces of the given size. */
function judge(name: string, content: Buffer, declaredType = '', pieceBytes = 65_536): string | undefined {
  const type = typeByName(name, declaredType)
  if (!type) return undefined
  for (let at = 0; at < content.length; at += pieceBytes)
    if (!type.check.next(content.subarray(at, at + pieceBytes))) return undefined
  return type.check.end() ? type.mediaType : undefined
}

const contentOf = (name: string) => tinyFiles.find((file) => file.name === name)?.content ?? Buffer.alloc(0)
const latin1 = (text: string) => Buffer.from(text, 'latin1')

test('the accepted types are the fourteen of the document', () => {
  expect(acceptedKinds.flatMap(({ types }) => types).toSorted()).toEqual(
    tinyFiles.map(({ type }) => type).toSorted(),
  )
  expect(tinyFiles).toHaveLength(14)
})

describe.each(tinyFiles)('$type', ({ type, name, content }) => {
  const usual = type === 'application/mspowerpoint' ? 'application/vnd.ms-powerpoint' : type

  test('is accepted when declared, with parameters too, and kept as declared', () => {
    expect(judge(name, content, type)).toBe(type)
    expect(judge(name.toUpperCase(), content, `${type.toUpperCase()}; charset=utf-8`)).toBe(type)
  })

  test.each(['', 'application/octet-stream', 'text/plain'])(
    'is accepted by name and content when declared as "%s"',
    (declared) => {
      expect(judge(name, content, declared)).toBe(usual)
    },
  )

  test('is refused under a declared type that contradicts its name', () => {
    expect(judge(name, content, type === 'image/png' ? 'image/gif' : 'image/png')).toBeUndefined()
    expect(judge(name, content, 'application/zip')).toBeUndefined()
  })

  test('is recognised in pieces of any size, and also when it is long', () => {
    for (const pieceBytes of [1, 3, 511, 512, 513]) expect(judge(name, content, '', pieceBytes)).toBe(usual)
    const long = Buffer.concat([content, Buffer.alloc(200_000, 'x')])
    for (const pieceBytes of [1000, 65_536]) expect(judge(name, long, '', pieceBytes)).toBe(usual)
  })

  test('is refused with the content of any other type inside', () => {
    for (const other of tinyFiles.filter((each) => each.name !== name))
      expect(judge(name, other.content), other.name).toBeUndefined()
  })

  test('is refused with a program, an archive or a truncated file inside', () => {
    expect(judge(name, Buffer.concat([latin1('MZ\x90\0\x03\0\0\0'), Buffer.alloc(1000)]))).toBeUndefined()
    expect(judge(name, latin1('\x7fELF\x02\x01\x01\0'))).toBeUndefined()
    expect(judge(name, zipWith('word/document.xml', '<w/>'))).toBeUndefined()
    if (type !== 'text/csv') expect(judge(name, content.subarray(0, 2))).toBeUndefined()
  })
})

describe('by name', () => {
  test.each([
    'programme.exe',
    'lettre.docx',
    'archive.zip',
    'image.svg',
    'README',
    '.',
    'pdf',
    'x.pdf.js',
    'x.',
  ])('%s is refused whatever is inside', (name) => {
    for (const { content, type } of tinyFiles) {
      expect(judge(name, content)).toBeUndefined()
      expect(judge(name, content, type)).toBeUndefined()
    }
  })

  test.each([
    ['index.htm', 'page.html', 'text/html'],
    ['photo.jpeg', 'photo.jpg', 'image/jpeg'],
    ['salon.pps', 'salon.ppt', 'application/vnd.ms-powerpoint'],
    ['.csv', 'stock.csv', 'text/csv'],
  ])('%s is accepted too', (name, like, type) => {
    expect(judge(name, contentOf(like))).toBe(type)
  })
})

describe('what Windows and older programs declare', () => {
  test.each([
    ['stock.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['note.rtf', 'text/rtf', 'application/rtf'],
    ['photo.jpg', 'image/pjpeg', 'image/jpeg'],
    ['scan.bmp', 'image/x-ms-bmp', 'image/bmp'],
  ])('%s as %s is no contradiction', (name, declared, type) => {
    expect(judge(name, contentOf(name), declared)).toBe(type)
  })
})

describe('text', () => {
  test.each([
    ['UTF-8 with a mark in front', Buffer.from('\ufeffvin;prix\n')],
    ['Latin 1, and the Euro sign of Windows', latin1('ch\xe2teau;12 \x80\r\n')],
    ['one line without an end', latin1('a')],
    ['a page break', latin1('a;b\f\n')],
  ])('in a csv may be %s', (_title, content) => {
    expect(judge('a.csv', content)).toBe('text/csv')
  })

  test.each([
    ['UTF-16', Buffer.from('a;b\n', 'utf16le')],
    ['a NUL byte far behind', Buffer.concat([Buffer.alloc(100_000, 'a;b\n'), Buffer.of(0)])],
    ['a picture far behind', Buffer.concat([Buffer.alloc(100_000, 'a;b\n'), contentOf('logo.png')])],
    ['a page of HTML', Buffer.from('<html><body>Erreur 500</body></html>')],
  ])('in a csv may not be %s', (_title, content) => {
    expect(judge('a.csv', content)).toBeUndefined()
  })

  test.each([
    ['<HTML lang=fr>'],
    [' \r\n<!-- étiquette --><p>x'],
    ['\ufeff<!doctype html>'],
    ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['<div class="a">b</div>'],
  ])('%s begins a page of HTML', (content) => {
    expect(judge('a.html', Buffer.from(content))).toBe('text/html')
  })

  test.each([['bonjour'], ['<htmlish>'], ['a <html>'], ['<html>\0']])('%j does not', (content) => {
    expect(judge('a.html', Buffer.from(content))).toBeUndefined()
  })

  test('of any kind without control characters passes as csv, and a NUL anywhere never does', () => {
    const line = fc.string({ unit: fc.constantFrom(...'aZ09;,."é€ \t'), minLength: 1, maxLength: 3000 })
    fc.assert(
      fc.property(line, fc.nat(), fc.integer({ min: 1, max: 700 }), (content, place, pieceBytes) => {
        const bytes = Buffer.from(content)
        const at = place % (bytes.length + 1)
        const spoilt = Buffer.concat([bytes.subarray(0, at), Buffer.of(0), bytes.subarray(at)])
        expect(judge('a.csv', bytes, '', pieceBytes)).toBe('text/csv')
        expect(judge('a.csv', spoilt, '', pieceBytes)).toBeUndefined()
      }),
    )
  })
})

describe('the containers', () => {
  test('of OpenDocument are told apart from their templates and from other archives', () => {
    expect(judge('a.odt', opendocument('text-template'))).toBeUndefined()
    expect(judge('a.ods', opendocument('text'))).toBeUndefined()
    expect(judge('a.odt', zipWith('autre', 'application/vnd.oasis.opendocument.text'))).toBeUndefined()
  })

  test('of OLE hold what their name says, also when an object of another program is inside', () => {
    const both = Buffer.concat([oleWith('Workbook'), oleWith('WordDocument')])
    expect(judge('a.doc', both)).toBe('application/msword')
    expect(judge('a.xls', both)).toBe('application/vnd.ms-excel')
    expect(judge('a.ppt', both)).toBeUndefined()
    expect(judge('a.xls', oleWith('Book'))).toBe('application/vnd.ms-excel')
  })

  test('a text that begins with the letters BM is no picture', () => {
    expect(judge('a.bmp', Buffer.from('BMW, Munich'))).toBeUndefined()
  })
})
