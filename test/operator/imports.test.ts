import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { formEnd, formType, partHead } from '../support/form.ts'
import { importCellar } from '../support/import-cellar.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const service = await operatorService()
const { origin, deps, pool, settings, tokens, staffIds, operate, done } = service
const { accountId, keys, warehouseId, addWine } = await importCellar(deps, pool)
await addWine()

type Sent = { type?: string; as?: 'admin' | 'warehouse' | 'billing' | null; headers?: Record<string, string> }
async function send(
  path: string,
  body: string | Buffer,
  { type = 'text/csv', as = 'warehouse', headers = {} }: Sent = {},
) {
  const response = await fetch(`${origin}/operator${path}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(as && { authorization: `Bearer ${tokens.get(as)}` }),
      ...headers,
    },
    body,
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: JSON.parse(text) as Record<string, unknown>,
  }
}
const stockPath = `/imports/stock?account_id=${accountId}&warehouse_id=${warehouseId}`
const wines = (name: string) => `name,color,country,alcohol\n${name},Rouge,France,13\n`
const stock = (detail: string, quantity = 2) =>
  `wine;vintage;format;quantity;location;remark\nClos Test;2019;0,75;${quantity};A-01;${detail}\n`
const filesInStore = async () =>
  (await readdir(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const winesCalled = async (name: string) =>
  (await pool.query('select from wines where name = $1', [name])).rowCount

test('a file of wines is taken, and the answer says how it was read', async () => {
  const reply = await send('/imports/wines?file_name=liste%20été.csv', wines('Told'))
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    id: expect.any(Number),
    kind: 'wines',
    account_id: null,
    warehouse_id: null,
    file_name: 'liste été.csv',
    state: 'done',
    dry_run: false,
    create_wines: true,
    again: false,
    size_bytes: wines('Told').length,
    lines_read: 1,
    lines_bad: 0,
    made: 1,
    known: 0,
    wines_made: 1,
    encoding: 'utf-8',
    separator: ',',
    decimal_mark: null,
    columns: ['name', 'color', 'country', 'alcohol'].map((column) => ({ column, read_as: column })),
    columns_passed_over: [],
    failure: null,
    error_count: 0,
    errors: [],
    staff_id: staffIds.get('warehouse'),
    staff_name: 'Sam warehouse',
    created_at: '2026-11-16T09:30:00+01:00',
    finished_at: '2026-11-16T09:30:00+01:00',
  })
  expect(await done('GET', `/imports/${reply.body.id}`)).toEqual(reply.body)
  expect(await filesInStore()).toEqual([])
  expect(await done('GET', `/audit?subject=import&subject_id=${reply.body.id}`)).toMatchObject([
    {
      action: 'import.wines',
      staff_name: 'Sam warehouse',
      account_id: null,
      detail: {
        file: 'liste été.csv',
        state: 'done',
        dry_run: false,
        lines_read: 1,
        made: 1,
        known: 0,
        wines_made: 1,
      },
    },
  ])
})

test('a file of stock is in the cellar of its owner', async () => {
  const reply = await send(stockPath, stock('seen', 3), { type: 'application/octet-stream' })
  expect(reply).toMatchObject({
    status: 201,
    body: { kind: 'stock', account_id: accountId, warehouse_id: warehouseId, made: 3, decimal_mark: ',' },
  })
  const owned = await service.read<{ detail: string; box: string | null }[]>('/v1/bottles', { keys })
  expect(owned.map(({ detail }) => detail)).toEqual(['seen', 'seen', 'seen'])
  const moves = await service.read<{ type: string }[]>('/v1/transactions?type=in', { keys })
  expect(moves.map(({ type }) => type)).toEqual(['I', 'I', 'I'])
})

describe('a form', () => {
  const form = (...parts: string[]) => `${parts.join('')}${formEnd}`
  test('with one file is as good, and tells its name', async () => {
    const reply = await send(
      '/imports/wines',
      form(partHead({ field: 'file', name: 'vins.csv' }), wines('Formed')),
      {
        type: formType,
      },
    )
    expect(reply).toMatchObject({ status: 201, body: { file_name: 'vins.csv', made: 1 } })
  })

  test.each<[string, string, string]>([
    ['without a file', form(), 'parameter_missing'],
    [
      'with another part',
      form(partHead({ field: 'files', name: 'a.csv' }), wines('No')),
      'parameter_missing',
    ],
    ['with a value', form(partHead({ field: 'file' }), wines('No')), 'parameter_missing'],
    [
      'with two files',
      form(
        partHead({ field: 'file', name: 'a.csv' }),
        wines('No'),
        partHead({ field: 'file', name: 'b.csv' }),
        wines('No'),
      ),
      'parameter_invalid',
    ],
    ['that is cut off', partHead({ field: 'file', name: 'a.csv' }) + wines('No'), 'parameter_invalid'],
    ['with an empty file', form(partHead({ field: 'file', name: 'a.csv' })), 'parameter_invalid'],
  ])('%s is refused', async (_title, body, name) => {
    expect(outcome(await send('/imports/wines', body, { type: formType }))).toBe(`400 ${name}`)
    expect(await winesCalled('No')).toBe(0)
    expect(await filesInStore()).toEqual([])
  })
})

describe('bad lines', () => {
  test('are named each, with all that was found out about the file', async () => {
    const file =
      'Vin;Millésime;Format;Qté;Emplacement;Prix\nClos Test;2019;0,75;1;A-01;\n\n"Nobody\n";20019;0,75;x;A-01;\nNobody;2019;1.5;1;Z-1;\n'
    const before = await checksumOf(pool)
    const reply = await send(stockPath, Buffer.from(file, 'latin1'))
    expect(outcome(reply)).toBe('400 import_refused')
    expect(reply.body.message).toMatch(/^2 of 3 lines are wrong, so nothing was written\./)
    const year = 'must be a year between 1700 and 2200, or empty for a wine without one'
    expect(reply.body.details).toEqual([
      { field: 'line 4, column Millésime', message: `${year}; it is "20019"` },
      { field: 'line 4, column Qté', message: 'must be a whole number between 1 and 10000; it is "x"' },
      {
        field: 'line 6, column Emplacement',
        message: 'must be the code of a location of this warehouse that is in use; it is "Z-1"',
      },
      { field: 'line 6, column Vin', message: 'must be a wine of the catalogue; it is "Nobody 2019"' },
    ])
    const { 'public.imports': _own, ...after } = await checksumOf(pool)
    expect(before).toMatchObject(after)
    expect(await filesInStore()).toEqual([])
    const [newest] = await done<{ id: number }[]>('GET', '/imports?count=1')
    expect(await done('GET', `/imports/${newest?.id}`)).toMatchObject({
      state: 'refused',
      lines_read: 3,
      lines_bad: 2,
      made: 0,
      encoding: 'windows-1252',
      separator: ';',
      decimal_mark: 'both',
      columns_passed_over: ['Prix'],
      error_count: 4,
      errors: [
        { line: 4, column: 'Millésime', message: year, value: '20019' },
        { line: 4, column: 'Qté' },
        { line: 6, column: 'Emplacement', value: 'Z-1' },
        { line: 6, column: 'Vin', value: 'Nobody 2019' },
      ],
      failure: reply.body.message,
    })
  })

  test('beyond a thousand are counted', async () => {
    const reply = await send('/imports/wines', `name,color,country,alcohol\n${'A,,,\n'.repeat(500)}`)
    expect(reply.body.details).toHaveLength(1000)
    expect(reply.body.message).toMatch(/^500 of 500 lines .* The first 1000 of 1500 errors are listed\./)
  })

  test.each([
    [
      'a missing column',
      'name,color\nA,Rouge\n',
      'The columns country, alcohol are missing. The file has: name, color.',
    ],
    [
      'a spreadsheet',
      'PK\x03\x04...',
      'The file is a spreadsheet or an archive. Save it as CSV and send that.',
    ],
    [
      'NUL bytes',
      'name\0\n',
      'The file holds NUL bytes, so it is no text. Save it as CSV in UTF-8 and send that.',
    ],
  ])('%s is one clear error', async (_title, body, message) => {
    const reply = await send('/imports/wines', body)
    expect([outcome(reply), reply.body.message]).toEqual(['400 import_refused', message])
    const [newest] = await done<unknown[]>('GET', '/imports?count=1')
    expect(newest).toMatchObject({ state: 'refused', failure: message })
    expect(await filesInStore()).toEqual([])
  })
})

test('a dry run answers as the import would, and writes nothing', async () => {
  const before = await checksumOf(pool)
  expect(await send(`${stockPath}&dry_run=1`, stock('dry', 5))).toMatchObject({
    status: 201,
    body: { dry_run: true, state: 'done', made: 5 },
  })
  const after = await checksumOf(pool)
  for (const table of ['bottles', 'stock_moves', 'wines'])
    expect(after[`public.${table}`]).toBe(before[`public.${table}`])
})

describe('safe repeats', () => {
  test('the same file with the same key gives the same answer, once', async () => {
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [
      await send(stockPath, stock('once'), { headers }),
      await send(stockPath, stock('once'), { headers }),
    ]
    expect(first.status).toBe(201)
    expect([second.status, second.text]).toEqual([201, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await pool.query(`select from bottles where detail = 'once'`)).rowCount).toBe(2)
    const list = await done<{ id: number }[]>('GET', '/imports?count=1')
    expect(list[0]?.id).toBe(first.body.id)
    expect(await filesInStore()).toEqual([])
    expect(outcome(await send(stockPath, stock('twice'), { headers }))).toBe('409 idempotency_key_reused')
    expect(outcome(await send(`${stockPath}&again=1`, stock('once'), { headers }))).toBe(
      '409 idempotency_key_reused',
    )
    expect(await done('GET', '/imports?count=1')).toEqual(list)
  })

  test('at the same time as well', async () => {
    const headers = { 'idempotency-key': 'at once'.replace(' ', '-') }
    const replies = await Promise.all([1, 2, 3].map(() => send(stockPath, stock('together'), { headers })))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await pool.query(`select from bottles where detail = 'together'`)).rowCount).toBe(2)
  })

  test('a refusal is not kept', async () => {
    const headers = { 'idempotency-key': 'later' }
    const file = stock('later').replace('Clos Test', 'Clos Later')
    expect(outcome(await send(stockPath, file, { headers }))).toBe('400 import_refused')
    await addWine({ name: 'Clos Later' })
    expect((await send(stockPath, file, { headers })).status).toBe(201)
  })

  test('a key that is none is refused', async () => {
    expect(
      outcome(await send('/imports/wines', wines('Keyless'), { headers: { 'idempotency-key': 'a b' } })),
    ).toBe('400 parameter_invalid')
    expect(await winesCalled('Keyless')).toBe(0)
  })

  test('without a key the same stock is refused, unless it is said to come again', async () => {
    const first = await send(stockPath, stock('doubled'))
    const second = await send(stockPath, stock('doubled'))
    expect(outcome(second)).toBe('409 already_exists')
    expect(second.body.message).toContain(`Import ${first.body.id} `)
    expect((await send(`${stockPath}&again=1`, stock('doubled'))).status).toBe(201)
    expect((await pool.query(`select from bottles where detail = 'doubled'`)).rowCount).toBe(4)
  })
})

describe('who, what and where', () => {
  test.each([
    ['nobody', null, '401 credentials_invalid'],
    ['billing', 'billing', '403 role_insufficient'],
    ['warehouse', 'warehouse', '201 ok'],
    ['admin', 'admin', '201 ok'],
  ] as const)('%s', async (_title, as, expected) => {
    expect(outcome(await send('/imports/wines', wines('Roles'), { as }))).toBe(expected)
    if (as) {
      const read = as === 'billing' ? '403 role_insufficient' : '200 ok'
      expect(outcome(await operate('GET', '/imports', { as }))).toBe(read)
    }
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data', 'application/vnd.ms-excel'])(
    '%s is no content type of a file',
    async (type) => {
      const reply = await send('/imports/wines', wines('Typed'), { type })
      expect(outcome(reply)).toBe('400 request_content_type_invalid')
      expect(reply.body.message).toContain('text/csv')
    },
  )

  test('no other route takes a file', async () => {
    expect(outcome(await send('/session', wines('Elsewhere'), { as: null }))).toBe(
      '400 request_content_type_invalid',
    )
  })

  test.each([
    ['/imports/stock', 'parameter_missing'],
    [`/imports/stock?account_id=${accountId}`, 'parameter_missing'],
    [`/imports/stock?account_id=0&warehouse_id=${warehouseId}`, 'parameter_invalid'],
    [`/imports/stock?account_id=999999999&warehouse_id=${warehouseId}`, 'parameter_invalid'],
    [`/imports/stock?account_id=${accountId}&warehouse_id=999999999`, 'parameter_invalid'],
    [`/imports/stock?account_id=1e3&warehouse_id=${warehouseId}`, 'parameter_invalid'],
    [`${stockPath}&dryrun=1`, 'parameter_invalid'],
    [`${stockPath}&dry_run=yes`, 'parameter_invalid'],
    ['/imports/wines?create_wines=1', 'parameter_invalid'],
    ['/imports/wines?file_name=%00', 'parameter_invalid'],
    [`/imports/wines?file_name=${'x'.repeat(256)}`, 'parameter_invalid'],
  ])('%s is refused: %s', async (path, name) => {
    const before = await checksumOf(pool)
    expect(outcome(await send(path, stock('asked')))).toBe(`400 ${name}`)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('an empty body is refused, and leaves a record that says why', async () => {
    expect(outcome(await send('/imports/wines', ''))).toBe('400 parameter_invalid')
    const [newest] = await done<unknown[]>('GET', '/imports?count=1')
    expect(newest).toMatchObject({ state: 'failed', failure: 'The file must not be empty.' })
  })
})

describe('the list', () => {
  test('is newest first, by kind, account and state, without the errors of lines', async () => {
    const all = await done<{ id: number; errors?: unknown }[]>('GET', '/imports?count=1000')
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(all.some((each) => 'errors' in each)).toBe(false)
    const kinds = await done<{ kind: string; state: string }[]>(
      'GET',
      `/imports?account_id=${accountId}&state=done`,
    )
    expect(new Set(kinds.map(({ kind, state }) => `${kind} ${state}`))).toEqual(new Set(['stock done']))
    expect(outcome(await operate('GET', '/imports?kind=beer'))).toBe('400 parameter_invalid')
    expect(outcome(await operate('GET', '/imports?state=lost'))).toBe('400 parameter_invalid')
    const { headers } = await operate('GET', '/imports?kind=wines&count=1')
    expect(Number(headers['x-total-count'])).toBeGreaterThan(3)
  })

  test('has no import that there is not', async () => {
    expect(outcome(await operate('GET', '/imports/999999'))).toBe('404 not_found')
  })
})

test('only a digest tells two files apart', async () => {
  const reply = await send(stockPath, stock('digest'))
  const { rows } = await pool.query('select digest, storage_key from imports where id = $1', [reply.body.id])
  expect(rows).toEqual([{ digest: createHash('sha256').update(stock('digest')).digest(), storage_key: null }])
  expect(
    (await pool.query(`select from graphile_worker.jobs where task_identifier = 'run_import'`)).rowCount,
  ).toBe(0)
})
