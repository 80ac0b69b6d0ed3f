import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { decodeText, EncodingWatch } from './text-encoding.ts'

const bytes = (...values: number[]) => Buffer.of(...values)
const bom = bytes(0xef, 0xbb, 0xbf)
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

function learn(content: Buffer, pieceBytes = content.length || 1) {
  const watch = new EncodingWatch()
  for (let at = 0; at < content.length; at += pieceBytes) watch.next(content.subarray(at, at + pieceBytes))
  return watch.end()
}

describe.each([1, 2, 3, 7, 100_000])('in pieces of %i bytes', (pieceBytes) => {
  test.each([
    ['plain letters are UTF-8', Buffer.from('a;b\n1;2\n'), 'utf-8'],
    ['accents in UTF-8', Buffer.from('Millésime;Été 🍷\n'), 'utf-8'],
    ['a mark of UTF-8', Buffer.concat([bom, Buffer.from('é')]), 'utf-8-bom'],
    [
      'UTF-16, small end first',
      Buffer.concat([bytes(0xff, 0xfe), Buffer.from('é🍷', 'utf16le')]),
      'utf-16le',
    ],
    ['UTF-16, big end first', Buffer.concat([bytes(0xfe, 0xff), utf16be('é🍷')]), 'utf-16be'],
    ['one letter that is not UTF-8', Buffer.from('Château', 'latin1'), 'windows-1252'],
    ['the last letter is not UTF-8', Buffer.concat([Buffer.alloc(1000, 'a'), bytes(0xe9)]), 'windows-1252'],
    ['a letter of UTF-8 that is cut off', Buffer.from('é').subarray(0, 1), 'windows-1252'],
    ['a single byte', Buffer.from('a'), 'utf-8'],
  ])('%s', (_title, content, encoding) => {
    expect(learn(content, pieceBytes)).toEqual({ encoding })
  })

  test.each([
    ['a spreadsheet', Buffer.from('PK\x03\x04 and so on'), /spreadsheet/],
    ['NUL bytes', Buffer.from('a;b\n1;\0\n'), /NUL/],
    ['UTF-16 without its mark', Buffer.from('a;b', 'utf16le'), /NUL/],
    ['half of a pair in UTF-16', Buffer.concat([bytes(0xff, 0xfe), bytes(0x00, 0xd8, 0x41, 0)]), /UTF-16/],
    ['an odd number of bytes in UTF-16', bytes(0xff, 0xfe, 0x41), /UTF-16/],
    ['a mark of UTF-8 that lies', Buffer.concat([bom, bytes(0xe9)]), /UTF-8 throughout/],
  ])('%s is no text', (_title, content, words) => {
    expect(learn(content, pieceBytes)).toEqual({ problem: expect.stringMatching(words) })
  })
})

async function* piecesOf(content: Buffer, pieceBytes: number) {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
}
const decoded = async (...given: Parameters<typeof decodeText>) =>
  (await Readable.from(decodeText(...given)).toArray()).join('')

test.each([1, 2, 5])('every end of a line is one LF, also when it arrives in pieces of %i', async (size) => {
  expect(await decoded(piecesOf(Buffer.from('a\r\nb\rc\nd\r\r\ne\n\r'), size), 'utf-8')).toBe(
    'a\nb\nc\nd\n\ne\n\n',
  )
})

test('marks are no part of the text, and the euro of Windows is one', async () => {
  expect(await decoded(piecesOf(Buffer.concat([bom, Buffer.from('é')]), 2), 'utf-8-bom')).toBe('é')
  expect(await decoded(piecesOf(bytes(0xfe, 0xff, 0x00, 0xe9), 1), 'utf-16be')).toBe('é')
  expect(await decoded(piecesOf(bytes(0x80, 0x9c, 0xe9), 1), 'windows-1252')).toBe('€œé')
})
