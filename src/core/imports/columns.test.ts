import { describe, expect, test } from 'vitest'
import { fieldOf, namesOfFields } from './column-names.ts'
import { readHeader } from './columns.ts'
import { ImportRefusal } from './import.ts'

test.each([
  ['Millésime', 'vintage'],
  ['MILLESIME', 'vintage'],
  ['vintage', 'vintage'],
  ['Année', 'vintage'],
  ['Appellation', 'appellation'],
  ['appelation', 'appellation'],
  ['Couleur', 'color'],
  ['colour', 'color'],
  ['Degré d’alcool', 'alcohol'],
  ['degre_alcool', 'alcohol'],
  ['Alcohol (% vol)', 'alcohol'],
  ['Contenance (l)', 'format'],
  ['Contenance (cl)', undefined],
  ['% vol', 'alcohol'],
  ['ABV', 'alcohol'],
  ['Contenance', 'format'],
  ['Format', 'format'],
  ['Quantité', 'quantity'],
  ['Qté', 'quantity'],
  ['Nb. bouteilles', 'quantity'],
  ['Emplacement', 'location'],
  ['Caisse', 'box'],
  ['Wine-ID', 'wine_id'],
  ['wine_id', 'wine_id'],
  ['Nom du vin', 'name'],
  ['wine', 'name'],
  ["Date d'entrée", 'stored_at'],
  ['stored_at', 'stored_at'],
  ['Prix', undefined],
  ['', undefined],
])('%j is read as %s', (name, field) => {
  expect(fieldOf(name)).toBe(field)
})

const stock = ['Nom', 'Contenance', 'Quantité', 'Emplacement']

describe('a header', () => {
  test('tells what each column was taken for, and which were passed over', () => {
    const { columns, report } = readHeader('stock', ['', ...stock, 'Prix\nHT', 'PAYS'], { encoding: 'utf-8' })
    expect(report).toEqual({
      encoding: 'utf-8',
      columns: [
        { column: 'Nom', field: 'name' },
        { column: 'Contenance', field: 'format' },
        { column: 'Quantité', field: 'quantity' },
        { column: 'Emplacement', field: 'location' },
        { column: 'PAYS', field: 'country' },
      ],
      passedOver: ['number 1', 'Prix HT'],
    })
    expect(columns.count).toBe(7)
    expect(columns.places.get('country')).toBe(6)
  })

  test('of wines has no stock in it', () => {
    const { report } = readHeader('wines', ['name', 'color', 'country', 'alcohol', 'quantity', 'id'], {})
    expect(report.passedOver).toEqual(['quantity', 'id'])
  })

  test.each([
    ['wines', ['name', 'alcool'], 'The columns color, country are missing. The file has: name, alcool.'],
    ['stock', stock.slice(0, 3), 'The column location is missing. The file has: Nom, Contenance, Quantité.'],
    ['stock', stock.slice(1), 'The column wine_id or lwin or name is missing. The file has: Contenance,'],
    [
      'stock',
      [...stock, 'Qty'],
      'The columns Quantité and Qty both stand for quantity. Leave one of them out.',
    ],
    ['wines', Array(100).fill('x'), `${Array(30).fill('x').join(', ')}, ….`],
  ] as const)('of %s that is %j is refused', (kind, cells, words) => {
    const refusal = () => readHeader(kind, cells, {})
    expect(refusal).toThrow(ImportRefusal)
    expect(refusal).toThrow(words)
  })
})

test('no name stands for two columns', () => {
  expect(namesOfFields.filter(([name, field]) => fieldOf(name) !== field)).toEqual([])
})
