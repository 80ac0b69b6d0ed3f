import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { importCellar } from '../../../test/support/import-cellar.ts'
import { mergeWines } from '../catalogue/merge-wines.ts'

const { deps, pool } = await testDatabase()
const { addWine, run, errorsOf } = await importCellar(deps, pool)
const newest = async (count: number) =>
  (
    await pool.query(
      `select name, color, country, region, appellation, ranking, description, vintage, alcohol, lwin
       from (select * from wines order by id desc limit $1) w order by id`,
      [count],
    )
  ).rows

const header = 'Nom;Couleur;Pays;Région;Appellation;Classement;Description;Millésime;Degré;LWIN\r\n'
const latin = (text: string) => Buffer.from(text, 'latin1')

test('a French file in Latin letters with decimal commas becomes wines', async () => {
  const file = `${header}Château Été;Rouge;France;Bordeaux;Pauillac;2e cru;"Long;\r\ntrès long";2019;13,5;1012345\r\n\r\nClos Sans Année;Blanc;France;;;;;;12;\r\n`
  const done = await run('wines', latin(file))
  expect(done).toMatchObject({ state: 'done', linesRead: 2, made: 2, known: 0, winesMade: 2, linesBad: 0 })
  expect(done.report).toMatchObject({
    encoding: 'windows-1252',
    separator: ';',
    decimalMark: ',',
    passedOver: [],
  })
  expect(await newest(2)).toEqual([
    {
      ...{
        name: 'Château Été',
        color: 'Rouge',
        country: 'France',
        region: 'Bordeaux',
        appellation: 'Pauillac',
      },
      ...{
        ranking: '2e cru',
        description: 'Long;\ntrès long',
        vintage: 2019,
        alcohol: '13.50',
        lwin: '1012345',
      },
    },
    {
      ...{ name: 'Clos Sans Année', color: 'Blanc', country: 'France', region: '', appellation: '' },
      ...{ ranking: null, description: null, vintage: 0, alcohol: '12.00', lwin: null },
    },
  ])
  // The same file again brings nothing new.
  expect(await run('wines', latin(file))).toMatchObject({ made: 0, known: 2 })
})

describe('a line is known', () => {
  const columns = 'name,vintage,color,appellation,lwin,country,alcohol\n'
  const lineOf = (name: string, vintage: unknown, color: string, appellation: string, lwin = '') =>
    `${name},${vintage},${color},${appellation},${lwin},France,13\n`
  test.each<[string, Record<string, unknown>, string, number]>([
    ['by the same four', {}, lineOf('Known 1', 2019, 'Rouge', 'Chinon'), 1],
    ['whatever the letters', {}, lineOf('KNOWN 2', 2019, 'rouge', 'CHINON'), 1],
    ['not with another vintage', {}, lineOf('Known 3', 2018, 'Rouge', 'Chinon'), 0],
    ['not without a vintage', {}, lineOf('Known 4', '', 'Rouge', 'Chinon'), 0],
    ['not with another color', {}, lineOf('Known 5', 2019, 'Blanc', 'Chinon'), 0],
    ['not without an appellation', {}, lineOf('Known 6', 2019, 'Rouge', ''), 0],
    ['by its LWIN', { lwin: '2000007' }, lineOf('Another name', 2019, 'Blanc', '', '2000007'), 1],
    ['not by the LWIN of another year', { lwin: '2000008' }, lineOf('A', 2020, 'Rouge', 'C', '2000008'), 0],
    ['by the four when the wine has no LWIN', {}, lineOf('Known 9', 2019, 'Rouge', 'Chinon', '2000009'), 1],
    ['not with another LWIN', { lwin: '2000010' }, lineOf('Known 10', 2019, 'Rouge', 'Chinon', '2000011'), 0],
  ])('%s', async (_title, wine, line, known) => {
    const [, number] = /known (\d+)/i.exec(line) ?? []
    await addWine({ name: number ? `Known ${number}` : 'Its own name', ...wine })
    expect(await run('wines', columns + line)).toMatchObject({ known, made: 1 - known })
  })

  test('by another line of the file: each wine is made once', async () => {
    const lines = [
      lineOf('Twice', 2019, 'Rouge', 'Chinon'),
      lineOf('TWICE', 2019, 'Rouge', 'Chinon'),
      lineOf('Twice', 2020, 'Rouge', 'Chinon', '3000001'),
      lineOf('Twice again', 2020, 'Rouge', 'Chinon', '3000001'),
      lineOf('Twice', 2020, 'Rouge', 'Chinon'),
    ]
    expect(await run('wines', columns + lines.join(''))).toMatchObject({ made: 2, known: 3 })
    expect(await newest(2)).toMatchObject([
      { name: 'Twice', vintage: 2020, lwin: '3000001' },
      { name: 'Twice', vintage: 2019, lwin: null },
    ])
  })

  test('by the name of a duplicate that was merged into it', async () => {
    const [survivorId, duplicateId] = [await addWine({ name: 'Right' }), await addWine({ name: 'Rihgt' })]
    await mergeWines(deps, survivorId, duplicateId)
    expect(await run('wines', columns + lineOf('Rihgt', 2019, 'Rouge', 'Chinon'))).toMatchObject({ known: 1 })
  })

  test('two imports of the same wine at once make it once', async () => {
    const file =
      columns + Array.from({ length: 50 }, (_, i) => lineOf(`Race ${i}`, 2019, 'Rouge', '')).join('')
    const both = await Promise.all([run('wines', file), run('wines', file)])
    expect(both.map(({ made }) => made).sort()).toEqual([0, 50])
  })
})

describe('one bad line and nothing is written', () => {
  const good = 'Bon,Rouge,France,13,2019,\n'
  const columns = 'name,color,country,alcohol,vintage,description\n'
  test.each<[string, string[]]>([
    [',Rouge,France,13,2019,', ['line 3, column name: is empty, and a value is required']],
    ['A,,France,13,2019,', ['line 3, column color: is empty, and a value is required']],
    ['A,Rouge, ,13,2019,', ['line 3, column country: is empty, and a value is required']],
    ['A,Rouge,France,,2019,', ['line 3, column alcohol: is empty, and a value is required']],
    [
      'A,Rouge,France,NaN,20019,',
      [
        'line 3, column vintage: must be a year between 1700 and 2200, or empty for a wine without one; it is "20019"',
        'line 3, column alcohol: must be a percentage between 0 and 99 with at most two places, such as 13.5; it is "NaN"',
      ],
    ],
    [
      `${'x'.repeat(201)},Rouge,France,13,2019,`,
      [
        `line 3, column name: must be text of at most 200 characters, without control characters; it is "${'x'.repeat(60)}…"`,
      ],
    ],
    [
      'A\u0001,Rouge,France,13,2019,',
      ['line 3, column name: must be text of at most 200 characters, without control characters; it is "A "'],
    ],
    [
      'A,Rouge,France,13,5,2019,',
      ['line 3: has 7 values, and the header has 6 columns; put a value with the separator in it in quotes'],
    ],
    [
      'A "B" C,Rouge,France,13,2019,',
      [
        'line 3: has a quote inside a value that does not begin with one; put the value in quotes and double each quote in it',
      ],
    ],
  ])('%j', async (line, errors) => {
    const before = await checksumOf(pool)
    expect(await errorsOf('wines', `${columns}${good}${line}\n${good}`)).toEqual(errors)
    const { 'public.imports': _own, ...after } = await checksumOf(pool)
    expect(before).toMatchObject(after)
  })

  test.each([
    ['', 'no header'],
    ['\n\n', 'no header'],
    [columns, 'no lines after its header'],
    [`${columns}\n,,,,,\n`, 'no lines after its header'],
    ['a,b\n1,2\n', 'The columns name, color, country, alcohol are missing. The file has: a, b.'],
  ])('a file that is %j', async (content, words) => {
    expect((await errorsOf('wines', content || ' '))[0]).toContain(words)
  })
})

test('a line shorter than the header has nothing in its last columns', async () => {
  expect(await run('wines', 'name,color,country,alcohol,region\nShort,Rouge,France,13\n')).toMatchObject({
    made: 1,
  })
})

test('a dry run tells all and writes nothing', async () => {
  const before = await checksumOf(pool)
  const file = 'name,color,country,alcohol\nDry,Rosé,France,11\nDry,Rosé,France,11\n'
  const done = await run('wines', file, { isDryRun: true })
  expect(done).toMatchObject({ state: 'done', isDryRun: true, linesRead: 2, made: 1, known: 1 })
  const { 'public.imports': _own, ...after } = await checksumOf(pool)
  expect(before).toMatchObject(after)
  expect(await run('wines', file)).toMatchObject({ made: 1 })
})
