// Text is stored and read back exactly, or refused: nothing is changed on the way.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoService, outcome } from '../support/service.ts'
import { goodAddress } from './all-routes.ts'

const { call, read } = await demoService()
const [entry] = await read<{ id: number; format: string }[]>('/v1/bottles/consolidated')
const note = { wine_id: entry?.id, format: entry?.format }
const single = `/v1/wine-comments/single?wine_id=${note.wine_id}&format=${note.format}`
const store = (comment: string) => call('PUT', '/v1/wine-comments', { body: { ...note, comment } })

test.each([
  ['an emoji', 'Rouge 🍷'],
  ['a family of emojis', '👨‍👩‍👧‍👦🇫🇷'],
  ['combining marks', 'e\u0301tiquette'],
  ['right to left', 'نبيذ \u202etxet'],
  ['quotes and backslashes', `"'\\\\' \\u0041 \`;--`],
  ['lines and tabs', 'a\r\n\tb'],
  ['markup', '<b>&amp;</b>'],
  ['control characters', '\u0001\u001f\u007f\u0085'],
  ['the ends of the planes', '\uffff\u{10ffff}\u{1f377}'],
  ['2000 emojis', '🍷'.repeat(2000)],
])('%s', async (_title, comment) => {
  const stored = await store(comment)
  expect(stored.body).toMatchObject({ comment })
  expect(await read(single)).toMatchObject({ comment })
  const cellar = await read<{ id: number; format: string }[]>('/v1/bottles/consolidated')
  expect(cellar.find((each) => each.id === note.wine_id && each.format === note.format)).toMatchObject({
    'wine-comment': comment,
  })
})

test('any text without NUL comes back as it was', async () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 200 })
    .filter((each) => !each.includes('\0') && each.trim() !== '')
  await fc.assert(
    fc.asyncProperty(text, async (comment) => {
      expect(outcome(await store(comment))).toBe('200 ok')
      expect(await read(single)).toMatchObject({ comment })
    }),
    { numRuns: 30, seed: 7 },
  )
})

test.each([
  ['a NUL', 'a\0b'],
  ['2001 characters', 'x'.repeat(2001)],
  ['2001 emojis', '🍷'.repeat(2001)],
])('%s is refused, and the comment stays', async (_title, comment) => {
  await store('before')
  expect(outcome(await store(comment))).toBe('400 parameter_invalid')
  expect(await read(single)).toMatchObject({ comment: 'before' })
})

test.each(['\\ud800', 'a\\udc00b', '\\udc00\\ud800'])(
  'half a character, %s, cannot be stored as it is and is refused',
  async (half) => {
    await store('before')
    const rawBody = JSON.stringify({ ...note, comment: 'HALF' }).replace('HALF', half)
    expect(outcome(await call('PUT', '/v1/wine-comments', { rawBody }))).toBe('400 parameter_invalid')
    const address = JSON.stringify({ ...goodAddress, city: 'HALF' }).replace('HALF', half)
    expect(outcome(await call('POST', '/v1/addresses', { rawBody: address }))).toBe('400 parameter_invalid')
    expect(outcome(await call('PUT', '/v1/users', { rawBody: `{"company":"${half}"}` }))).toBe(
      '400 parameter_invalid',
    )
    expect(await read(single)).toMatchObject({ comment: 'before' })
  },
)

test('bytes that are no UTF-8 are refused', async () => {
  const response = await call('PUT', '/v1/wine-comments', {
    rawBody: Buffer.from([
      ...Buffer.from(`{"wine_id":${note.wine_id},"format":"${note.format}","comment":"`),
      0xff,
      0x22,
      0x7d,
    ]) as unknown as string,
  })
  expect(outcome(response)).toMatch(/^400 (invalid_json|parameter_invalid)$/)
})
