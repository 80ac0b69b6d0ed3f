import type pg from 'pg'
import type { Deps } from '../../src/core/deps.ts'
import { insert, openAccount, smallCellar } from './small-cellar.ts'

const at = '2026-11-16T09:00:00Z'
const hash = Buffer.alloc(32, 7)
const times = { created_at: at, updated_at: at }

/** For each table a row that it takes, referring to a small cellar with an order, a putaway, a product and an invoice. */
export async function goodRows(deps: Deps, pool: pg.Pool) {
  const { accountId, personId } = await openAccount(deps, 'rows@example.com')
  const other = await openAccount(deps, 'other@example.com')
  const { wineId, warehouseId, here, there, bottleId } = await smallCellar(pool, accountId)
  const owned = { account_id: accountId }
  const goods = { wine_id: wineId, format_ml: 750 }
  const person = { first_name: 'Ada', last_name: 'Cave', password_hash: 'x', created_at: at }
  const credential = { ...owned, person_id: personId, name: 'test', rights: 'read', created_at: at }
  const order = {
    ...owned,
    status: 'new',
    origin: 'api',
    warehouse_id: warehouseId,
    handover: 'pickup',
    delivery_date: '2026-11-17',
    preparation_date: '2026-11-16',
    half_day: 'am',
    created_by_email: 'a@b.cd',
    created_by_name: 'Ada',
    updated_by_email: 'a@b.cd',
    updated_by_name: 'Ada',
    ...times,
  }
  const putaway = { ...owned, warehouse_id: warehouseId, status: 'announced', ...times }
  const invoice = {
    ...owned,
    state: 'ongoing',
    billed_to: { street1: 'x' },
    billed_by: { name: 'x' },
    payment_mode: 'cb',
    // As much as its lines, of which it has none.
    subtotal: '0.00',
    vat: '0.00',
    total: '0.00',
    ...times,
  }
  const orderId = await insert(pool, 'orders', order)
  const otherOrderId = await insert(pool, 'orders', order)
  const putawayId = await insert(pool, 'putaways', putaway)
  const invoiceId = await insert(pool, 'invoices', invoice)
  const productId = await insert(pool, 'products', { name: 'Storage' })
  const staffId = await insert(pool, 'staff', { ...person, email: 's@b.cd', role: 'admin' })
  const place = { warehouse_id: warehouseId, location_id: here }
  const rows: Record<string, Record<string, unknown>> = {
    installation: { environment: 'preproduction', secret_check: hash, created_at: at },
    accounts: { name: 'Ada', email: 'a@b.cd', ...times },
    people: { ...owned, ...person, email: 'new@b.cd', role: 'owner' },
    access_keys: { ...credential, access_key: 'pre_ak_x', secret_hash: hash },
    bearer_tokens: { ...credential, token_hash: hash },
    staff: { ...person, email: 'new@b.cd', role: 'admin' },
    operator_tokens: { staff_id: staffId, token_hash: hash, name: 'test', role: 'admin', created_at: at },
    staff_sessions: {
      staff_id: staffId,
      token_hash: hash,
      created_at: at,
      expires_at: '2026-11-16T21:00:00Z',
    },
    staff_answers: { staff_id: staffId, key: 'k', request_hash: hash, created_at: at },
    audit_entries: { created_at: at, staff_name: 'Monthly billing', via: 'job', action: 'invoice.create' },
    mails: {
      kind: 'order_new',
      recipients: ['a@b.cd'],
      subject: 'x',
      body: '',
      state: 'kept',
      created_at: at,
    },
    events: {
      ...owned,
      subject: 'order',
      change: 'update',
      subject_id: orderId,
      record: {},
      created_at: at,
    },
    idempotent_answers: { ...owned, key: 'k', request_hash: hash, created_at: at },
    wines: {
      name: 'Clos',
      color: 'Rouge',
      country: 'France',
      region: '',
      appellation: '',
      vintage: 2019,
      alcohol: 13,
      ...times,
    },
    warehouses: {
      name: 'Other',
      public_name: 'Other',
      street1: 'x',
      city: 'x',
      zipcode: 'x',
      country: 'FR',
      created_at: at,
    },
    locations: { warehouse_id: warehouseId, code: 'B-01', created_at: at },
    box_codes: { code: 'CBO6', bottle_count: 6, label: 'Case' },
    orders: order,
    order_lines: { ...owned, order_id: orderId, ...goods, box_code: '', quantity: 1 },
    order_files: {
      ...owned,
      order_id: orderId,
      name: 'a.pdf',
      media_type: 'application/pdf',
      size_bytes: 1,
      storage_key: 'k',
      created_at: at,
    },
    putaways: putaway,
    putaway_lines: { ...owned, putaway_id: putawayId, ...goods, box_code: '', announced: 1 },
    bottles: { ...owned, ...goods, box_code: '', state: 'stored', ...place, stored_at: at, ...times },
    stock_moves: {
      ...owned,
      ...goods,
      bottle_id: bottleId,
      kind: 'received',
      to_location_id: here,
      created_at: at,
    },
    wine_comments: { ...owned, ...goods, comment: 'x', ...times },
    wine_prices: { ...owned, ...goods, price: '1.00', ...times },
    addresses: {
      ...owned,
      company: 'x',
      street1: 'x',
      city: 'x',
      zipcode: 'x',
      country: 'FR',
      phone: 'x',
      ...times,
    },
    products: { name: 'Handling' },
    invoices: invoice,
    invoice_lines: {
      ...owned,
      invoice_id: invoiceId,
      product_id: productId,
      quantity: 1,
      unit_price: 1,
      vat_percent: 20,
    },
  }
  const ids = { accountId, other: other.accountId, here, there, bottleId, orderId, otherOrderId, putawayId }
  return { rows, ids }
}
