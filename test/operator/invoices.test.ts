import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { outcome } from '../support/service.ts'

const { operate, done, call, pool, clock, deps } = await operatorService({ content: 'demo' })
clock.now = new Date('2026-12-02T09:00:00+01:00')

type Line = { id: number; source: string | null; label: string; amount: string; quantity: string }
type Invoice = {
  id: number
  account_id: number
  state: string
  number: string | null
  month: string | null
  total: string
  lines: Line[]
  payments: { id: number }[]
}
const discount = { label: 'Discount', quantity: '1', unit_price: '-5', vat_percent: '20' }
const work = { label: 'Work', quantity: '2.5', unit_price: '40', vat_percent: '20' }
const draft = (lines: Record<string, unknown>[] = [work], more: Record<string, unknown> = {}) =>
  done<Invoice>('POST', '/invoices', { as: 'billing', body: { account_id: 1, lines, ...more } })
const seenByOwner = async (id: number) => outcome(await call('GET', `/v1/invoices/${id}`))
const list = (query: string) => done<Invoice[]>('GET', `/invoices?${query}`, { as: 'warehouse' })

test('the month after the demo is billed, numbered after its invoices, shown to its owner and paid', async () => {
  const run = await done('POST', '/billing-runs', { as: 'billing', body: { month: '2026-11' } })
  // The demo had shown both owners what has come together so far.
  expect(run).toMatchObject({
    month: '2026-11',
    dry_run: false,
    made: 0,
    renewed: 2,
    failed: 0,
    failures: [],
  })
  const [bill] = await list('account_id=1&month=2026-11')
  expect(bill).toMatchObject({ state: 'ongoing', number: null })
  const validated = await done<Invoice>('POST', `/invoices/${bill?.id}/validate`, { as: 'billing' })
  expect(validated).toMatchObject({ state: 'validated', number: 'F2026-0024', due_on: '2027-01-01' })
  expect(await done('GET', '/company')).toMatchObject({ invoice_prefix: 'F' })
  expect((await call('GET', `/v1/invoices/${bill?.id}`)).body).toMatchObject({
    state: 2,
    total: Number(validated.total),
    company_invoicing: { siret: '90123456100017' },
  })
  const body = { amount: validated.total, mode: 'cb', paid_on: '2026-12-02', reference: 'CB 12' }
  const paid = await done<Invoice>('POST', `/invoices/${bill?.id}/payments`, { as: 'billing', body })
  expect(paid).toMatchObject({ state: 'paid', open: '0.00' })
  const again = await done<Invoice>('DELETE', `/invoices/${bill?.id}/payments/${paid.payments[0]?.id}`)
  expect(again).toMatchObject({
    state: 'validated',
    payments: [{ taken_back_at: '2026-12-02T09:00:00+01:00' }],
  })
  expect(await done('POST', '/billing-runs', { body: { month: '2026-11' } })).toMatchObject({ unchanged: 2 })
})

test('the months of the demo are billed already, and their orders with them', async () => {
  const before = await checksumOf(pool)
  const { audit_entries: _, ...rest } = before
  for (const month of ['2026-10', '2026-09', '2026-04'])
    expect(await done('POST', '/billing-runs', { body: { month, dry_run: false } })).toMatchObject({
      made: 0,
      renewed: 0,
      unchanged: 2,
    })
  expect(await checksumOf(pool)).toMatchObject(
    Object.fromEntries(Object.entries(rest).filter(([name]) => !name.includes('audit'))),
  )
  const { rows } = await pool.query(
    `select count(*) from orders o where status in ('shipped', 'delivered', 'withdrawn')
       and not exists (select from orders c where c.account_id = o.account_id and c.parent_id = o.id)
       and not exists (select from invoice_orders i where i.account_id = o.account_id and i.order_id = o.id)`,
  )
  expect(rows[0]?.count).toBe(0)
})

test('the balance of the demo owners adds up', async () => {
  for (const id of [1, 2]) {
    const { billed, paid, open, overdue } = await done<Record<string, string>>(
      'GET',
      `/accounts/${id}/balance`,
      {
        as: 'warehouse',
      },
    )
    const cents = (euro = '') => Math.round(Number(euro) * 100)
    expect(cents(billed) - cents(paid)).toBe(cents(open))
    expect(cents(open)).toBeGreaterThan(0)
    expect(overdue).toBe('0.00')
  }
})

test('a free draft is edited line by line and is nobody’s business but the operator’s', async () => {
  const made = await draft(
    [work, { product_id: 1, quantity: '1', unit_price: '0.005', vat_percent: '5.5' }],
    {
      purchase_order: 'BC-1',
    },
  )
  expect(made).toMatchObject({
    state: 'draft',
    subtotal: '100.01',
    vat: '20.00',
    total: '120.01',
    purchase_order: 'BC-1',
  })
  expect(await seenByOwner(made.id)).toBe('404 not_found')
  const added = await done<Invoice>('POST', `/invoices/${made.id}/lines`, { as: 'billing', body: discount })
  expect(added).toMatchObject({ subtotal: '95.01', total: '114.01' })
  const [first, second] = added.lines
  const changed = await done<Invoice>('PUT', `/invoices/${made.id}/lines/${first?.id}`, {
    body: { ...work, quantity: '1' },
  })
  expect(changed).toMatchObject({ subtotal: '35.01' })
  const removed = await done<Invoice>('DELETE', `/invoices/${made.id}/lines/${second?.id}`)
  expect(removed).toMatchObject({ subtotal: '35.00', lines: [{ amount: '40.00' }, { amount: '-5.00' }] })
  expect(await done('PUT', `/invoices/${made.id}`, { body: { purchase_order: null } })).toMatchObject({
    purchase_order: null,
  })
  expect(await done('POST', `/invoices/${made.id}/announce`)).toMatchObject({ state: 'ongoing' })
  expect((await call('GET', `/v1/invoices/${made.id}`)).body).toMatchObject({ state: 1, total: 42 })
  expect(await done('DELETE', `/invoices/${made.id}`, { as: 'billing' })).toMatchObject({ id: made.id })
  expect(outcome(await operate('GET', `/invoices/${made.id}`))).toBe('404 not_found')
  expect(await seenByOwner(made.id)).toBe('404 not_found')
})

test('a credit note is an invoice with negative amounts for its owner', async () => {
  const { id } = await draft()
  const invoice = await done<Invoice>('POST', `/invoices/${id}/validate`)
  const body = { lines: [{ line_id: invoice.lines[0]?.id, amount: '25' }] }
  const note = await done<Invoice>('POST', `/invoices/${id}/credit-notes`, { as: 'billing', body })
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: 'A2026-0002',
    credits_invoice_id: id,
    total: '-30.00',
  })
  expect((await call('GET', `/v1/invoices/${note.id}`)).body).toMatchObject({
    state: 2,
    subTotal: -25,
    vat: -5,
    total: -30,
    invoice_lines: [{ label: 'Work', quantity: -1, price: 25 }],
  })
  await done('POST', `/invoices/${id}/credit-notes`, { body: {} })
  expect(await done('GET', `/invoices/${id}`, { as: 'warehouse' })).toMatchObject({
    state: 'cancelled',
    credited: '120.00',
    credit_notes: [{ number: 'A2026-0002' }, { number: 'A2026-0003' }],
  })
})

test('lists by account, state, month and what is overdue', async () => {
  const states = async (query: string) => new Set((await list(query)).map(({ state }) => state))
  expect(await states('state=paid&count=5')).toEqual(new Set(['paid']))
  expect(new Set((await list('account_id=2')).map(({ account_id }) => account_id))).toEqual(new Set([2]))
  // One was cancelled and billed again.
  expect((await list('month=2026-04&account_id=2')).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
  expect(await list('overdue=true')).toEqual([])
  const before = clock.now
  clock.now = new Date('2027-01-02T09:00:00+01:00')
  expect((await list('overdue=true&account_id=1&state=validated')).length).toBeGreaterThan(0)
  clock.now = before
  const { headers } = await operate(
    'GET',
    '/invoices?count=1&account_id=1&state=paid&month=2026-08&overdue=false',
  )
  expect(headers['x-total-count']).toBe('1')
})

test('the document is a PDF, named by its number', async () => {
  const [invoice] = await list('state=paid&count=1')
  const reply = await operate('GET', `/invoices/${invoice?.id}/pdf`, { as: 'warehouse' })
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toBe(`inline; filename="${invoice?.number}.pdf"`)
  expect(reply.text.slice(0, 5)).toBe('%PDF-')
})

test('products for lines are listed, and made once', async () => {
  const products = await done<{ id: number; name: string }[]>('GET', '/invoices/products', {
    as: 'warehouse',
  })
  expect(products.map(({ name }) => name)).toContain('Stockage')
  const body = { name: 'Photographs' }
  expect(await done('POST', '/invoices/products', { as: 'billing', body })).toMatchObject({
    ...body,
    description: '',
  })
  expect(outcome(await operate('POST', '/invoices/products', { body }))).toBe('409 already_exists')
})

test('a repeated request with its key pays once', async () => {
  const { id } = await draft()
  await done('POST', `/invoices/${id}/validate`)
  const headers = { 'idempotency-key': 'pay-once' }
  const body = { amount: '20', mode: 'cheque', paid_on: '2026-12-01' }
  for (let time = 0; time < 2; time++) await done('POST', `/invoices/${id}/payments`, { body, headers })
  expect(await done('GET', `/invoices/${id}`)).toMatchObject({
    paid: '20.00',
    payments: [{ mode: 'cheque' }],
  })
})

describe('refuses', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['neither product nor label', { label: null }, 'lines.0.label'],
    ['both', { product_id: 1 }, 'lines.0.label'],
    ['a product that there is not', { label: null, product_id: 999_999 }, 'lines.0.product_id'],
    ['an id beyond all', { label: null, product_id: 2 ** 53 - 1 }, 'lines.0.product_id'],
    ['a quantity of words', { quantity: 'two' }, 'lines.0.quantity'],
    ['a number that is no text', { quantity: 2 }, 'lines.0.quantity'],
    ['seven digits', { quantity: '1234567' }, 'lines.0.quantity'],
    ['five places', { unit_price: '0.00001' }, 'lines.0.unit_price'],
    ['more than ten millions', { quantity: '999999', unit_price: '9999999' }, 'lines.0.unit_price'],
    ['VAT above 100', { vat_percent: '101' }, 'lines.0.vat_percent'],
    ['a NUL byte', { label: 'a\0' }, 'lines.0.label'],
    ['a blank label', { label: ' ' }, 'lines.0.label'],
  ])('a line of %s', async (_what, change, field) => {
    const before = await checksumOf(pool)
    const reply = await operate('POST', '/invoices', {
      body: { account_id: 1, lines: [{ ...work, ...change }] },
    })
    expect(reply).toMatchObject({ status: 400, body: { details: [{ field }] } })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('an account, an invoice and a line that there are not', async () => {
    const { id } = await draft()
    const refused = async (method: string, path: string, body?: unknown) =>
      outcome(await operate(method, path, { body }))
    const before = await checksumOf(pool)
    expect(await refused('POST', '/invoices', { account_id: 999_999, lines: [work] })).toBe('404 not_found')
    for (const [method, path, body] of [
      ['GET', '/invoices/999999', undefined],
      ['GET', '/invoices/999999/pdf', undefined],
      ['PUT', '/invoices/999999', { purchase_order: null }],
      ['DELETE', '/invoices/999999', undefined],
      ['POST', '/invoices/999999/validate', undefined],
      ['POST', '/invoices/999999/announce', undefined],
      ['POST', '/invoices/999999/lines', work],
      ['POST', '/invoices/999999/credit-notes', {}],
      ['POST', '/invoices/999999/payments', { amount: '1', mode: 'cb', paid_on: '2026-12-01' }],
      ['DELETE', '/invoices/999999/payments/1', undefined],
      ['PUT', `/invoices/${id}/lines/999999`, work],
      ['DELETE', `/invoices/${id}/lines/999999`, undefined],
      ['DELETE', `/invoices/${id}/payments/999999`, undefined],
    ] as const)
      expect(await refused(method, path, body), `${method} ${path}`).toBe('404 not_found')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('changing what is validated, and lines that a run computed', async () => {
    const [validated] = await list('state=validated&count=1')
    const [ongoing] = await list('state=ongoing&account_id=2')
    const computed = (await done<Invoice>('GET', `/invoices/${ongoing?.id}`)).lines[0]
    const before = await checksumOf(pool)
    for (const [method, path, body] of [
      ['POST', `/invoices/${validated?.id}/validate`, undefined],
      ['POST', `/invoices/${validated?.id}/lines`, work],
      ['PUT', `/invoices/${validated?.id}`, { purchase_order: 'x' }],
      ['DELETE', `/invoices/${validated?.id}`, undefined],
      ['PUT', `/invoices/${ongoing?.id}/lines/${computed?.id}`, work],
      ['DELETE', `/invoices/${ongoing?.id}/lines/${computed?.id}`, undefined],
    ] as const)
      expect(outcome(await operate(method, path, { body })), `${method} ${path}`).toBe(
        '409 step_not_possible',
      )
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('to bill a month that is not over or is none', async () => {
    const run = async (month: unknown) => outcome(await operate('POST', '/billing-runs', { body: { month } }))
    const before = await checksumOf(pool)
    expect(await run('2026-12')).toBe('409 period_not_over')
    for (const month of ['2026-13', '2026-1', '0000-00', '9999-99', '', 202610, null])
      expect(await run(month), String(month)).toBe('400 parameter_invalid')
    expect(outcome(await operate('GET', '/invoices?month=0000-01'))).toBe('400 parameter_invalid')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('everything but reading to the warehouse', async () => {
    const [invoice] = await list('count=1')
    for (const [method, path] of [
      ['POST', '/invoices'],
      ['POST', '/billing-runs'],
      ['PUT', `/invoices/${invoice?.id}`],
      ['DELETE', `/invoices/${invoice?.id}`],
      ['POST', `/invoices/${invoice?.id}/validate`],
      ['POST', `/invoices/${invoice?.id}/announce`],
      ['POST', `/invoices/${invoice?.id}/lines`],
      ['PUT', `/invoices/${invoice?.id}/lines/1`],
      ['DELETE', `/invoices/${invoice?.id}/lines/1`],
      ['POST', `/invoices/${invoice?.id}/credit-notes`],
      ['POST', `/invoices/${invoice?.id}/payments`],
      ['DELETE', `/invoices/${invoice?.id}/payments/1`],
      ['POST', '/invoices/products'],
    ] as const)
      expect(outcome(await operate(method, path, { as: 'warehouse', body: {} })), path).toBe(
        '403 role_insufficient',
      )
  })
})

test('runs from two processes at once make each draft once', async () => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into accounts (name, email, created_at, updated_at)
     select 'Owner ' || n, n || '@many.example', now(), now() from generate_series(1, 20) n returning id`,
  )
  await pool.query(
    `with stored as (
       insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at)
       select a, 1, 750, '', 'stored', l.warehouse_id, l.id, '2026-01-01'::timestamptz, '2026-01-01', '2026-01-01'
       from unnest($1::bigint[]) a, (select * from locations order by id limit 1) l returning *)
     insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, created_at)
     select account_id, id, 'received', wine_id, format_ml, location_id, stored_at from stored`,
    [rows.map(({ id }) => id)],
  )
  const runs = await Promise.all(
    Array.from({ length: 3 }, () =>
      done<{ made: number; failed: number }>('POST', '/billing-runs', { body: { month: '2026-11' } }),
    ),
  )
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(20)
  expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0])
  const { rows: drafts } = await pool.query(
    `select count(*), count(distinct account_id) as accounts from invoices where month = '2026-11-01' and account_id = any($1)`,
    [rows.map(({ id }) => id)],
  )
  expect(drafts).toEqual([{ count: 20, accounts: 20 }])
  expect(deps.db.isTransaction).toBe(false)
})
