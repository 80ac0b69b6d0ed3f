import { expect, test } from 'vitest'
import { attachmentCalled } from './send-file.ts'

test.each([
  ['bon.pdf', `attachment; filename="bon.pdf"; filename*=UTF-8''bon.pdf`],
  ['facture 12.pdf', `attachment; filename="facture 12.pdf"; filename*=UTF-8''facture%2012.pdf`],
  ['Étiquette.pdf', `attachment; filename="_tiquette.pdf"; filename*=UTF-8''%C3%89tiquette.pdf`],
  ['a"b\\c%41.csv', `attachment; filename="a_b_c_41.csv"; filename*=UTF-8''a%22b%5Cc%2541.csv`],
  [
    `l'été (2*).png`,
    `attachment; filename="l'_t_ (2*).png"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%282%2A%29.png`,
  ],
  ['🍷.png', `attachment; filename="__.png"; filename*=UTF-8''%F0%9F%8D%B7.png`],
  [
    'a\r\nSet-Cookie: x=1.csv',
    `attachment; filename="a__Set-Cookie: x=1.csv"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1.csv`,
  ],
  ['half \ud83c.csv', `attachment; filename="half _.csv"; filename*=UTF-8''half%20%EF%BF%BD.csv`],
])('%s is sent under its name, whatever is in it', (name, header) => {
  expect(attachmentCalled(name)).toBe(header)
})
