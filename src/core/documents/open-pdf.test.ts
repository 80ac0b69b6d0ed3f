import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makePdf } from './open-pdf.ts'

const red = /0\.75\d* 0 0 scn/g

/** What is drawn on the pages, as the drawing commands that it is. */
const drawn = (bytes: Buffer): string =>
  [...bytes.toString('latin1').matchAll(/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .join('\n')

test.each([
  ['preproduction', 3],
  ['production', 0],
] as const)('%s: %d of 3 pages bear a mark', async (env, marked) => {
  const bytes = await makePdf({ title: 'x', createdAt: new Date(0), env }, (pdf) => {
    for (const _more of [1, 2]) pdf.text('A page').addPage()
    pdf.text('The last')
  })
  expect(bytes.toString('latin1')).toMatch(/\/Type \/Pages\n\/Count 3\n/)
  expect(drawn(bytes).match(red) ?? []).toHaveLength(marked)
})
