import { describe, expect, test } from 'vitest'
import { checksumOf } from '../../../test/support/checksum.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { importCellar } from '../../../test/support/import-cellar.ts'
import { mergeWines } from '../catalogue/merge-wines.ts'
import { verifyLedger } from '../cellar/verify-ledger.ts'
import { WorkRefusal } from '../work-refusal.ts'

const { deps, db, pool, clock } = await testDatabase()
const { accountId, warehouseId, otherWarehouseId, addWine, run, errorsOf } = await importCellar(deps, pool)
const wineId = await addWine({ name: 'Château Été', lwin: '1012345' })

const stored = async () =>
  (
    await pool.query(
      `select b.wine_id, b.format_ml, b.box_code, b.detail, l.code, b.stored_at, count(*)::int as count
       from bottles b join locations l on l.id = b.location_id where b.account_id = $1
       group by 1, 2, 3, 4, 5, 6 order by min(b.id)`,
      [accountId],
    )
  ).rows

const columns = 'Vin;Millésime;Couleur;Appellation;Contenance;Quantité;Caisse;Emplacement;Détail;Entrée\n'
const ete = 'Château Été;2019;Rouge;Chinon'

test('each bottle of each line is there, with its row in the ledger', async () => {
  const file = `${columns}${ete};75cl;3;;a-01;Étiquette abîmée;2020-05-04\n${ete};1,5;12;cbo6;A-02;;\n`
  const done = await run('stock', file)
  expect(done).toMatchObject({
    state: 'done',
    linesRead: 2,
    made: 15,
    known: 0,
    winesMade: 0,
  })
  expect(await stored()).toEqual([
    {
      ...{
        wine_id: wineId,
        format_ml: 750,
        box_code: '',
        detail: 'Étiquette abîmée',
        code: 'A-01',
        count: 3,
      },
      stored_at: new Date('2020-05-04T00:00:00+02:00'),
    },
    {
      ...{ wine_id: wineId, format_ml: 1500, box_code: 'CBO6', detail: null, code: 'A-02', count: 12 },
      stored_at: clock.now,
    },
  ])
  const { rows } = await pool.query(
    `select kind, comment, created_at, count(*)::int as count from stock_moves where account_id = $1 group by 1, 2, 3`,
    [accountId],
  )
  expect(rows).toEqual([
    { kind: 'received', comment: `Opening stock, import ${done.id}`, created_at: clock.now, count: 15 },
  ])
  expect(await verifyLedger(db)).toMatchObject({ discrepancies: [], bottles: 15 })
  expect((await pool.query('select from import_rows')).rowCount).toBe(0)
})

describe('the wine of a line', () => {
  const header = 'wine_id,lwin,name,vintage,color,appellation,format,quantity,location\n'
  const lineOf = (named: string) => `${named},0.75,1,A-01\n`
  const wineOf = async (named: string, choices = {}) => {
    await run('stock', header + lineOf(named), { isAgain: true, ...choices })
    const { rows } = await pool.query(
      'select wine_id from bottles where account_id = $1 order by id desc limit 1',
      [accountId],
    )
    return rows[0]?.wine_id
  }
  test.each([
    ['by its number', () => `${wineId},,,,,`],
    ['by its number, whatever else is said', () => `${wineId},,Another,1999,,`],
    ['by its LWIN alone', () => ',1012345,,,,'],
    ['by its LWIN and vintage', () => ',1012345,,2019,,'],
    ['by name, vintage, color and appellation', () => ',,Château Été,2019,Rouge,Chinon'],
    ['whatever the letters', () => ',,CHATEAU  ETE,2019,rouge,CHINON'],
    ['by name and vintage when that leaves no choice', () => ',,Château Été,2019,,'],
    ['by name when its LWIN is unknown to the catalogue', () => ',,Château Été,2019,Rouge,Chinon'],
  ])('%s', async (_title, named) => {
    expect(await wineOf(named())).toBe(wineId)
  })

  test('that was merged leads to the other', async () => {
    const duplicateId = await addWine({ name: 'Chateau Etè bis' })
    await mergeWines(deps, wineId, duplicateId)
    expect(await wineOf(`${duplicateId},,,,,`)).toBe(wineId)
    expect(await wineOf(',,Chateau Etè bis,2019,Rouge,Chinon')).toBe(wineId)
  })

  test('is the exact one when another fits as well', async () => {
    const exactId = await addWine({ name: 'Exact', appellation: '' })
    await addWine({ name: 'Exact' })
    expect(await wineOf(',,Exact,2019,Rouge,')).toBe(exactId)
  })

  test.each([
    ['99999999,,,,,', 'line 2, column wine_id: must be a wine of the catalogue; it is "99999999"'],
    [',,Nobody,2019,,', 'line 2, column name: must be a wine of the catalogue; it is "Nobody 2019"'],
    [',,Château Été,,,', 'line 2, column name: must be a wine of the catalogue; it is "Château Été"'],
    [
      ',,Château Été,2019,Blanc,',
      'line 2, column name: must be a wine of the catalogue; it is "Château Été 2019"',
    ],
    [',1012345,,2018,,', 'line 2, column lwin: must be a wine of the catalogue; it is "1012345 2018"'],
    [',,,2019,,', 'line 2, column name: is empty: a line names its wine by its number, its LWIN or its name'],
    [',12,Château Été,2019,,', 'line 2, column lwin: must be an LWIN of 7, 11, 16 or 18 digits; it is "12"'],
    [
      ',,Twin,2019,Rouge,Chinon',
      'line 2, column name: fits several wines of the catalogue; give the number of the wine; it is "Twin 2019"',
    ],
    [
      ',2222222,,,,',
      'line 2, column lwin: fits several wines of the catalogue; give the number of the wine; it is "2222222"',
    ],
  ])('%s is none', async (named, error) => {
    if (named.includes('Twin')) for (const _each of [1, 2]) await addWine({ name: 'Twin' })
    if (named.includes('2222222'))
      for (const vintage of [2001, 2002]) await addWine({ name: 'Years', vintage, lwin: '2222222' })
    expect(await errorsOf('stock', header + lineOf(named))).toEqual([error])
  })
})

describe('wines that the catalogue does not have', () => {
  const header = 'name,vintage,color,country,alcohol,lwin,format,quantity,location\n'
  const makesWines = { makesWines: true }

  test('are made once for all the lines that name them', async () => {
    const lines = [
      'New,2020,Rouge,France,13,,0.75,1,A-01',
      'NEW,2020,Rouge,France,14,,1.5,2,A-01',
      'Newer,2021,Rouge,France,13,4000001,0.75,3,A-01',
      'Newest,2021,Rouge,France,13,4000001,0.75,4,A-01',
      'Newer,2021,Rouge,France,13,,0.75,5,A-01',
      'Château Été,2019,,,,,0.75,6,A-01',
    ]
    const done = await run('stock', header + lines.join('\n'), makesWines)
    expect(done).toMatchObject({ made: 21, winesMade: 2 })
    const { rows } = await pool.query(
      `select w.name, w.alcohol, count(*)::int as bottles from bottles b join wines w on w.id = b.wine_id
       where w.name like 'New%' group by w.id order by w.id`,
    )
    expect(rows).toEqual([
      { name: 'Newer', alcohol: '13.00', bottles: 12 },
      { name: 'New', alcohol: '13.00', bottles: 3 },
    ])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('need what a wine needs', async () => {
    const errors = await errorsOf(
      'stock',
      `${header},,,,,5000001,0.75,1,A-01\nUnmade,,,,,,0.75,1,A-01\n`,
      makesWines,
    )
    const needed = 'is required for a wine that is not in the catalogue yet'
    expect(errors).toEqual([
      ...['alcohol', 'color', 'country', 'name'].map((column) => `line 2, column ${column}: ${needed}`),
      ...['alcohol', 'color', 'country'].map((column) => `line 3, column ${column}: ${needed}`),
    ])
  })

  test('are not made when lines made several that fit a third', async () => {
    const lines = ['6000001', '6000002', ''].map((lwin) => `Apart,2020,Rouge,France,13,${lwin},0.75,1,A-01\n`)
    expect(await errorsOf('stock', header + lines.join(''), makesWines)).toEqual([
      'line 4, column name: fits several wines of the catalogue; give the number of the wine; it is "Apart 2020"',
    ])
    expect((await pool.query(`select from wines where name = 'Apart'`)).rowCount).toBe(0)
  })
})

describe('one bad line and nothing is written', () => {
  test.each<[string, string[]]>([
    [`${ete};0,75;0;;A-01;;`, ['Quantité: must be a whole number between 1 and 10000; it is "0"']],
    [`${ete};0,75;10001;;A-01;;`, ['Quantité: must be a whole number between 1 and 10000; it is "10001"']],
    [`${ete};0,75;1e3;;A-01;;`, ['Quantité: must be a whole number between 1 and 10000; it is "1e3"']],
    [`${ete};;6;;A-01;;`, ['Contenance: is empty, and a value is required']],
    [
      `${ete};75;6;;A-01;;`,
      [
        'Contenance: must be litres such as 0.75, or a number with its unit such as 75cl or 750ml; it is "75"',
      ],
    ],
    [`${ete};0,75;6;CBO7;A-01;;`, ['Caisse: must be a box code of the catalogue; it is "CBO7"']],
    [
      `${ete};0,75;6;;B-01;;`,
      ['Emplacement: must be the code of a location of this warehouse that is in use; it is "B-01"'],
    ],
    [
      `${ete};0,75;6;;A-99;;`,
      ['Emplacement: must be the code of a location of this warehouse that is in use; it is "A-99"'],
    ],
    [
      `${ete};0,75;6;;A-01;;2026-11-17`,
      ['Entrée: must be a day such as 2026-11-16 or 16/11/2026, and not in the future; it is "2026-11-17"'],
    ],
    // Everything that is wrong with a line is told at once, whoever finds it out.
    [
      'Nobody;2019;;;0,75;zwölf;CBO7;Z-01;;',
      [
        'Quantité: must be a whole number between 1 and 10000; it is "zwölf"',
        'Caisse: must be a box code of the catalogue; it is "CBO7"',
        'Emplacement: must be the code of a location of this warehouse that is in use; it is "Z-01"',
        'Vin: must be a wine of the catalogue; it is "Nobody 2019"',
      ],
    ],
  ])('%j', async (line, errors) => {
    const before = await checksumOf(pool)
    const good = `${ete};0,75;1;;A-01;;\n`
    const told = await errorsOf('stock', `${columns}${good}${line}\n${good}`)
    expect(told.sort()).toEqual(errors.map((each) => `line 3, column ${each}`).sort())
    const { 'public.imports': _own, ...after } = await checksumOf(pool)
    expect(before).toMatchObject(after)
  })

  test('more than half a million bottles are too many for a file', async () => {
    const line = `${ete};0,75;10000;;A-01;;\n`
    expect(await errorsOf('stock', columns + line.repeat(51))).toEqual([
      'The file brings more than 500000 bottles. Send it in several files.',
    ])
  })
})

describe('the same file', () => {
  const file = `${columns}${ete};0,75;1;;A-02;same;\n`
  test('brings its stock in once, unless it is said to come again', async () => {
    const first = await run('stock', file)
    const repeat = run('stock', file)
    await expect(repeat).rejects.toThrow(WorkRefusal)
    await expect(repeat).rejects.toMatchObject({
      code: 'already_exists',
      message: expect.stringContaining(`Import ${first.id} has brought this file`),
    })
    expect(await run('stock', file, { isAgain: true })).toMatchObject({ made: 1 })
  })

  test('may come for another warehouse, and a dry run counts for nothing', async () => {
    const other = file.replace('A-02', 'B-01')
    const there = { warehouseId: otherWarehouseId }
    expect(await run('stock', other, { ...there, isDryRun: true })).toMatchObject({ made: 1, isDryRun: true })
    expect(await run('stock', other, there)).toMatchObject({ made: 1 })
    await expect(run('stock', other, { ...there, isDryRun: true })).rejects.toMatchObject({
      code: 'already_exists',
    })
  })

  test('sent several times at once brings its stock in once', async () => {
    const raced = file.replace('same', 'raced')
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => run('stock', raced)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rowCount } = await pool.query(`select from bottles where detail = 'raced'`)
    expect(rowCount).toBe(1)
  })

  test('a file that was refused may come again', async () => {
    const later = `${columns}Later;2019;Rouge;Chinon;0,75;1;;A-01;;\n`
    expect(await errorsOf('stock', later)).toHaveLength(1)
    await addWine({ name: 'Later' })
    expect(await run('stock', later)).toMatchObject({ made: 1 })
  })
})

test.each([
  ['account_id', { accountId: 99_999_999 }],
  ['warehouse_id', { warehouseId: 99_999_999 }],
])('an unknown %s is refused before anything is received', async (field, choice) => {
  const before = await checksumOf(pool)
  await expect(run('stock', columns, choice)).rejects.toMatchObject({
    problem: { code: 'fields_invalid', fields: [{ field }] },
  })
  expect(await checksumOf(pool)).toEqual(before)
})

test('the ledger holds after all of this', async () => {
  expect(warehouseId).toBeGreaterThan(0)
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})
