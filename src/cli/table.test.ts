import { expect, test } from 'vitest'
import { type Column, table } from './table.ts'

type Row = { name: string | null; count: number }
const columns: Column<Row>[] = [
  { title: 'Name', of: ({ name }) => name },
  { title: 'Count', of: ({ count }) => count, isNumber: true },
]

test('columns are as wide as their widest cell, and numbers stand below each other', () => {
  expect(
    table(columns, [
      { name: 'Château', count: 7 },
      { name: null, count: 1200 },
    ]),
  ).toBe(['Name     Count', 'Château      7', '          1200'].join('\n'))
})

test('the widest column gives way where the terminal is narrow, down to a width that says something', () => {
  const rows = [{ name: 'Château de la Roche aux Fées', count: 12 }]
  expect(table(columns, rows, 20)).toBe(['Name           Count', 'Château de l…     12'].join('\n'))
  expect(table(columns, rows, 3)).toBe(['Name      Count', 'Château…     12'].join('\n'))
})

test('what a terminal would take for a command is a blank', () => {
  expect(table(columns, [{ name: 'a\u001b[2Jb\nc', count: 1 }])).toContain('a [2Jb c')
})

test('an accent is part of its letter', () => {
  expect(table(columns, [{ name: 'Cha\u0302teau', count: 1 }])).toContain('Château      1')
})
