import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { toCents } from '../../../src/core/orders/cents.ts'
import type { Month } from './open-month.ts'

type Line = {
  source: string | null
  quantity: string
  unit_price: string
  vat_percent: string
  amount: string
  label: string
}
type Invoice = {
  id: number
  account_id: number
  number: string | null
  state: string
  subtotal: string
  vat: string
  total: string
  open: string
  lines: Line[]
  orders: { order_id: number; bottles: number }[]
}
type Run = { made: number; renewed: number; unchanged: number; empty: number; failed: number }

/** Amounts may be negative, on credit notes. */
const cents = (amount: string): bigint =>
  amount.startsWith('-') ? -toCents(amount.slice(1)) : toCents(amount)
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n)

/** The tests of the money, in the order in which a bookkeeper does the work. */
export function billMonth({ at, done, operate, owners, call }: Month, leftOrders: ReadonlySet<number>): void {
  const run = (body: Record<string, unknown>) => operate('POST', '/billing-runs', { as: 'billing', body })
  const invoices = async () => {
    const entries = await done<{ id: number }[]>('GET', '/invoices?month=2026-10&count=100')
    return Promise.all(entries.map(({ id }) => done<Invoice>('GET', `/invoices/${id}`)))
  }

  test('not before it is over', async () => {
    at('2026-10-31', '23:59')
    expect((await run({ month: '2026-10' })).body).toMatchObject({ name: 'period_not_over' })
  })

  test('once, however often it is run', async () => {
    at('2026-11-02', '09:00')
    expect((await run({ month: '2026-10', dry_run: true })).body).toMatchObject({ made: owners.length })
    expect(await invoices()).toEqual([])
    const both = await Promise.all([run({ month: '2026-10' }), run({ month: '2026-10' })])
    const made = both.map(({ body }) => (body as Run).made).reduce((total, each) => total + each, 0)
    expect(made).toBe(owners.length)
    expect((await run({ month: '2026-10' })).body).toMatchObject({ made: 0, renewed: 0, failed: 0 })
    expect(await invoices()).toHaveLength(owners.length)
  })

  test('for the bottles that lay there at the end of each day, by format', async () => {
    for (const invoice of await invoices()) {
      const days = new Map<string, number>()
      for (let day = Temporal.PlainDate.from('2026-10-01'); day.month === 10; day = day.add({ days: 1 })) {
        const path = `/accounts/${invoice.account_id}/cellar?date=${day}`
        const { lines } = await done<{ lines: { format: string; quantity: number }[] }>('GET', path)
        for (const { format, quantity } of lines) days.set(format, (days.get(format) ?? 0) + quantity)
      }
      const storage = invoice.lines.filter(({ source }) => source === 'storage')
      const billed = storage.reduce((total, { quantity }) => total + Number(quantity), 0)
      expect(billed).toBe([...days.values()].reduce((total, each) => total + each, 0))
      expect(storage).toHaveLength(days.size)
    }
  })

  test('for every order that left, and for each once', async () => {
    const billed = (await invoices()).flatMap(({ orders }) => orders.map(({ order_id }) => order_id))
    expect(billed.toSorted()).toEqual([...leftOrders].toSorted())
  })

  test('in invoices that add up to the cent and are numbered without a gap', async () => {
    const drafts = await invoices()
    expect(new Set(drafts.map(({ state }) => state))).toEqual(new Set(['draft']))
    await Promise.all(drafts.map(({ id }) => done('POST', `/invoices/${id}/validate`, { as: 'billing' })))
    const validated = await invoices()
    for (const { lines, subtotal, vat, total } of validated) {
      expect(cents(subtotal)).toBe(sum(lines.map(({ amount }) => amount)))
      expect(cents(total)).toBe(cents(subtotal) + cents(vat))
      expect(cents(vat)).toBe((cents(subtotal) * 20n + 50n) / 100n)
      for (const { quantity, unit_price, amount } of lines)
        expect(Math.abs(Number(amount) - Number(quantity) * Number(unit_price))).toBeLessThanOrEqual(0.0051)
    }
    expect(validated.map(({ number }) => Number(/\d+$/.exec(number ?? '')?.[0])).toSorted()).toEqual(
      owners.map((_, index) => index + 1),
    )
    const again = await operate('POST', `/invoices/${validated[0]?.id}/validate`, { as: 'billing' })
    expect(again.status).toBe(409)
    expect((await run({ month: '2026-10' })).body).toMatchObject({
      made: 0,
      renewed: 0,
      unchanged: owners.length,
    })
  })

  test('which owners see, each their own', async () => {
    for (const { id, keys } of owners) {
      const list = (await call('GET', '/v1/invoices', { keys })).body as { state: number; total: number }[]
      const own = (await invoices()).find((invoice) => invoice.account_id === id)
      expect(list).toMatchObject([{ state: 2, total: Number(own?.total) }])
    }
  })

  test('paid in parts, credited, and a PDF for each', async () => {
    const [first, second] = await invoices()
    if (!first || !second) throw new Error('There are invoices')
    const pay = (id: number, amount: string) =>
      operate('POST', `/invoices/${id}/payments`, {
        as: 'billing',
        body: { amount, mode: 'transfer', paid_on: '2026-11-02' },
      })
    expect((await pay(first.id, '1.00')).status).toBe(201)
    expect((await pay(first.id, first.total)).status).toBeGreaterThanOrEqual(400)
    const { open } = await done<Invoice>('GET', `/invoices/${first.id}`)
    expect((await pay(first.id, open)).status).toBe(201)
    expect(await done<Invoice>('GET', `/invoices/${first.id}`)).toMatchObject({ state: 'paid', open: '0.00' })
    const credit = await done<Invoice>('POST', `/invoices/${second.id}/credit-notes`, {
      as: 'billing',
      body: {},
    })
    expect(cents(credit.total)).toBe(-cents(second.total))
    expect(await done<Invoice>('GET', `/invoices/${second.id}`)).toMatchObject({ state: 'cancelled' })
    const pdf = await operate('GET', `/invoices/${first.id}/pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.text).toMatch(/^%PDF-/)
  })
}
