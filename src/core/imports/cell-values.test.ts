import { describe, expect, test } from 'vitest'
import {
  alcohol,
  boxCode,
  type CellKind,
  format,
  locationCode,
  lwin,
  oneLine,
  paragraphs,
  quantity,
  recordId,
  storedSince,
  vintage,
} from './cell-values.ts'

const refused = undefined
const cases: Record<string, [CellKind<unknown>, Record<string, unknown>]> = {
  'a format is litres, or a number with its unit': [
    format,
    {
      ...{ '0.75': 750, '0,75': 750, '0.750': 750, '1': 1000, '1,5': 1500, '0,75 l': 750, '3L': 3000 },
      ...{ '75cl': 750, '75 cl': 750, '37,5cl': 375, '18.7 CL': 187, '750ml': 750, '750 ML': 750 },
      ...{ '75': refused, '750': refused, '0': refused, '0 cl': refused, '0.1ml': refused, '31 l': refused },
      ...{ magnum: refused, '-1': refused, '1e3': refused, '1/2': refused, '99999cl': refused },
    },
  ],
  'a quantity is a whole number from 1 to 10,000': [
    quantity,
    {
      ...{ '1': 1, '12': 12, '10000': 10_000, '12.0': 12, '12,00': 12, '007': 7 },
      ...{ '0': refused, '10001': refused, '-3': refused, '1.5': refused, '1e3': refused, NaN: refused },
      ...{ '1.000': refused, '1,000': refused, '1 000': refused, ['9'.repeat(400)]: refused, '½': refused },
    },
  ],
  'a vintage is a year, and NV is none': [
    vintage,
    {
      ...{
        '2019': 2019,
        '1700': 1700,
        '2200': 2200,
        '2019.0': 2019,
        '0': 0,
        NV: 0,
        'n.v.': 0,
        SA: 0,
        '-': 0,
      },
      ...{ '1699': refused, '2201': refused, '19': refused, '2019-2020': refused, '20 19': refused },
    },
  ],
  'alcohol is a percentage': [
    alcohol,
    {
      ...{
        '13': '13',
        '13.5': '13.5',
        '13,5': '13.5',
        '13,50': '13.50',
        '13.5%': '13.5',
        '13,5 % vol': '13.5',
      },
      ...{ '13°': '13', '0': '0', '99': '99', '12,500': '12.50' },
      ...{ '99.1': refused, '-1': refused, '13.555': refused, '100': refused, NaN: refused, '1e1': refused },
    },
  ],
  'an LWIN has 7, 11, 16 or 18 digits': [
    lwin,
    {
      ...{ '1012345': '1012345', '10123452019': '10123452019', ['1'.repeat(16)]: '1'.repeat(16) },
      ...{ ['1'.repeat(18)]: '1'.repeat(18), '1,01E+06': refused, '101234': refused, LWIN1012345: refused },
    },
  ],
  'a wine has a number': [
    recordId,
    { '1': 1, '9007199254740993': refused, '0': refused, '1e3': refused, x: refused },
  ],
  'codes are written in capitals': [
    boxCode,
    { cbo6: 'CBO6', CBO6: 'CBO6', 'CBO 6': refused, é: refused, ['A'.repeat(21)]: refused },
  ],
  'so are those of locations': [
    locationCode,
    { 'a-01': 'A-01', '0': '0', '-a': refused, 'A 01': refused, ['A'.repeat(31)]: refused },
  ],
  'text in one line has single spaces': [
    oneLine(5),
    {
      'a\n b': 'a b',
      'a\u00a0b': 'a b',
      'e\u0301': 'é',
      '🍷🍷🍷🍷🍷': '🍷🍷🍷🍷🍷',
      '123456': refused,
      'a\u0001': refused,
    },
  ],
  'text in paragraphs keeps its line breaks': [
    paragraphs(5),
    { 'a\nb': 'a\nb', 'a\tb': 'a\tb', '123456': refused, 'a\u0085': refused, '\0': refused },
  ],
}

describe.each(Object.entries(cases))('%s', (_title, [kind, values]) => {
  test.each(Object.entries(values))('%j', (cell, expected) => {
    expect(kind.read(cell)).toEqual(expected)
  })
})

describe('a day, up to today', () => {
  const day = storedSince('2026-11-16')
  const since = (text: string) => ({ since: new Date(text) })
  test.each([
    ['2026-11-15', since('2026-11-15T00:00:00+01:00')],
    ['15/11/2026', since('2026-11-15T00:00:00+01:00')],
    ['5.7.2020', since('2020-07-05T00:00:00+02:00')],
    ['2026-11-16', { since: null }],
    ['2026-11-17', undefined],
    ['1899-12-31', undefined],
    ['30/02/2020', undefined],
    ['11/30/2020', undefined],
    ['yesterday', undefined],
    ['15/11/26', undefined],
  ])('%s', (cell, expected) => {
    expect(day.read(cell)).toEqual(expected)
    expect(day.read(cell)).toEqual(expected)
  })
})
