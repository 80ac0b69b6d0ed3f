// Each record of v2, field by field, and beside v1's view of the same.
import { describe, expect, test } from 'vitest'
import { demoService, outcome } from '../support/service.ts'

const { callV2, readV2, read, call, stranger } = await demoService()

type Line = {
  id: number
  format: number
  box: string
  quantity: number
  reference: string
  price: string | null
  comment: string | null
}
const phpDate = {
  date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/),
  timezone_type: 3,
  timezone: 'Europe/Paris',
}
const textOrNull = expect.toSatisfy((value) => value === null || typeof value === 'string')

describe('bottles', () => {
  const fields = [
    'id',
    'wine',
    'color',
    'country',
    'region',
    'appelation',
    'description',
    'ranking',
    'millesime',
  ]
  const line = [...fields, 'alcohol', 'format', 'price', 'comment', 'quantity', 'box', 'reference']

  test('are one row per wine, format and box, all at once', async () => {
    const cellar = await readV2<Line[]>('/bottles')
    expect(cellar.length).toBeGreaterThan(100)
    for (const row of cellar) {
      expect(Object.keys(row)).toEqual(line)
      expect(row.reference).toBe(`${row.id}|${row.format}|${row.box}`)
      expect(typeof row.format).toBe('number')
    }
    expect(new Set(cellar.map(({ reference }) => reference)).size).toBe(cellar.length)
    expect(cellar.some(({ box }) => box === 'bottles')).toBe(true)
    expect(cellar.some(({ box }) => box !== 'bottles')).toBe(true)
  })

  test('count the same as the consolidated cellar of v1', async () => {
    type Entry = { id: number; format: string; quantity: number; boxes?: Record<string, number> }
    const entries = await read<Entry[]>('/v1/bottles/consolidated')
    const expected = entries.flatMap(({ id, format, quantity, boxes = {} }) => {
      const loose = quantity - Object.values(boxes).reduce((sum, each) => sum + each, 0)
      const packed = Object.entries(boxes).map(([box, count]) => [`${id}|${format}|${box}`, count] as const)
      return loose > 0 ? [[`${id}|${format}|bottles`, loose] as const, ...packed] : packed
    })
    const cellar = await readV2<Line[]>('/bottles')
    expect(new Map(cellar.map(({ reference, quantity }) => [reference, quantity]))).toEqual(new Map(expected))
  })

  test('to come are asked for', async () => {
    const future = await readV2<Line[]>('/bottles?future=1')
    const counted = await call('GET', '/v1/bottles?future=1&count=1')
    expect(future.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
      Number(counted.headers['x-total-count']),
    )
  })

  test('are nobody else’s', async () => {
    const mine = await readV2<Line[]>('/bottles')
    const theirs = await readV2<Line[]>('/bottles', { token: stranger.bearerToken })
    expect(theirs).not.toEqual(mine)
  })
})

test('a movement is as in v1, with a date object and a number of litres', async () => {
  const [mine] = await readV2<Record<string, unknown>[]>('/transactions?count=1')
  const [same] = await read<Record<string, unknown>[]>('/v1/transactions?count=1')
  expect(mine).toEqual({ ...same, format: Number(same?.format), created_at: phpDate })
})

test.each(['in', 'out'])('movements %s are those of v1', async (type) => {
  const ids = async (list: Promise<{ id: number }[]>) => (await list).map(({ id }) => id)
  const query = `?type=${type}&start_date=2026-01-01&end_date=2026-10-31&count=200`
  expect(await ids(readV2(`/transactions${query}`))).toEqual(await ids(read(`/v1/transactions${query}`)))
})

test('an invoice has a state with name and label, percent of VAT on each line, and adds up', async () => {
  const invoices = await readV2<Record<string, unknown>[]>('/invoices?count=1000')
  expect(invoices.length).toBeGreaterThan(5)
  for (const invoice of invoices) {
    expect(Object.keys(invoice)).toEqual([
      ...['id', 'state', 'validated_at', 'invoice_lines', 'address', 'invoicing_company', 'purchase_order'],
      ...['payment_mode', 'created_at', 'updated_at', 'subTotal', 'vat', 'total'],
    ])
    expect(invoice).toMatchObject({
      state: {
        value: expect.any(Number),
        name: expect.stringMatching(/^[A-Z]+$/),
        label: expect.any(String),
      },
      created_at: phpDate,
      invoicing_company: { name: expect.any(String), siret: expect.any(String) },
      purchase_order: textOrNull,
    })
    for (const line of invoice.invoice_lines as { vat: number; product: unknown; label: unknown }[]) {
      expect(line.vat).toBe(20)
      expect((line.product === null) !== (line.label === null)).toBe(true)
    }
  }
  const [first] = invoices
  expect(await readV2(`/invoices/${first?.id}`)).toEqual(first)
  const foreign = await callV2('GET', `/invoices/${first?.id}`, { token: stranger.bearerToken })
  expect(outcome(foreign)).toBe('404 not_found')
})

describe('enums', () => {
  test.each([
    ['order_status', 6, { value: 5, name: 'WITHDRAWED', label: "Retirée à l'entrepôt" }],
    ['putaway_status', 4, { value: 2, name: 'VALIDATED', label: 'Validée' }],
    ['invoice_state', 5, { value: 4, name: 'PAID', label: 'Réglée' }],
    ['transaction_type', 4, { value: 'I', name: 'IN', label: 'Entrée' }],
    ['origin', 3, { value: 'OPERATOR', name: 'OPERATOR', label: 'Opérateur' }],
    ['payment_mode', 2, { value: 'sdd', name: 'SDD', label: 'Prélèvement SEPA' }],
    ['event_type', 10, { value: 'order.create', name: 'ORDER_CREATE', label: 'Commande créée' }],
    ['email_type', 7, { value: 'putawayNew', name: 'PUTAWAY_NEW', label: 'Nouvelle mise en cave' }],
  ])('%s has %d values', async (label, count, one) => {
    const values = await readV2<unknown[]>(`/enums?label=${label}`)
    expect(values).toHaveLength(count)
    expect(values).toContainEqual(one)
  })

  test('color has those of the catalogue', async () => {
    const colors = await readV2<{ value: string }[]>('/enums?label=color')
    const cellar = await readV2<{ color: string }[]>('/bottles')
    for (const { color } of cellar) expect(colors.map(({ value }) => value)).toContain(color)
  })

  test('another label is refused by a list of those there are', async () => {
    const reply = await callV2('GET', '/enums?label=status')
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({
      details: [{ field: 'label', message: expect.stringContaining('order_status') }],
    })
    expect(outcome(await callV2('GET', '/enums'))).toBe('400 parameter_missing')
  })
})
