// A hundred thousand lines: three bad ones among them are named exactly, and without them the file is taken whole.
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { checksumOf } from '../support/checksum.ts'
import { importCellar } from '../support/import-cellar.ts'
import { operatorService } from '../support/operator-service.ts'

const { origin, deps, pool, tokens } = await operatorService()
const { accountId, warehouseId } = await importCellar(deps, pool)
await pool.query(
  `insert into wines (name, color, country, region, appellation, vintage, alcohol, created_at, updated_at)
   select 'Château ' || i, 'Rouge', 'France', 'Bordeaux', 'Pauillac', 2000 + i % 20, 13.5, now(), now() from generate_series(1, 500) i`,
)

const lineCount = 100_000
const bad = new Map([
  [2, 'Château 1;2001;0,75;zéro;A-01\r\n'],
  [50_000, 'Château 1;1066;0,75;1;A-01\r\n'],
  [lineCount + 1, 'Château inconnu;2001;0,75;1;A-77\r\n'],
])

/** A hundred lines at a time, in Latin letters. */
function* file(isGood: boolean) {
  yield Buffer.from('Vin;Millésime;Contenance;Quantité;Emplacement\r\n', 'latin1')
  for (let line = 2; line <= lineCount + 1; ) {
    let text = ''
    for (const end = line + 100; line < end && line <= lineCount + 1; line++) {
      const wine = (line % 500) + 1
      text +=
        (!isGood && bad.get(line)) || `Château ${wine};${2000 + (wine % 20)};0,75;1;A-0${(line % 2) + 1}\r\n`
    }
    yield Buffer.from(text, 'latin1')
  }
}
async function send(isGood: boolean) {
  const response = await fetch(
    `${origin}/operator/imports/stock?account_id=${accountId}&warehouse_id=${warehouseId}`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${tokens.get('warehouse')}` },
      body: Readable.toWeb(Readable.from(file(isGood))) as ReadableStream,
      duplex: 'half',
    } as RequestInit,
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

// Bounded far above what it takes, for a machine that has much else to do.
const patience = 240_000

test(
  'three bad lines in a hundred thousand are named exactly, and nothing is written',
  async () => {
    const before = await checksumOf(pool)
    const { status, body } = await send(false)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      name: 'import_refused',
      message: expect.stringMatching(/^3 of 100000 lines are wrong, so nothing was written\./),
      details: [
        { field: 'line 2, column Quantité', message: expect.stringContaining('"zéro"') },
        { field: 'line 50000, column Millésime', message: expect.stringContaining('"1066"') },
        { field: 'line 100001, column Emplacement', message: expect.stringContaining('"A-77"') },
        { field: 'line 100001, column Vin', message: expect.stringContaining('"Château inconnu 2001"') },
      ],
    })
    // The worker keeps the name of each kind of job that there ever was.
    const {
      'public.imports': _own,
      'graphile_worker._private_tasks': _names,
      ...after
    } = await checksumOf(pool)
    expect(before).toMatchObject(after)
  },
  patience,
)

test(
  'a good one becomes a hundred thousand bottles, and the ledger holds',
  async () => {
    expect(await send(true)).toMatchObject({
      status: 201,
      body: {
        state: 'done',
        lines_read: lineCount,
        made: lineCount,
        encoding: 'windows-1252',
        separator: ';',
      },
    })
    expect(await verifyLedger(deps.db)).toEqual({ discrepancies: [], bottles: lineCount, moves: lineCount })
  },
  patience,
)
