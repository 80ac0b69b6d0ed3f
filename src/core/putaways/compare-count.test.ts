import { describe, expect, test } from 'vitest'
import { type CountedLine, compareCount } from './compare-count.ts'

const un = { name: 'Clos Un', appellation: 'Chinon', vintage: 2019 }
const wines: Record<number, CountedLine['wine']> = {
  1: un,
  2: { ...un, vintage: 2017 },
  3: { ...un, name: 'Clos Deux' },
  4: { ...un, appellation: 'Bourgueil', vintage: 2017 },
  5: { name: ' clos un', appellation: 'CHINON', vintage: 2015 },
  6: { ...un },
}
const line = (
  wineId: number,
  announced: number,
  received: number,
  more: Partial<CountedLine> = {},
): CountedLine => ({
  ...{ wineId, formatMl: 750, boxCode: '', bottlesPerBox: 1, wine: wines[wineId] ?? un },
  ...{ announced, received, broken: 0 },
  ...more,
})
const compared = (...lines: CountedLine[]) => compareCount(lines, true)

test.each([
  ['as announced', 6, 6, 0, { missing: 0, over: 0, isUnexpected: false }],
  ['short', 6, 4, 0, { missing: 2, over: 0, isUnexpected: false }],
  ['with broken ones, which came', 6, 4, 2, { missing: 0, over: 0, isUnexpected: false }],
  ['short and broken', 6, 3, 1, { missing: 2, over: 0, isUnexpected: false }],
  ['over', 6, 8, 0, { missing: 0, over: 2, isUnexpected: false }],
  ['over by broken ones', 6, 6, 1, { missing: 0, over: 1, isUnexpected: false }],
  ['nothing', 6, 0, 0, { missing: 6, over: 0, isUnexpected: false }],
  ['not announced', 0, 2, 0, { missing: 0, over: 2, isUnexpected: true }],
  ['not announced and broken', 0, 0, 2, { missing: 0, over: 2, isUnexpected: true }],
])('%s', (_title, announced, received, broken, expected) => {
  expect(compared(line(1, announced, received, { broken }))).toMatchObject([expected])
})

describe('what was not announced looks like', () => {
  const likeness = (came: CountedLine, ...announced: CountedLine[]) => {
    const found = compared(...announced, came).at(-1)?.looksLike
    return found && [found.mistake, found.insteadOf.wineId, found.insteadOf.formatMl, found.insteadOf.boxCode]
  }
  const boxed = { boxCode: 'CBO6', bottlesPerBox: 6 }

  test.each<[string, CountedLine, CountedLine[], unknown]>([
    ['another vintage', line(2, 0, 6), [line(3, 6, 6), line(1, 6, 0)], ['wrong_vintage', 1, 750, '']],
    ['another vintage, however it is written', line(5, 0, 6), [line(1, 6, 0)], ['wrong_vintage', 1, 750, '']],
    [
      'another vintage in another format, when there is no better guess',
      line(2, 0, 6, { formatMl: 1500 }),
      [line(1, 6, 0)],
      ['wrong_vintage', 1, 750, ''],
    ],
    [
      'the vintage of the same format rather than of another',
      line(2, 0, 6, { formatMl: 1500 }),
      [line(1, 6, 0), line(1, 6, 6, { formatMl: 1500 })],
      ['wrong_vintage', 1, 1500, ''],
    ],
    ['another format', line(1, 0, 6, { formatMl: 375 }), [line(1, 6, 0)], ['wrong_format', 1, 750, '']],
    ['another packing', line(1, 0, 6), [line(1, 6, 0, boxed)], ['wrong_packing', 1, 750, 'CBO6']],
    [
      'what is short rather than what came in full',
      line(2, 0, 6),
      [line(1, 6, 6), line(1, 6, 0, boxed)],
      ['wrong_vintage', 1, 750, 'CBO6'],
    ],
    ['nothing, when another wine was announced', line(3, 0, 6), [line(1, 6, 0)], null],
    ['nothing, when the appellation is another', line(4, 0, 6), [line(1, 6, 0)], null],
    ['nothing, when a twin of the same vintage was announced', line(6, 0, 6), [line(1, 6, 0)], null],
    ['nothing, when what is alike was not announced either', line(2, 0, 6), [line(1, 0, 6)], null],
  ])('%s', (_title, came, announced, expected) => {
    expect(likeness(came, ...announced)).toEqual(expected)
  })

  test('nothing, when it was announced', () => {
    expect(compared(line(1, 6, 6), line(2, 1, 6)).map(({ looksLike }) => looksLike)).toEqual([null, null])
  })
})

test.each([
  [12, []],
  [0, []],
  [11, ['11 bottles do not fill whole boxes of CBO6, which hold 6 each.']],
])('%d bottles of a box of six', (received, warnings) => {
  expect(compared(line(1, 12, received, { boxCode: 'CBO6', bottlesPerBox: 6 }))).toMatchObject([{ warnings }])
})

test('before the count it is the announcement that is warned of', () => {
  const boxed = line(1, 11, 0, { boxCode: 'CBO6', bottlesPerBox: 6 })
  expect(compareCount([boxed, line(2, 11, 0)], false).map(({ warnings }) => warnings.length)).toEqual([1, 0])
})
