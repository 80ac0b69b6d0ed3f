import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'

test.each([
  ['a plain name stays', 'facture 12.pdf', 'facture 12.pdf'],
  ['a path is stripped', '../../etc/passwd', 'passwd'],
  ['a path of Windows is stripped', 'C:\\fakepath\\bon.pdf', 'bon.pdf'],
  ['a path that ends nowhere has no name', '../', ''],
  ['a NUL byte is dropped', 'a\0b.csv', 'ab.csv'],
  ['line breaks and other controls are dropped', 'a\r\nb\tc\x7f\u0085\u2028.csv', 'abc.csv'],
  ['marks that turn the direction of writing are dropped', 'photo\u202egnp.exe', 'photognp.exe'],
  ['spaces around it are dropped', '  bon.pdf ', 'bon.pdf'],
  ['accents have one spelling', 'e\u0301te\u0301.csv', 'été.csv'],
  ['emoji stay whole', 'cuvée 👨‍👩‍👧 🍷.png', 'cuvée 👨‍👩‍👧 🍷.png'],
  ['half a character is replaced', 'a\ud83c.csv', 'a\ufffd.csv'],
  ['300 characters become 255, the extension stays', `${'x'.repeat(296)}.pdf`, `${'x'.repeat(251)}.pdf`],
  ['characters are counted, not their halves', `${'🍷'.repeat(300)}.pdf`, `${'🍷'.repeat(251)}.pdf`],
  ['what is too long for an extension is none', `a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
])('%s', (_title, given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test('whatever is given, the name fits its column, is clean, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = cleanFileName(given)
      expect([...name].length).toBeLessThanOrEqual(255)
      expect(name).not.toMatch(/[\p{Cc}/\\]/u)
      expect(cleanFileName(name)).toBe(name)
    }),
  )
})
