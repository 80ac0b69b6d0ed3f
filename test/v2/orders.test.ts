import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { sendForm } from '../support/form.ts'
import { demoService, outcome, type Reply } from '../support/service.ts'

const { callV2, readV2, call, pool, owner, stranger, origin } = await demoService()

type Line = { reference: string; quantity: number; id: number; format: number; box: string }
type OrderRecord = Record<string, unknown> & { id: number; content: Line[]; warehouse: { id: number } }

const cellar = await readV2<Line[]>('/bottles')
const [loose, another] = cellar
  .filter(({ box }) => box === 'bottles')
  .toSorted((one, other) => other.quantity - one.quantity)
const boxed = cellar.find(({ box, quantity }) => box !== 'bottles' && quantity >= 6)
if (!loose || !another || !boxed) throw new Error('The demo has loose and boxed bottles')
const one = [{ reference: loose.reference, quantity: 1 }]

const address = {
  firstname: 'Zoé',
  lastname: 'Martin',
  street1: '1 rue de la Paix',
  city: 'Paris',
  zipcode: '75002',
}
const order = (body: Record<string, unknown>) =>
  callV2('POST', '/orders', { body: { content: one, ...body } })
const made = async (body: Record<string, unknown>): Promise<OrderRecord> => {
  const reply = await order(body)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body as OrderRecord
}
const phpDay = (day: string) => ({
  date: `${day} 00:00:00.000000`,
  timezone_type: 3,
  timezone: 'Europe/Paris',
})
const phpDate = { ...phpDay(''), date: expect.stringMatching(/^2026-11-16 09:30:00\.000000$/) }

describe('an order', () => {
  test('to be delivered has every field of the record', async () => {
    const record = await made({
      content: [
        { reference: loose.reference, quantity: 2 },
        { reference: boxed.reference, quantity: 6 },
      ],
      pickup: false,
      address,
      comment: 'Ring twice',
      reference: 'W-1',
    })
    expect(Object.keys(record)).toEqual([
      ...['id', 'comment', 'is_pickup', 'address', 'pickup_warehouse', 'warehouse', 'attachments'],
      ...['delivery_slip', 'delivery_date', 'delivery_start', 'delivery_end', 'preparation_date'],
      ...['tracking_url', 'tracking_numbers', 'status', 'additional_status', 'reference', 'origin'],
      ...['created_by', 'updated_by', 'created_at', 'updated_at', 'content'],
    ])
    expect(record).toMatchObject({
      comment: 'Ring twice',
      is_pickup: false,
      address: { ...address, company: null, country: 'FR', vat_number: null, detail: null },
      pickup_warehouse: null,
      attachments: [],
      delivery_slip: null,
      delivery_date: phpDay('2026-11-17'),
      delivery_start: '08:00',
      delivery_end: '12:00',
      preparation_date: phpDay('2026-11-16'),
      tracking_url: null,
      tracking_numbers: [],
      status: { value: 0, name: 'NEW', label: 'En attente de préparation' },
      additional_status: null,
      reference: 'W-1',
      origin: 'API',
      created_by: 'Hélène Vasseur',
      updated_by: 'Hélène Vasseur',
      created_at: phpDate,
      updated_at: phpDate,
    })
    expect(Object.keys(record.warehouse)).toEqual([
      ...['id', 'public_name', 'street1', 'street2', 'city', 'zipcode', 'country'],
    ])
    expect(record.content.map(({ reference, quantity }) => [reference, quantity]).toSorted()).toEqual(
      [
        [loose.reference, 2],
        [boxed.reference, 6],
      ].toSorted(),
    )
    expect(await readV2(`/orders/${record.id}`)).toEqual(record)
    const [newest] = await readV2<OrderRecord[]>('/orders?count=1')
    expect(newest).toEqual(record)
  })

  test('is a pick-up unless said otherwise, and names the warehouse', async () => {
    const record = await made({})
    expect(record).toMatchObject({ is_pickup: true, address: null, pickup_warehouse: record.warehouse })
  })

  test('cannot be edited, and is deleted with its bottles back in the cellar', async () => {
    const stock = async () =>
      (await readV2<Line[]>('/bottles')).find(({ reference }) => reference === loose.reference)?.quantity
    const before = await stock()
    const record = await made({})
    expect(await stock()).toBe(Number(before) - 1)
    for (const method of ['PUT', 'PATCH'])
      expect(outcome(await callV2(method, `/orders/${record.id}`, { body: {} }))).toBe('404 not_found')
    expect((await callV2('DELETE', `/orders/${record.id}`)).body).toEqual(record)
    expect(outcome(await callV2('GET', `/orders/${record.id}`))).toBe('404 not_found')
    expect(await stock()).toBe(before)
  })

  test('a partial one lists what is short under the reference that was asked', async () => {
    const content = [{ reference: loose.reference, quantity: 90_000 }]
    const record = await made({ content, allow_partial_fulfillment: true })
    const [line] = record.content
    expect(record.errors).toEqual([
      {
        id: loose.id,
        format: loose.format,
        box: 'bottles',
        reference: loose.reference,
        asked: 90_000,
        found: line?.quantity,
        diff: 90_000 - Number(line?.quantity),
      },
    ])
    await callV2('DELETE', `/orders/${record.id}`)
  })

  test('tells the rules behind its dates to those who ask', async () => {
    const reply = await callV2('POST', '/orders?explain=1', { body: { content: one } })
    expect((reply.body as { explain: unknown[] }).explain.length).toBeGreaterThan(2)
  })
})

describe('hours', () => {
  test.each([
    [{}, '08:00', '12:00', 'am'],
    [{ delivery_start: '13:00' }, '13:00', '18:00', 'pm'],
    [{ delivery_start: '09:15', delivery_end: '10:45' }, '09:15', '10:45', 'am'],
    [{ delivery_end: '17:00' }, '13:00', '17:00', 'pm'],
    [{ delivery_start: null, delivery_end: null }, '08:00', '12:00', 'am'],
  ])('%j become %s to %s, which v1 shows as %s', async (hours, start, end, halfDay) => {
    const record = await made(hours)
    expect(record).toMatchObject({ delivery_start: start, delivery_end: end })
    expect((await call('GET', `/v1/get-out-requests/${record.id}`)).body).toMatchObject({
      half_day: halfDay,
      delivery_start: start,
      delivery_hours: `${start}-${end}`,
    })
  })

  test.each([
    [{ delivery_start: '07:00' }, 'delivery_start'],
    [{ delivery_start: '12:00', delivery_end: '13:00' }, 'delivery_start'],
    [{ delivery_start: '10:00', delivery_end: '09:00' }, 'delivery_end'],
    [{ delivery_start: '8h' }, 'delivery_start'],
    [{ delivery_end: '24:00' }, 'delivery_end'],
  ])('%j are refused by the name of %s, and nothing is reserved', async (hours, field) => {
    const before = await checksumOf(pool)
    const reply = await order(hours)
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({ details: [{ field }] })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('are those of the warehouse that serves', async () => {
    await pool.query(`update warehouse_slots set starts = '09:00' where position = 1`)
    expect(await made({})).toMatchObject({ delivery_start: '09:00', delivery_end: '12:00' })
    const reply = await callV2('POST', '/orders/time-slots', { body: { content: one } })
    expect(reply.body).toEqual([
      { delivery_start: '09:00', delivery_end: '12:00' },
      { delivery_start: '13:00', delivery_end: '18:00' },
    ])
    await pool.query(`update warehouse_slots set starts = '08:00' where position = 1`)
  })

  test('stay when v1 edits something else, and go when v1 asks for a half day', async () => {
    const { id } = await made({ delivery_start: '14:00', delivery_end: '15:00' })
    const edit = (body: unknown) => call('PUT', `/v1/get-out-requests/${id}`, { body })
    expect((await edit({ comment: 'x' })).body).toMatchObject({
      delivery_hours: '14:00-15:00',
      half_day: 'pm',
    })
    expect((await edit({ half_day: 'am' })).body).toMatchObject({ delivery_hours: null, half_day: 'am' })
    expect(await readV2(`/orders/${id}`)).toMatchObject({ delivery_start: null, delivery_end: null })
  })
})

describe('is refused', () => {
  const outcomeAndField = ({ status, body }: Reply) => {
    const { name, details } = body as { name: string; details?: { field: string }[] }
    return [`${status} ${name}`, details?.[0]?.field]
  }
  test.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['no content', { content: [] }, '400 parameter_invalid', 'content'],
    [
      'a reference that is none',
      { content: [{ reference: '12', quantity: 1 }] },
      '400 parameter_invalid',
      'content.0.reference',
    ],
    [
      'a quantity of 0',
      { content: [{ ...one[0], quantity: 0 }] },
      '400 parameter_invalid',
      'content.0.quantity',
    ],
    [
      'a quantity as text',
      { content: [{ ...one[0], quantity: '1' }] },
      '400 parameter_invalid',
      'content.0.quantity',
    ],
    ['v1 words', { bottles: {} }, '400 parameter_invalid', 'bottles'],
    ['half a day', { half_day: 'am' }, '400 parameter_invalid', 'half_day'],
    ['a delivery to nowhere', { pickup: false }, '400 address_invalid', 'address.street1'],
    ['a weekend', { delivery_date: '2026-11-21' }, '400 delivery_date_invalid', 'delivery_date'],
    [
      'a wine that is not there',
      { content: [{ reference: '999999|0.75|bottles', quantity: 1 }] },
      '400 bottle_not_found',
      'content.999999|0.75|bottles',
    ],
    [
      'too many',
      { content: [{ ...one[0], quantity: 90_000 }] },
      '400 quantity_unavailable',
      `content.${loose.reference}`,
    ],
  ])('%s', async (_what, body, expected, field) => {
    const before = await checksumOf(pool)
    expect(outcomeAndField(await order(body))).toEqual([expected, field])
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('delivery-cost', () => {
  const cost = async (body: Record<string, unknown>) =>
    (await callV2('POST', '/orders/delivery-cost', { body: { content: one, ...body } })).body

  test('is nothing for a pick-up, and that of the tariff for a delivery', async () => {
    expect(await cost({})).toEqual({ cost: 0 })
    expect(await cost({ pickup: false, address })).toEqual({ cost: 9.9 })
    const query = 'is_pickup=0&zipcode=75002&country=FR&bottle_quantity=1&delivery_date=2026-11-17'
    expect((await call('GET', `/v1/get-out-requests/delivery-cost?${query}`)).body).toEqual({ cost: 9.9 })
  })

  test('asks for what an order asks for, and reserves nothing', async () => {
    const before = await checksumOf(pool)
    expect(await cost({ pickup: false })).toMatchObject({ name: 'address_invalid' })
    expect(await cost({ pickup: false, address, delivery_date: '2026-11-16' })).toMatchObject({
      name: 'delivery_date_invalid',
    })
    await cost({ pickup: false, address })
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('attachments', () => {
  test('go up and come down again as they were', async () => {
    const { id } = await made({})
    const part = { name: 'Liste à préparer.csv', type: 'text/csv', content: 'a;b\n1;2\n' }
    const headers = { authorization: `Bearer ${owner.bearerToken}` }
    const reply = await sendForm(`${origin}/api/v2/orders/${id}/attachments`, [part], headers)
    expect(outcome(reply)).toBe('201 ok')
    const [file] = (reply.body as { attachments: { id: number; name: string; url: string }[] }).attachments
    expect(file).toEqual({
      id: expect.any(Number),
      name: 'Liste à préparer.csv',
      url: `${origin}/api/v2/orders/${id}/attachments/${file?.id}`,
    })
    const download = await callV2('GET', `/orders/${id}/attachments/${file?.id}`)
    expect(download.text).toBe('a;b\n1;2\n')
    expect(download.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[^"]+"; filename\*=UTF-8''Liste%20%C3%A0%20pr%C3%A9parer\.csv$/,
      ),
      'x-content-type-options': 'nosniff',
    })
    for (const path of [`/orders/${id}/attachments/${file?.id}`, `/orders/${id}`])
      expect(outcome(await callV2('GET', path, { token: stranger.bearerToken }))).toBe('404 not_found')
    await callV2('DELETE', `/orders/${id}`)
    expect(outcome(await callV2('GET', `/orders/${id}/attachments/${file?.id}`))).toBe('404 not_found')
  })

  test('the delivery slip comes when the order is ready', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from orders where account_id = 1 and status = 'ready' and parent_id is null limit 1`,
    )
    const ready = await readV2<{ delivery_slip: { url: string } | null }>(`/orders/${rows[0]?.id}`)
    const path = new URL(ready.delivery_slip?.url ?? '').pathname.replace('/api/v2', '')
    const slip = await callV2('GET', path)
    expect(slip.headers['content-type']).toBe('application/pdf')
    expect(slip.text).toMatch(/^%PDF-/)
    const { id } = await made({})
    expect(outcome(await callV2('GET', `/orders/${id}/delivery-slip`))).toBe('404 not_found')
  })
})

test('the same order twice with one key is one order', async () => {
  const headers = { 'idempotency-key': 'order-1' }
  const content = [{ reference: another.reference, quantity: 1 }]
  const first = await callV2('POST', '/orders', { body: { content }, headers })
  const second = await callV2('POST', '/orders', { body: { content }, headers })
  expect(outcome(first)).toBe('201 ok')
  expect(second.text).toBe(first.text)
  expect(second.headers['idempotent-replayed']).toBe('true')
  const other = await callV2('POST', '/orders', { body: { content, comment: 'x' }, headers })
  expect(outcome(other)).toBe('409 idempotency_key_reused')
})
