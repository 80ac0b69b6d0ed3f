// Bottles come into a cellar of one's own, get lost, break, and are paid for.
import { describe, expect, test } from 'vitest'
import { saveAccountBilling } from '../../src/core/billing/account-billing.ts'
import { saveCompany } from '../../src/core/billing/operator-company.ts'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { createDraft } from '../../src/core/invoices/create-draft.ts'
import { validateInvoice } from '../../src/core/invoices/validate-invoice.ts'
import { queueMail } from '../../src/core/mails/queue-mail.ts'
import { billing, company } from '../support/billing-cellar.ts'
import { checksumOf } from '../support/checksum.ts'
import { type SandboxOwner, sandboxCellar } from '../support/sandbox-cellar.ts'
import { outcome } from '../support/service.ts'
import { insert } from '../support/small-cellar.ts'

const { openOwner, pool, db, deps, wineId, otherWineId, warehouseIds } = await sandboxCellar()
await saveCompany(deps, company)

type PutawayRecord = {
  id: number
  status: { name: string }
  expeditor: string
  reference: string
  warehouse: { id: number }
  validated_at: { date: string } | null
  content: { reference: string; quantity: number }[]
}
const announce = (owner: SandboxOwner, body: Record<string, unknown>) =>
  owner.simulate<PutawayRecord>('/putaways', body)
const quantities = ({ content }: PutawayRecord) =>
  Object.fromEntries(content.map(({ reference, quantity }) => [reference, quantity]))
const cellarOf = async (owner: SandboxOwner) =>
  Object.fromEntries(
    (await owner.read<{ reference: string; quantity: number }[]>('/bottles')).map((row) => [
      row.reference,
      row.quantity,
    ]),
  )
const arrived = async (owner: SandboxOwner, content: unknown[]) => {
  const { id } = await announce(owner, { content })
  await owner.simulate(`/putaways/${id}/arrive`)
  return id
}

describe('a putaway', () => {
  test('is announced, arrives, and is taken into stock as announced, each told at the time of the account', async () => {
    const owner = await openOwner()
    await owner.setClock('2027-07-12T10:00:00')
    const content = [
      { reference: owner.reference(), quantity: 12 },
      { wine: otherWineId, format: 1.5, quantity: 3 },
      { wine: wineId, format: 0.75, box: 'CBO6', quantity: 6 },
    ]
    const put = { expeditor: 'Château Un', reference: 'BL 1', expected_on: '2027-07-13', content }
    const announced = await announce(owner, put)
    expect(announced).toMatchObject({
      ...{ status: { name: 'ANNOUNCED' }, expeditor: 'Château Un', reference: 'BL 1', validated_at: null },
      warehouse: { id: warehouseIds[0] },
    })
    await owner.advance('PT1H')
    const { id } = announced
    const came = await owner.simulate<PutawayRecord>(`/putaways/${id}/arrive`)
    expect(came.status.name).toBe('ARRIVED')
    expect(await cellarOf(owner)).toEqual({})
    await owner.advance('PT1H')
    const validated = await owner.simulate<PutawayRecord>(`/putaways/${id}/validate`)
    expect(validated).toMatchObject({
      status: { name: 'VALIDATED' },
      validated_at: { date: '2027-07-12 12:00:00.000000' },
    })
    const stock = {
      [`${otherWineId}|1.5|bottles`]: 3,
      [`${wineId}|0.75|CBO6`]: 6,
      [owner.reference()]: 12,
    }
    expect(quantities(validated)).toEqual(stock)
    expect(await cellarOf(owner)).toEqual(stock)
    const told = (await owner.events()).map(({ type, event, data, created_at }) =>
      [type, event, data.status?.name, created_at.date.slice(0, 19)].join(' '),
    )
    expect(told).toEqual([
      'putaway create ANNOUNCED 2027-07-12 10:00:00',
      'putaway update ARRIVED 2027-07-12 11:00:00',
      'putaway update VALIDATED 2027-07-12 12:00:00',
    ])
    expect(await owner.read('/putaways')).toEqual(await owner.done(owner.v2('GET', '/putaways')))
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('has what really came: less, more, broken, and what nobody announced', async () => {
    const owner = await openOwner()
    const more = `${otherWineId}|0.75|bottles`
    const id = await arrived(owner, [
      { reference: owner.reference(), quantity: 6 },
      { reference: more, quantity: 2 },
    ])
    const content = [
      { reference: owner.reference(), quantity: 3, broken: 1 },
      { reference: more, quantity: 4 },
      { wine: wineId, format: 1.5, quantity: 1 },
    ]
    await owner.simulate(`/putaways/${id}/validate`, { content })
    expect(await cellarOf(owner)).toEqual({
      [owner.reference()]: 3,
      [more]: 4,
      [`${wineId}|1.5|bottles`]: 1,
    })
    const { rows } = await pool.query(
      `select kind, count(*)::int as count from stock_moves where account_id = $1 group by kind order by kind`,
      [owner.accountId],
    )
    // One broken of the announced, and two of them missing.
    expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toMatchObject({
      ...{ announced: 8, refused: 1, missing: 2, received: 8 },
    })
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('is refused, announced or arrived', async () => {
    const owner = await openOwner()
    const content = owner.content(2)
    const { id } = await announce(owner, { content })
    const refused = await owner.simulate<PutawayRecord>(`/putaways/${id}/refuse`, { reason: 'Wrong pallet' })
    expect(refused.status.name).toBe('REFUSED')
    const other = await arrived(owner, content)
    expect((await owner.simulate<PutawayRecord>(`/putaways/${other}/refuse`)).status.name).toBe('REFUSED')
    const { rows } = await pool.query('select refusal from putaways where account_id = $1 order by id', [
      owner.accountId,
    ])
    expect(rows).toEqual([{ refusal: 'Wrong pallet' }, { refusal: 'Refused in the sandbox' }])
  })

  test('comes into the warehouse that has most of the bottles, or the one that is named', async () => {
    const owner = await openOwner({ count: 1 }, { count: 3, warehouse: 2 })
    const content = owner.content(1)
    expect((await announce(owner, { content })).warehouse.id).toBe(warehouseIds[2])
    expect((await announce(owner, { content, warehouse: null })).warehouse.id).toBe(warehouseIds[2])
    expect((await announce(owner, { content, warehouse: warehouseIds[1] })).warehouse.id).toBe(
      warehouseIds[1],
    )
  })

  test('that was counted at the warehouse is validated with that count', async () => {
    const owner = await openOwner()
    const id = await arrived(owner, owner.content(6))
    await pool.query(
      `insert into putaway_counts (account_id, putaway_id, wine_id, format_ml, box_code, warehouse_id, location_id, quantity)
       select $1, $2, $3, 750, '', l.warehouse_id, l.id, 4 from locations l where l.warehouse_id = $4`,
      [owner.accountId, id, wineId, warehouseIds[0]],
    )
    await pool.query('update putaways set counted_at = updated_at where id = $1', [id])
    await owner.simulate(`/putaways/${id}/validate`)
    expect(await cellarOf(owner)).toEqual({ [owner.reference()]: 4 })
  })
})

describe('a step of a putaway that is not possible', () => {
  test.each([
    ['announced', [], ['validate'], /can become arrived or refused/],
    ['arrived', ['arrive'], ['arrive'], /can become validated or refused/],
    ['validated', ['arrive', 'validate'], ['arrive', 'validate', 'refuse'], /No other status can follow/],
    ['refused', ['refuse'], ['arrive', 'validate', 'refuse'], /No other status can follow/],
  ])('while it is %s is told with those that are', async (_title, steps, refused, says) => {
    const owner = await openOwner()
    const { id } = await announce(owner, { content: owner.content(1) })
    for (const step of steps) await owner.simulate(`/putaways/${id}/${step}`)
    const before = await checksumOf(pool)
    for (const step of refused) {
      const reply = await owner.sandbox('POST', `/putaways/${id}/${step}`)
      expect([step, outcome(reply)]).toEqual([step, '409 step_not_possible'])
      expect((reply.body as { message: string }).message).toMatch(says)
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('is one into a warehouse without a place', async () => {
    const owner = await openOwner()
    const place = {
      street1: '1 quai',
      city: 'Lille',
      zipcode: '59000',
      country: 'FR',
      created_at: new Date(),
    }
    const warehouse = await insert(pool, 'warehouses', { name: 'Lille', public_name: 'Lille', ...place })
    const { id } = await announce(owner, { content: owner.content(1), warehouse })
    await owner.simulate(`/putaways/${id}/arrive`)
    const reply = await owner.sandbox('POST', `/putaways/${id}/validate`)
    expect(outcome(reply)).toBe('409 step_not_possible')
    expect((reply.body as { message: string }).message).toContain('Lille has no location in use')
  })
})

describe('goods are refused by the name of their field:', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['an unknown wine by reference', { reference: '999|0.75|bottles' }, 'content.0.reference', 'invalid'],
    ['an unknown box by reference', { reference: '1|0.75|XYZ' }, 'content.0.reference', 'invalid'],
    ['an unknown wine', { wine: 999, format: 0.75 }, 'content.0.wine', 'invalid'],
    ['an unknown box', { wine: 1, format: 0.75, box: 'XYZ' }, 'content.0.box', 'invalid'],
    ['a format in tenths of a millilitre', { wine: 1, format: 0.7501 }, 'content.0.format', 'invalid'],
    ['a wine without a format', { wine: 1 }, 'content.0.format', 'missing'],
    ['nothing', {}, 'content.0.reference', 'missing'],
    ['a reference that is none', { reference: 'Clos Un' }, 'content.0.reference', 'invalid'],
    ['both', { reference: '1|0.75|bottles', wine: 1, format: 0.75 }, 'content.0.reference', 'invalid'],
  ])('%s', async (_title, goods, field, fault) => {
    const owner = await openOwner()
    const id = await arrived(owner, owner.content(1))
    const before = await checksumOf(pool)
    const content = [{ ...goods, quantity: 1 }]
    for (const path of ['/putaways', `/putaways/${id}/validate`]) {
      const reply = await owner.sandbox('POST', path, { body: { content } })
      expect(outcome(reply)).toBe(`400 parameter_${fault}`)
      expect(reply.body).toMatchObject({ details: [{ field }] })
    }
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a warehouse that is none, and a count of nothing', async () => {
    const owner = await openOwner()
    const nowhere = await owner.sandbox('POST', '/putaways', {
      body: { content: owner.content(1), warehouse: 999 },
    })
    expect(nowhere.body).toMatchObject({ name: 'parameter_invalid', details: [{ field: 'warehouse' }] })
    const id = await arrived(owner, owner.content(1))
    for (const content of [[], [{ reference: owner.reference(), quantity: 0 }]]) {
      const nothing = await owner.sandbox('POST', `/putaways/${id}/validate`, { body: { content } })
      expect(nothing.body).toMatchObject({ name: 'parameter_invalid', details: [{ field: 'content' }] })
    }
  })
})

describe('bottles', () => {
  test.each([
    ['lose', 'missing'],
    ['break', 'broken'],
  ])('that one %ss are gone, the oldest first, and so told', async (deed, reason) => {
    const owner = await openOwner({ count: 1, storedAt: '2025-01-06T09:00:00Z' }, { count: 3 })
    await owner.setClock('2027-07-12T10:00:00')
    const body = { reference: owner.reference(), quantity: 2, comment: 'at night' }
    const answer = await owner.simulate(`/bottles/${deed}`, body)
    expect(answer).toEqual({ reference: owner.reference(), lost: 2, left: 2 })
    expect(await owner.simulate(`/bottles/${deed}`, { reference: owner.reference() })).toMatchObject({
      ...{ lost: 1, left: 1 },
    })
    const { rows } = await pool.query(
      `select b.stored_at = '2025-01-06T09:00:00Z' as younger, m.comment, m.created_at from stock_moves m
         join bottles b on b.account_id = m.account_id and b.id = m.bottle_id
       where m.account_id = $1 and m.kind = 'lost' order by m.id`,
      [owner.accountId],
    )
    const lost = { younger: false, created_at: new Date('2027-07-12T08:00:00Z') }
    expect(rows).toEqual([
      { ...lost, comment: `${reason}: at night` },
      { ...lost, comment: `${reason}: at night` },
      { ...lost, comment: reason },
    ])
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('that are ordered, and more than there are, stay', async () => {
    const owner = await openOwner({ count: 3 })
    await owner.order(2)
    const before = await checksumOf(pool)
    for (const body of [
      { reference: owner.reference(), quantity: 2 },
      { reference: `${otherWineId}|0.75|bottles` },
      { reference: '999999|0.75|bottles' },
    ])
      expect(outcome(await owner.sandbox('POST', '/bottles/lose', { body }))).toBe('409 not_enough_stock')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('an invoice', () => {
  const issued = async (owner: SandboxOwner) => {
    await saveAccountBilling(deps, owner.accountId, billing)
    const line = { productId: null, label: 'Work', quantity: '2', unitPrice: '10.00', vatPercent: '20' }
    const { id } = await createDraft(deps, { accountId: owner.accountId, purchaseOrder: null, lines: [line] })
    await validateInvoice(deps, id)
    return id
  }

  test('is paid in full, once', async () => {
    const owner = await openOwner()
    const id = await issued(owner)
    const paid = await owner.simulate<{ state: { name: string } }>(`/invoices/${id}/pay`, { mode: 'cb' })
    expect(paid).toMatchObject({ id, state: { name: 'PAID' }, total: 24 })
    const { rows } = await pool.query(
      'select amount, mode, paid_on from invoice_payments where invoice_id = $1',
      [id],
    )
    expect(rows).toEqual([{ amount: '24.00', mode: 'cb', paid_on: '2026-11-16' }])
    expect(outcome(await owner.sandbox('POST', `/invoices/${id}/pay`))).toBe('409 step_not_possible')
    expect((await owner.events()).map(({ type, event }) => `${type} ${event}`)).toEqual([
      'invoice create',
      'invoice update',
    ])
  })

  test('is not paid in the future, and a draft is not there', async () => {
    const owner = await openOwner()
    const id = await issued(owner)
    const early = await owner.sandbox('POST', `/invoices/${id}/pay`, { body: { paid_on: '2026-11-17' } })
    expect(early.body).toMatchObject({ name: 'parameter_invalid', details: [{ field: 'paid_on' }] })
    const draft = await createDraft(deps, {
      accountId: owner.accountId,
      purchaseOrder: null,
      lines: [],
    })
    expect(outcome(await owner.sandbox('POST', `/invoices/${draft.id}/pay`))).toBe('404 not_found')
  })
})

test('mails are those of the account, newest first, without credentials', async () => {
  const owner = await openOwner({ count: 1 })
  const other = await openOwner({ count: 1 })
  await announce(other, { content: other.content(1) })
  const { id } = await owner.order(1)
  await owner.simulate(`/orders/${id}/hold`, { reason: 'No parking' })
  const link = 'https://caveau.example/app/invitation?token=pre_iv_AbC-123_x'
  const invitation = { kind: 'invitation', recipients: ['zoe@example.com'], subject: 'Come in' }
  await queueMail(deps, { ...invitation, accountId: owner.accountId, body: `Here:\n\n${link}\n` })
  const mails = await owner.read<{ body: string }[]>('/mails')
  expect(mails).toMatchObject([
    { kind: 'invitation', subject: 'Come in', recipients: ['zoe@example.com'], state: 'kept' },
    { kind: 'order_held', subject: `Order ${id} is on hold`, created_at: '2026-11-16T09:30:00+01:00' },
  ])
  expect(mails[0]?.body).toBe('Here:\n\nhttps://caveau.example/app/invitation?token=pre_iv_…\n')
})
