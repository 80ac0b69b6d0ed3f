// POST /v1/get-out-requests/{id}/files over real HTTP: the answer field by field, and every way to be refused.
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { bareOrder } from '../support/bare-order.ts'
import { expectShape } from '../support/fields.ts'
import { formOf, keyHeaders, type Part, sendForm } from '../support/form.ts'
import { demoService, type Keys, outcome } from '../support/service.ts'
import { tinyFiles } from '../support/tiny-files.ts'
import { getOutRequest } from './document-tables.ts'

const { origin, pool, deps, owner, stranger, call, read, clock } = await demoService()

type GetOutRequest = { id: number; attachments: string[]; updated_at: string; updated_by: string }
type Refused = { name: string; message: string; details?: { field: string; message: string }[] }

const pathOf = (orderId: number | string) => `/v1/get-out-requests/${orderId}/files`
const upload = (
  orderId: number | string,
  body: readonly Part[] | Buffer,
  headers: Record<string, string> = {},
  keys: Keys = owner,
) => sendForm(`${origin}${pathOf(orderId)}`, body, { ...keyHeaders(keys), ...headers })
const csv = (name = 'a.csv'): Part => ({ name, content: 'a;b\n' })
const storedNames = async (orderId: number) =>
  (await read<GetOutRequest>(`/v1/get-out-requests/${orderId}`)).attachments
const everyRow = async () => (await pool.query('select * from order_files order by id')).rows

describe('files that are taken', () => {
  test('are answered with 201 and the get out request, every field of it as a GET shows it', async () => {
    const [order] = (
      await read<(GetOutRequest & { status: number })[]>('/v1/get-out-requests?count=1000')
    ).filter((each) => each.status === 0)
    const orderId = Number(order?.id)
    clock.now = new Date('2026-11-16T11:12:13+01:00')
    const reply = await upload(orderId, [
      { name: 'Étiquette n° 2.pdf', type: 'application/pdf', content: '%PDF-1.4\n' },
      csv(),
    ])
    expect(reply.status).toBe(201)
    expectShape(reply.body, getOutRequest)
    expect(reply.body).toEqual({
      ...order,
      attachments: ['Étiquette n° 2.pdf', 'a.csv'],
      updated_at: '2026-11-16T11:12:13+01:00',
      updated_by: owner.email,
    })
    expect(reply.body).toEqual(await read(`/v1/get-out-requests/${orderId}`))
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['x-request-id']).toMatch(/\S/)
    expect(reply.headers.deprecation).toMatch(/^@\d+$/)
  })

  test.each(tinyFiles)('may be of type $type', async ({ type, name, content }) => {
    const orderId = await bareOrder(pool)
    const reply = await upload(orderId, [{ name, type, content }])
    expect(reply).toMatchObject({ status: 201, body: { attachments: [name] } })
    const [row] = (await everyRow()).filter((each) => Number(each.order_id) === orderId)
    expect(row).toMatchObject({ media_type: type, size_bytes: content.length, account_id: 1 })
    expect((await buffer(await deps.files.open(row.storage_key))).equals(content)).toBe(true)
  })

  test('add to those that are there', async () => {
    const orderId = await bareOrder(pool)
    await upload(orderId, [csv('1.csv')])
    expect((await upload(orderId, [csv('1.csv'), csv('2.csv')])).body).toMatchObject({
      attachments: ['1.csv', '1.csv', '2.csv'],
    })
  })

  test.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['..\\..\\windows\\a.csv', 'a.csv'],
    ['a\0b.csv', 'ab.csv'],
    ['🍷 cuvée.csv', '🍷 cuvée.csv'],
    ['e\u0301te\u0301.csv', 'été.csv'],
    [`${'x'.repeat(296)}.csv`, `${'x'.repeat(251)}.csv`],
    ['<script>alert(1)</script>.csv', 'script>.csv'],
    ["'; drop table orders; --.csv", "'; drop table orders; --.csv"],
    ['.csv', '.csv'],
  ])('called %j are kept as %j, and no path is made from it', async (given, kept) => {
    const orderId = await bareOrder(pool)
    const reply = await upload(orderId, [csv(given)])
    expect(reply).toMatchObject({ status: 201, body: { attachments: [kept] } })
    const [row] = (await everyRow()).filter((each) => Number(each.order_id) === orderId)
    expect(row.storage_key).toMatch(/^[0-9a-f]{32}$/)
  })

  test('are known by their own name, although browsers encode a quotation mark in it', async () => {
    const orderId = await bareOrder(pool)
    const form = new FormData()
    form.append('files', new Blob(['a;b\n'], { type: 'text/csv' }), 'Châtelain "2".csv')
    const response = await fetch(`${origin}${pathOf(orderId)}`, {
      method: 'POST',
      headers: keyHeaders(owner),
      body: form,
    })
    expect(response.status).toBe(201)
    expect(await storedNames(orderId)).toEqual(['Châtelain "2".csv'])
  })
})

describe('a form that is refused', async () => {
  const orderId = await bareOrder(pool)
  /** What is answered, after it is sure that nothing was kept. */
  async function refused(body: readonly Part[] | Buffer, headers: Record<string, string> = {}) {
    const before = await everyRow()
    const reply = await upload(orderId, body, headers)
    expect(await everyRow()).toEqual(before)
    const { name, message, details } = reply.body as Refused
    return { outcome: `${reply.status} ${name}`, message, fields: details?.map((each) => each.field) }
  }
  const pdf = tinyFiles.find((each) => each.name === 'facture.pdf')?.content ?? ''
  const png = tinyFiles.find((each) => each.name === 'logo.png')?.content ?? ''

  test.each<[string, Part]>([
    ['a picture called .pdf', { name: 'a.pdf', content: png }],
    ['a program called .csv', { name: 'a.csv', content: 'MZ\x90\0\x03' }],
    ['a name without extension', { name: '../../etc/passwd', content: 'a;b\n' }],
    ['an unknown extension', { name: 'a.docx', content: pdf }],
    ['a declared type that contradicts', { name: 'a.pdf', type: 'image/png', content: pdf }],
    ['a declared type that is not accepted', { name: 'a.pdf', type: 'video/mp4', content: pdf }],
  ])('has %s in it', async (_title, part) => {
    const refusal = await refused([csv(), part])
    expect(refusal).toMatchObject({ outcome: '400 file_type_invalid', fields: ['files'] })
    expect(refusal.message).toContain(`The file ${part.name?.split('/').at(-1)} is of a type`)
  })

  test.each<[string, Part[], string, string]>([
    ['has no part', [], '400 parameter_missing', 'The parameter files is required.'],
    ['has an empty file', [{ name: 'a.csv', content: '' }], '400 parameter_invalid', 'empty, and a.csv is'],
    ['has a file without a name', [{ name: '', content: 'a' }], '400 parameter_invalid', 'with a name'],
    [
      'has its file under another name',
      [{ ...csv(), field: 'file' }],
      '400 parameter_invalid',
      'called file.',
    ],
    [
      'has a second file under another name',
      [csv(), { ...csv(), field: 'x' }],
      '400 parameter_invalid',
      'called x.',
    ],
    ['has text under the name', [{ content: 'a;b' }], '400 parameter_invalid', 'must be a file'],
    [
      'has other text',
      [csv(), { field: 'comment', content: 'x' }],
      '400 parameter_invalid',
      'called comment.',
    ],
    ['has a name of every object', [{ ...csv(), field: '__proto__' }], '400 parameter_invalid', 'files'],
    ['has eleven files', Array.from({ length: 11 }, () => csv()), '400 parameter_invalid', 'at most 10'],
  ])('%s', async (_title, parts, expected, words) => {
    const refusal = await refused(parts)
    expect(refusal).toMatchObject({ outcome: expected, fields: ['files'] })
    expect(refusal.message).toContain(words)
  })

  test.each<[string, (whole: Buffer) => Buffer]>([
    ['is cut in a file', (whole) => whole.subarray(0, whole.length - 60)],
    ['is cut before its end', (whole) => whole.subarray(0, whole.length - 10)],
    ['is cut in a head', (whole) => whole.subarray(0, 60)],
    ['is no form at all', () => Buffer.from('hello')],
  ])('%s', async (_title, cut) => {
    const refusal = await refused(cut(formOf([csv(), { name: 'b.csv', content: 'a;b\n'.repeat(100) }])))
    expect(refusal).toMatchObject({ outcome: '400 parameter_invalid', fields: ['files'] })
  })

  test('is empty', async () => {
    expect(await refused(Buffer.alloc(0))).toMatchObject({
      outcome: '400 parameter_missing',
      fields: ['files'],
    })
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data', 'multipart/mixed; boundary=x', ''])(
    'comes as "%s"',
    async (type) => {
      const { outcome: told, message } = await refused(Buffer.from('{}'), { 'content-type': type })
      expect(told).toBe('400 request_content_type_invalid')
      expect(message).toBe('The Content-Type header must be multipart/form-data, with a boundary.')
    },
  )

  test('is too large by one byte, in its second file', async () => {
    const tooLarge = Buffer.alloc(15 * 1024 * 1024 + 1, 'a;b\n')
    const refusal = await refused([csv(), { name: 'b.csv', content: tooLarge }])
    expect(refusal).toEqual({
      outcome: '400 file_too_large',
      message: 'The file b.csv is larger than 15 MiB.',
      fields: ['files'],
    })
  })

  test('is not a form for any other route', async () => {
    for (const path of ['/v1/get-out-requests', '/v1/wine-comments'])
      expect(outcome(await sendForm(`${origin}${path}`, [csv()], keyHeaders(owner)))).toBe(
        '400 request_content_type_invalid',
      )
  })
})

test('15 MiB are taken', async () => {
  const orderId = await bareOrder(pool)
  const largest = Buffer.alloc(15 * 1024 * 1024, 'a;b\n')
  expect(outcome(await upload(orderId, [{ name: 'b.csv', content: largest }]))).toBe('201 ok')
})

test('the 21st file is not taken', async () => {
  const orderId = await bareOrder(pool)
  const ten = Array.from({ length: 10 }, () => csv())
  await upload(orderId, ten)
  await upload(orderId, ten)
  const reply = await upload(orderId, [csv()])
  expect(outcome(reply)).toBe('400 parameter_invalid')
  expect((reply.body as Refused).message).toBe(
    'The parameter files must be at most 20 for one order, which has 20 already.',
  )
  expect(await storedNames(orderId)).toHaveLength(20)
})

describe('who asks, and for what', async () => {
  const orderId = await bareOrder(pool)

  test('a stranger is told what everybody is told of an id that nobody has: there is no such record', async () => {
    const before = await everyRow()
    const replies = [
      await upload(orderId, [csv()], {}, stranger),
      await upload(987_654_321, [csv()]),
      await upload(await bareOrder(pool, { deleted_at: clock.now }), [csv()]),
    ]
    for (const reply of replies) {
      expect(outcome(reply)).toBe('404 not_found')
      expect(reply.text).toBe(replies[0]?.text)
    }
    expect(await everyRow()).toEqual(before)
  })

  test('a key that may only read is refused before the form is looked at', async () => {
    const { rows } = await pool.query('select id from people where account_id = 1 limit 1')
    const readOnly = await issueAccessKey(deps, {
      accountId: 1,
      personId: Number(rows[0]?.id),
      name: 'read',
      rights: 'read',
    })
    const refused = await upload(orderId, Buffer.from('{}'), { 'content-type': 'text/plain' }, readOnly)
    expect(outcome(refused)).toBe('401 not_sufficient_rights_invalid')
  })

  test('without keys the answer is 401, whatever the form', async () => {
    const reply = await sendForm(`${origin}${pathOf(orderId)}`, Buffer.from('x'), {
      'content-type': 'text/plain',
    })
    expect(outcome(reply)).toBe('401 access_key_id_missing')
  })

  test.each(['abc', '0', '-1', '1.5', '99999999999999999999'])('the id %s is none', async (id) => {
    expect(outcome(await upload(id, [csv()]))).toBe('400 parameter_invalid')
  })

  test('an order beyond STATUS_NEW takes no more files', async () => {
    const orders = await read<{ id: number; status: number; 'status-name': string }[]>(
      '/v1/get-out-requests?count=1000',
    )
    const beyond = new Map(
      orders.filter(({ status }) => status > 0).map((each) => [each['status-name'], each.id]),
    )
    expect([...beyond.keys()]).toEqual(expect.arrayContaining(['STATUS_PROCESSING', 'STATUS_SHIPPED']))
    for (const [status, id] of beyond)
      expect(outcome(await upload(id, [csv()])), status).toBe('409 order_not_editable')
  })

  test('other methods are no service', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(outcome(await call(method, pathOf(orderId)))).toBe('404 not_found')
  })
})

describe('a request that is sent again with its Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name.replaceAll(' ', '-') })

  test('gets the kept answer and attaches nothing, also when the order has moved on since', async () => {
    const orderId = await bareOrder(pool)
    const parts = [csv('1.csv'), csv('2.csv')]
    const first = await upload(orderId, parts, key('files-1'))
    expect(first).toMatchObject({ status: 201, body: { attachments: ['1.csv', '2.csv'] } })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    const rows = await everyRow()
    await pool.query(`update orders set status = 'processing' where id = $1`, [orderId])
    const again = await upload(orderId, parts, key('files-1'))
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await everyRow()).toEqual(rows)
    const { rows: jobs } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'sweep_orphans'`,
    )
    expect(jobs).toEqual([])
  })

  test.each<[string, Part[]]>([
    ['another content', [{ name: '1.csv', content: 'a;c\n' }]],
    ['another name', [csv('2.csv')]],
    ['one file more', [csv('1.csv'), csv('1.csv')]],
  ])('is another request with %s', async (title, parts) => {
    const orderId = await bareOrder(pool)
    await upload(orderId, [csv('1.csv')], key(title))
    expect(outcome(await upload(orderId, parts, key(title)))).toBe('409 idempotency_key_reused')
    expect(await storedNames(orderId)).toEqual(['1.csv'])
  })

  test('is answered once when both come at the same time', async () => {
    const orderId = await bareOrder(pool)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => upload(orderId, [csv()], key('at-once'))),
    )
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(await storedNames(orderId)).toEqual(['a.csv'])
  })

  test('may succeed after a refusal, which is not kept', async () => {
    const orderId = await bareOrder(pool, { status: 'processing' })
    expect(outcome(await upload(orderId, [csv()], key('later')))).toBe('409 order_not_editable')
    await pool.query(`update orders set status = 'new' where id = $1`, [orderId])
    expect(outcome(await upload(orderId, [csv()], key('later')))).toBe('201 ok')
  })
})
