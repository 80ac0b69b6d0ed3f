import type { Line } from '../../client/src/client.ts'
import { type Command, readArguments } from './command.ts'
import { remoteHelp, remoteOptions, tell, withClient } from './remote.ts'
import { type Column, counted, table } from './table.ts'

const help = `Usage: caveau cellar [--future] [--search WORDS]

Shows the bottles that can be ordered, by wine, format and box.

--future        bottles that are announced and not in the warehouse yet
--search WORDS  only rows in which every word occurs, in any letter case, with or without accents

${remoteHelp}`

const options = {
  ...remoteOptions,
  future: { type: 'boolean', default: false },
  search: { type: 'string', default: '' },
} as const

const columns: Column<Line>[] = [
  { title: 'Reference', of: ({ reference }) => reference },
  { title: 'Wine', of: ({ wine }) => wine },
  { title: 'Vintage', of: ({ millesime }) => millesime || '', isNumber: true },
  { title: 'Colour', of: ({ color }) => color },
  { title: 'Appellation', of: ({ appelation }) => appelation },
  { title: 'Bottles', of: ({ quantity }) => quantity, isNumber: true },
  { title: 'Price', of: ({ price }) => price, isNumber: true },
  { title: 'Comment', of: ({ comment }) => comment },
]

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function matches(row: Line, words: readonly string[]): boolean {
  const { reference, wine, millesime, color, country, region, appelation, ranking, comment } = row
  const text = plain(
    [reference, wine, millesime, color, country, region, appelation, ranking, comment].join(' '),
  )
  return words.every((word) => text.includes(word))
}

function cellarInWords(rows: readonly Line[]): string {
  if (rows.length === 0) return 'No bottles.'
  const bottleCount = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  return `${table(columns, rows, process.stdout.columns)}\n\n${counted(bottleCount, 'bottle')} in ${counted(rows.length, 'row')}.`
}

export const cellarCommand: Command = {
  summary: 'show the bottles of a cellar, asking a running service',
  help,
  run: async (args) => {
    const { values } = readArguments(args, options)
    const words = plain(values.search).split(/\s+/).filter(Boolean)
    return withClient(values, async (client) => {
      const rows = await client.bottles.list({ future: values.future ? '1' : '0' })
      tell(
        values,
        rows.filter((row) => matches(row, words)),
        cellarInWords,
      )
    })
  },
}
