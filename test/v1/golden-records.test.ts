// Putaway, Invoice, Transaction, Address, account, Wine comment and Wine price, compared with the document's tables.
import { describe, expect, test } from 'vitest'
import { type Check, expectShape, listOf } from '../support/fields.ts'
import { demoService } from '../support/service.ts'
import { address, invoice, putaway, transaction, user, wineComment, winePrice } from './document-tables.ts'

type Line = { quantity: number; price: number; product?: object; label?: string }
type Invoice = {
  id: number
  validated_at: string | null
  state: number
  invoice_lines: Line[]
  subTotal: number
  vat: number
  total: number
}
type Putaway = { id: number; status: number; validatedAt: object | null; content: { quantity: number }[] }
type Transaction = {
  id: number
  type: string
  source: number
  destination: { id: number; code: string }
  created_at: string
}

const { read, owner, stranger, pool } = await demoService()
const both = new Set([true, false])
const ofBothOwners = async <T>(path: string): Promise<T[]> => [
  ...(await read<T[]>(path, { keys: owner })),
  ...(await read<T[]>(path, { keys: stranger })),
]

test.each<[string, Check]>([
  ['/v1/putaways?count=1000', putaway],
  ['/v1/invoices?count=1000', invoice],
  ['/v1/transactions?count=1000', transaction],
  ['/v1/addresses?count=1000', address],
  ['/v1/wine-comments', wineComment],
  ['/v1/wine-prices', winePrice],
])('every record of %s has the fields of the table', async (path, check) => {
  const records = await ofBothOwners<unknown>(path)
  expect(records.length).toBeGreaterThan(5)
  expectShape(records, listOf(check))
})

test.each(['putaways', 'invoices', 'addresses'])(
  'a record of /v1/%s read by its id is the record of the list',
  async (resource) => {
    for (const each of await read<{ id: number }[]>(`/v1/${resource}`))
      expect(await read(`/v1/${resource}/${each.id}`)).toEqual(each)
  },
)

test.each(['wine-comments', 'wine-prices'])(
  'the single record of /v1/%s is the record of the list',
  async (resource) => {
    const notes = await read<{ format: string; 'wine-id': number }[]>(`/v1/${resource}`)
    for (const note of notes.slice(0, 20))
      expect(await read(`/v1/${resource}/single?format=${note.format}&wine_id=${note['wine-id']}`)).toEqual(
        note,
      )
  },
)

test.each([['the collector', owner] as const, ['the merchant', stranger] as const])(
  'the account of %s has the fields that were decided',
  async (_who, keys) => expectShape(await read('/v1/users', { keys }), user),
)

test('putaways come in every status, and only validated ones have validatedAt', async () => {
  const putaways = await ofBothOwners<Putaway>('/v1/putaways?count=1000')
  expect(new Set(putaways.map((each) => each.status))).toEqual(new Set([0, 1, 2, 3]))
  for (const { status, validatedAt, content } of putaways) {
    expect(validatedAt !== null).toBe(status === 2)
    for (const line of content) expect(line.quantity).toBeGreaterThan(0)
  }
})

test('validatedAt is the moment of the validation on the clock of Paris', async () => {
  const { rows } = await pool.query<{ id: number; paris: string }>(
    `update putaways set validated_at = '2026-07-01T22:30:00.123Z' where account_id = 1 and status = 'validated'
     returning id, to_char(validated_at at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI:SS.US') as paris`,
  )
  expect(rows[0]?.paris).toBe('2026-07-02 00:30:00.123000')
  expect(await read(`/v1/putaways/${rows[0]?.id}`)).toMatchObject({
    validatedAt: { date: '2026-07-02 00:30:00.123000', timezone_type: 3, timezone: 'Europe/Paris' },
  })
})

describe('invoices', async () => {
  const invoices = await ofBothOwners<Invoice>('/v1/invoices?count=1000')
  const inCents = (euros: number) => Math.round(euros * 100)
  /** Exact, half a cent away from zero: thousandths of a quantity times hundredths of a cent. */
  const amountInCents = ({ quantity, price }: Line) => {
    const product = BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(price * 10_000))
    const half = product < 0n ? -50_000n : 50_000n
    return Number((product + half) / 100_000n)
  }

  test('have lines of products and lines with a label of their own', () => {
    const lines = invoices.flatMap((each) => each.invoice_lines)
    expect(new Set(lines.map((line) => line.label === undefined))).toEqual(both)
    expect(new Set(lines.map((line) => line.product === undefined))).toEqual(both)
    expect(new Set(invoices.map((each) => each.validated_at === null))).toEqual(both)
  })

  test('add up to the cent', () => {
    for (const { id, subTotal, vat, total, invoice_lines } of invoices) {
      expect(inCents(subTotal) + inCents(vat), `invoice ${id}`).toBe(inCents(total))
      const cents = invoice_lines.map(amountInCents)
      expect(
        cents.reduce((sum, each) => sum + each, 0),
        `lines of ${id}`,
      ).toBe(inCents(subTotal))
    }
  })

  test('a draft is not shown', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `update invoices set state = 'draft' where account_id = 1 and state = 'ongoing' returning id`,
    )
    expect(rows.length).toBeGreaterThan(0)
    const ids = (await read<Invoice[]>('/v1/invoices?count=1000')).map((each) => each.id)
    for (const { id } of rows) {
      expect(ids).not.toContain(id)
      await expect(read(`/v1/invoices/${id}`)).rejects.toThrow('404')
    }
  })
})

test('transactions come in every type, and 0 and OUT are the world outside', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => ofBothOwners<Transaction>(`/v1/transactions?count=1000&page=${page}`)),
  )
  const transactions = pages.flat()
  expect(new Set(transactions.map((each) => each.type))).toEqual(new Set(['I', 'O', 'M', 'A']))
  for (const { id, type, source, destination } of transactions) {
    expect(destination.id === 0, `transaction ${id}`).toBe(destination.code === 'OUT')
    const outside = [source === 0, destination.id === 0]
    if (type === 'I') expect(outside).toEqual([true, false])
    if (type === 'O') expect(outside).toEqual([false, true])
    if (type === 'M') expect(outside).toEqual([false, false])
    if (type === 'A') expect(source === 0).toBe(destination.id !== 0)
  }
})

test('comments and prices include wines that have no bottle in the cellar', async () => {
  const held = new Set(
    (await read<{ id: number }[]>('/v1/bottles/consolidated', { keys: stranger })).map((each) => each.id),
  )
  for (const resource of ['wine-comments', 'wine-prices']) {
    const notes = await read<{ 'wine-id': number }[]>(`/v1/${resource}`, { keys: stranger })
    expect(notes.some((note) => !held.has(note['wine-id']))).toBe(true)
  }
})
