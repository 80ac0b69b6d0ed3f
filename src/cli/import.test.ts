// The command as a person at the terminal meets it.
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { importCellar } from '../../test/support/import-cellar.ts'
import { StartRefusal } from '../start-refusal.ts'
import { importCommand } from './import.ts'

const { databaseUrl, pool, deps } = await testDatabase()
const { addWine } = await importCellar(deps, pool, 'ada@example.com')
await addWine()
const dataDir = mkdtempSync(join(tmpdir(), 'caveau-cli-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const printed: string[] = []
const shown: string[] = []
beforeEach(() => {
  vi.stubEnv('CAVEAU_TEST_SERVER', undefined)
  vi.stubEnv('DATABASE_URL', databaseUrl)
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('CAVEAU_LOG_LEVEL', 'silent')
  printed.length = 0
  shown.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(String(text)) > 0)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function fileOf(content: string): Promise<string> {
  const path = join(dataDir, 'file.csv')
  await writeFile(path, content, 'latin1')
  return path
}
const refusalOf = async (...args: string[]): Promise<string> => {
  const error = await importCommand.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as Error).message
}
const stockOf = ['--account', 'ada@example.com', '--warehouse', 'Import']
const stock = 'Vin;Millésime;Format;Quantité;Emplacement;Prix\nClos Test;2019;0,75;6;A-01;12\n'

test('wines are added, and the audit tells that it came from the command line', async () => {
  const path = await fileOf(
    'Nom;Couleur;Pays;Alcool\nChâteau CLI;Rouge;France;13,5\nClos Test;Rouge;France;13\n',
  )
  expect(await importCommand.run(['wines', path])).toBe(0)
  expect(printed.join('\n')).toMatch(
    /^Read 2 lines as windows-1252 with ";" between values\.\nImport \d+: 2 wines made, 0 known\.$/,
  )
  const { rows } = await pool.query(`select via, staff_name, action, detail from audit_entries`)
  expect(rows).toEqual([
    {
      via: 'command line',
      staff_name: 'command line',
      action: 'import.wines',
      detail: {
        file: 'file.csv',
        state: 'done',
        dry_run: false,
        lines_read: 2,
        made: 2,
        known: 0,
        wines_made: 2,
      },
    },
  ])
})

test('stock is brought in, first as a rehearsal; how far it is goes to stderr', async () => {
  const path = await fileOf(stock)
  expect(await importCommand.run(['stock', path, ...stockOf, '--dry-run'])).toBe(0)
  expect(printed.join('\n')).toMatch(
    /Passed over: Prix\.\nImport \d+, nothing written: 6 bottles made, 0 wines made\.$/,
  )
  expect((await pool.query('select from bottles')).rowCount).toBe(0)
  expect(await importCommand.run(['stock', path, ...stockOf])).toBe(0)
  expect((await pool.query('select from bottles')).rowCount).toBe(6)
  expect(shown.join('')).toContain('writing: 0 bottles')
  expect(await refusalOf('stock', path, ...stockOf)).toMatch(/^Import \d+ has brought this file/)
  expect(await importCommand.run(['stock', path, ...stockOf, '--again'])).toBe(0)
})

test('has help', () => {
  expect(importCommand.help).toMatch(/^Usage: caveau import/)
  expect(importCommand.summary).toMatch(/./)
})

describe('is refused by a sentence', () => {
  test.each<[string[], string]>([
    [[], 'Say what to import, and from which file.'],
    [['wines'], 'Say what to import, and from which file.'],
    [['beer', 'x.csv'], 'Say what to import, and from which file.'],
    [['stock', 'x.csv'], 'Stock needs its owner and its place: --account EMAIL --warehouse NAME.'],
    [['wines', '/nowhere/x.csv'], 'The file /nowhere/x.csv cannot be read.'],
    [['wines', 'x.csv', '--colour'], "Unknown option '--colour'"],
  ])('%j', async (args, sentence) => {
    expect(await refusalOf(...args)).toContain(sentence)
  })

  test('a stranger, a warehouse that there is not, an empty file', async () => {
    const path = await fileOf(stock)
    expect(await refusalOf('stock', path, '--account', 'x@y.zz', '--warehouse', 'Import')).toBe(
      'Nobody has the e-mail address x@y.zz.',
    )
    expect(await refusalOf('stock', path, '--account', 'ada@example.com', '--warehouse', 'Nowhere')).toBe(
      'No warehouse is called Nowhere.',
    )
    expect(await refusalOf('wines', await fileOf(''))).toBe('file must not be empty')
  })

  test('bad lines, each by its own', async () => {
    const path = await fileOf('name,color,country,alcohol\nA,,France,13\nB,Rouge,France,x\n')
    expect((await refusalOf('wines', path)).split('\n')).toEqual([
      'line 2, column color: is empty, and a value is required',
      'line 3, column alcohol: must be a percentage between 0 and 99 with at most two places, such as 13.5; it is "x"',
      expect.stringMatching(/^2 of 2 lines are wrong, so nothing was written\./),
    ])
  })
})
