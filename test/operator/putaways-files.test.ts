// Delivery notes and photographs of a putaway: attached, listed, and given back to the byte.
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { type Part, sendForm } from '../support/form.ts'
import { operatorService } from '../support/operator-service.ts'
import { putawayCellar } from '../support/putaway-cellar.ts'
import { outcome } from '../support/service.ts'
import { tinyFiles } from '../support/tiny-files.ts'

const { operate, done, origin, pool, deps, tokens, lines } = await operatorService({
  environment: { CAVEAU_LOG_LEVEL: 'error' },
})
const cellar = await putawayCellar(pool)
const { accountId } = await cellar.addOwner()

type File = { id: number; name: string; media_type: string; size_bytes: number }
type Putaway = { id: number; files: File[]; steps: { step: string; staff_name: string }[] }
type Refused = { message: string; details?: { field: string }[] }

const newPutaway = async () => {
  const body = {
    account_id: accountId,
    warehouse_id: cellar.warehouseId,
    lines: [{ wine_id: cellar.wineId, format: '0.75', quantity: 1 }],
  }
  return (await done<Putaway>('POST', '/putaways', { body })).id
}
const upload = (id: number | string, parts: readonly Part[] | Buffer, headers: Record<string, string> = {}) =>
  sendForm(`${origin}/operator/putaways/${id}/files`, parts, {
    authorization: `Bearer ${tokens.get('warehouse')}`,
    ...headers,
  })
const csv = (name = 'a.csv'): Part => ({ name, content: 'a;b\n' })
const filesOf = (id: number) => done<File[]>('GET', `/putaways/${id}/files`, { as: 'billing' })
const download = async (id: number, fileId: number) => {
  const response = await fetch(`${origin}/operator/putaways/${id}/files/${fileId}`, {
    headers: { authorization: `Bearer ${tokens.get('billing')}` },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const sweeps = async () =>
  (await pool.query(`select from graphile_worker.jobs where task_identifier = 'sweep_orphans'`)).rows.length

test('files are attached, listed and told of in the steps and the audit', async () => {
  const id = await newPutaway()
  const reply = await upload(id, [
    { name: 'Bon de livraison n° 2.pdf', type: 'application/pdf', content: '%PDF-1.4\n' },
    csv(),
  ])
  expect(reply.status).toBe(201)
  const { files, steps } = reply.body as Putaway
  expect(files).toMatchObject([
    { name: 'Bon de livraison n° 2.pdf', media_type: 'application/pdf', size_bytes: 9 },
    { name: 'a.csv', media_type: 'text/csv', size_bytes: 4 },
  ])
  expect(steps.at(-1)).toMatchObject({ step: 'files_attached', staff_name: 'Sam warehouse' })
  expect(await filesOf(id)).toEqual(files)
  expect((await done<Putaway>('GET', `/putaways/${id}`)).files).toEqual(files)
  const [entry] = await done<{ action: string; detail: unknown }[]>(
    'GET',
    `/audit?subject=putaway&subject_id=${id}`,
  )
  expect(entry).toMatchObject({
    action: 'putaway.attach',
    account_id: accountId,
    detail: { files: ['Bon de livraison n° 2.pdf', 'a.csv'] },
  })
  expect(await sweeps()).toBe(0)
})

test.each(tinyFiles)(
  '$type comes back as it was sent, to be saved and not shown',
  async ({ type, name, content }) => {
    const id = await newPutaway()
    const { body } = await upload(id, [{ name, type, content }])
    const { response, bytes } = await download(id, (body as Putaway).files[0]?.id ?? 0)
    expect(response.status).toBe(200)
    expect(bytes.equals(content)).toBe(true)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  },
)

test('15 MiB come back whole', async () => {
  const id = await newPutaway()
  const content = Buffer.alloc(15 * 1024 * 1024, 'a;b\n')
  const { body } = await upload(id, [{ name: 'b.csv', content }])
  expect((await download(id, (body as Putaway).files[0]?.id ?? 0)).bytes.equals(content)).toBe(true)
})

test('a putaway takes files in every status', async () => {
  const id = await newPutaway()
  await done('POST', `/putaways/${id}/arrive`, { body: { parcels: 1 } })
  expect((await upload(id, [csv('1.csv')])).status).toBe(201)
  await done('POST', `/putaways/${id}/refuse`, { body: { reason: 'wet' } })
  expect((await upload(id, [csv('2.csv')])).status).toBe(201)
  expect((await filesOf(id)).map(({ name }) => name)).toEqual(['1.csv', '2.csv'])
})

describe('refused, and nothing is kept', async () => {
  const id = await newPutaway()
  async function refused(
    parts: readonly Part[] | Buffer,
    headers: Record<string, string> = {},
    of: number | string = id,
  ) {
    const before = await checksumOf(pool)
    const reply = await upload(of, parts, headers)
    // A job that was set and taken back leaves its name behind in the worker's own tables.
    const unlessWorkers = (sums: Record<string, string>) =>
      Object.entries(sums).filter(([name]) => !name.startsWith('graphile_worker.'))
    expect(unlessWorkers(await checksumOf(pool))).toEqual(unlessWorkers(before))
    expect(await sweeps()).toBe(0)
    const { message, details = [] } = reply.body as Refused
    return { outcome: outcome(reply), message, fields: details.map(({ field }) => field) }
  }

  test.each<[string, Part[], string]>([
    ['a program', [csv(), { name: 'a.exe', content: 'MZ' }], '400 file_type_invalid'],
    ['a picture that is none', [{ name: 'a.png', content: 'no' }], '400 file_type_invalid'],
    ['an empty file', [csv(), { name: 'b.csv', content: '' }], '400 parameter_invalid'],
    ['eleven files', Array.from({ length: 11 }, () => csv()), '400 parameter_invalid'],
    ['another part', [{ ...csv(), field: 'photo' }], '400 parameter_invalid'],
    ['a field', [{ content: 'x' }], '400 parameter_invalid'],
    ['no file', [], '400 parameter_missing'],
    [
      'one byte too many',
      [{ name: 'b.csv', content: Buffer.alloc(15 * 1024 * 1024 + 1, 'a;b\n') }],
      '400 file_too_large',
    ],
  ])('%s', async (_title, parts, expected) => {
    expect((await refused(parts)).outcome).toBe(expected)
  })

  test('another content type', async () => {
    expect(await refused(Buffer.from('{}'), { 'content-type': 'application/json' })).toMatchObject({
      outcome: '400 request_content_type_invalid',
      message: 'The Content-Type header must be multipart/form-data, with a boundary.',
    })
  })

  test('a putaway that there is not', async () => {
    expect((await refused([csv()], {}, 987_654)).outcome).toBe('404 not_found')
    expect((await refused([csv()], {}, 'x')).outcome).toBe('400 parameter_invalid')
  })

  test('the 21st file', async () => {
    const full = await newPutaway()
    const ten = Array.from({ length: 10 }, () => csv())
    await upload(full, ten)
    await upload(full, ten)
    expect((await refused([csv()], {}, full)).message).toBe(
      'The parameter files must be at most 20 for one putaway, which has 20 already.',
    )
  })
})

test('an upload that is sent again with its Idempotency-Key is attached once', async () => {
  const id = await newPutaway()
  const key = { 'idempotency-key': 'files-1' }
  const first = await upload(id, [csv()], key)
  const again = await upload(id, [csv()], key)
  expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
  expect(outcome(await upload(id, [csv('b.csv')], key))).toBe('409 idempotency_key_reused')
  expect(await filesOf(id)).toHaveLength(1)
  expect(await sweeps()).toBe(0)
})

test('uploads that race for the last places do not pass the limit', async () => {
  const id = await newPutaway()
  const nine = Array.from({ length: 9 }, () => csv())
  const replies = await Promise.all(Array.from({ length: 4 }, () => upload(id, nine)))
  expect(replies.map(outcome).toSorted()).toEqual([
    '201 ok',
    '201 ok',
    '400 parameter_invalid',
    '400 parameter_invalid',
  ])
  expect(await filesOf(id)).toHaveLength(18)
})

describe('a file', async () => {
  const [id, other] = [await newPutaway(), await newPutaway()]
  const fileId = ((await upload(id, [csv()])).body as Putaway).files[0]?.id ?? 0

  test('of another putaway, or one that there is not, is not found', async () => {
    for (const path of [
      `${other}/files/${fileId}`,
      `${id}/files/987654`,
      `987654/files/${fileId}`,
      '987654/files',
    ])
      expect(outcome(await operate('GET', `/putaways/${path}`))).toBe('404 not_found')
    for (const path of [`${id}/files/0`, `${id}/files/x`, `${id}/files/99999999999999999999`])
      expect(outcome(await operate('GET', `/putaways/${path}`))).toBe('400 parameter_invalid')
  })

  test('whose bytes the store has lost is not found, and the log says so', async () => {
    const { rows } = await pool.query('select storage_key from putaway_files where id = $1', [fileId])
    const key = String(rows[0]?.storage_key)
    expect((await buffer(await deps.files.open(key))).toString()).toBe('a;b\n')
    await deps.files.remove(key)
    expect(outcome(await operate('GET', `/putaways/${id}/files/${fileId}`))).toBe('404 not_found')
    expect(lines.some((line) => line.includes('an attached file is lost') && line.includes(key))).toBe(true)
  })
})
