import { describe, expect, test } from 'vitest'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { orderCellar } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { insert } from '../support/small-cellar.ts'

const { operate, done, pool } = await operatorService()
const { ownerOf, addOwner, wineId, warehouseIds } = await orderCellar(pool)

type BoxCode = { code: string; bottle_count: number; label: string }
const codes = async () => (await done<BoxCode[]>('GET', '/box-codes?count=1000')).map(({ code }) => code)
const add = (code: string) =>
  done<BoxCode>('POST', '/box-codes', { body: { code, bottle_count: 6, label: `Case ${code}` } })

test('a code is added, listed by its code, relabelled and deleted; the loose one is never shown', async () => {
  const body = { code: 'AAA3', bottle_count: 3, label: ' Carton of three ' }
  const made = await operate('POST', '/box-codes', { body, as: 'warehouse' })
  expect([made.status, made.body]).toEqual([201, { ...body, label: 'Carton of three' }])
  expect(await codes()).toEqual(['AAA3', 'CBO6'])
  const first = await operate('GET', '/box-codes?count=1', { as: 'billing' })
  expect(first.headers['x-total-count']).toBe('2')
  const changed = await done('PUT', '/box-codes/AAA3', { body: { label: 'Three' }, as: 'warehouse' })
  expect(changed).toEqual({ ...body, label: 'Three' })
  const gone = await operate('DELETE', '/box-codes/AAA3', { as: 'warehouse' })
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect(await codes()).toEqual(['CBO6'])
  expect(await done('GET', '/audit?subject=box-code')).toMatchObject([
    { action: 'box-code.delete', detail: { code: 'AAA3' } },
    { action: 'box-code.edit', detail: { code: 'AAA3', label: 'Three' } },
    { action: 'box-code.create', detail: body },
  ])
})

test('a deletion is repeated under its key without another word', async () => {
  await add('KEY1')
  const headers = { 'idempotency-key': 'delete-1' }
  for (let time = 0; time < 2; time++)
    expect((await operate('DELETE', '/box-codes/KEY1', { headers })).status).toBe(204)
})

describe('a code in use stays', () => {
  const at = '2026-11-16T08:00:00Z'
  const uses: Record<string, (code: string) => Promise<unknown>> = {
    'by bottles': (boxCode) => ownerOf({ count: 1, boxCode }),
    'by a putaway': async (boxCode) => {
      const { accountId } = await addOwner()
      const times = { created_at: at, updated_at: at }
      const putaway = { account_id: accountId, warehouse_id: warehouseIds[0], status: 'announced', ...times }
      const putawayId = await insert(pool, 'putaways', putaway)
      const goods = { wine_id: wineId, format_ml: 750, box_code: boxCode, announced: 6 }
      await insert(pool, 'putaway_lines', { account_id: accountId, putaway_id: putawayId, ...goods })
    },
    'by a count': async (boxCode) => {
      const { accountId } = await addOwner()
      const count = await pool.query<{ id: number }>(
        `insert into counts (warehouse_id, location_id, state, opened_by, opened_at)
         select warehouse_id, id, 'open', 'Sam', $1 from locations limit 1 returning id`,
        [at],
      )
      const goods = { wine_id: wineId, format_ml: 750, box_code: boxCode, quantity: 1 }
      await insert(pool, 'count_lines', { count_id: count.rows[0]?.id, account_id: accountId, ...goods })
    },
  }
  test.each(Object.entries(uses))('%s', async (title, use) => {
    const { code } = await add(title.replaceAll(/[^a-z]/g, '').toUpperCase())
    await use(code)
    const before = await checksumOf(pool)
    const reply = await operate('DELETE', `/box-codes/${code}`)
    expect(outcome(reply)).toBe('409 in_use')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('refuses and writes nothing', () => {
  const good = { code: 'NEW6', bottle_count: 6, label: 'Case' }
  test.each<[string, string, string, unknown, string]>([
    ['a code that is there', 'POST', '/box-codes', { ...good, code: 'CBO6' }, '409 already_exists'],
    ['the loose code', 'POST', '/box-codes', { ...good, code: '' }, '400 parameter_invalid'],
    ['small letters', 'POST', '/box-codes', { ...good, code: 'cbo6' }, '400 parameter_invalid'],
    ['a long code', 'POST', '/box-codes', { ...good, code: 'A'.repeat(21) }, '400 parameter_invalid'],
    ['no bottles', 'POST', '/box-codes', { ...good, bottle_count: 0 }, '400 parameter_invalid'],
    ['too many bottles', 'POST', '/box-codes', { ...good, bottle_count: 1001 }, '400 parameter_invalid'],
    ['a blank label', 'POST', '/box-codes', { ...good, label: ' ' }, '400 parameter_invalid'],
    ['a NUL in the label', 'POST', '/box-codes', { ...good, label: 'a\0' }, '400 parameter_invalid'],
    ['no label', 'POST', '/box-codes', { code: 'NEW6', bottle_count: 6 }, '400 parameter_missing'],
    ['another count', 'PUT', '/box-codes/CBO6', { label: 'x', bottle_count: 12 }, '400 parameter_invalid'],
    ['a label of a code that is not there', 'PUT', '/box-codes/NONE', { label: 'x' }, '404 not_found'],
    ['to delete a code that is not there', 'DELETE', '/box-codes/NONE', undefined, '404 not_found'],
    ['to delete the loose code', 'DELETE', '/box-codes/', undefined, '404 not_found'],
    ['a code that is none', 'DELETE', '/box-codes/%00', undefined, '400 parameter_invalid'],
  ])('%s', async (_title, method, path, body, expected) => {
    const before = await checksumOf(pool)
    const reply = await operate(method, path, body === undefined ? {} : { body })
    expect(outcome(reply)).toBe(expected)
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('a role that may only read', async () => {
    const before = await checksumOf(pool)
    for (const [method, path, body] of [
      ['POST', '/box-codes', good],
      ['PUT', '/box-codes/CBO6', { label: 'x' }],
      ['DELETE', '/box-codes/CBO6', undefined],
    ] as const)
      expect(outcome(await operate(method, path, { body, as: 'billing' }))).toBe('403 role_insufficient')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

test('many who add one code at once make one', async () => {
  const body = { code: 'RACE', bottle_count: 6, label: 'Case' }
  const replies = await Promise.all(Array.from({ length: 6 }, () => operate('POST', '/box-codes', { body })))
  expect(replies.map(outcome).sort()).toEqual(['201 ok', ...Array(5).fill('409 already_exists')])
})

test('a code that gets its first bottles while it is deleted either stays or refuses them', async () => {
  for (let round = 0; round < 5; round++) {
    const { code } = await add(`ROUND${round}`)
    const [deleted, stored] = await Promise.all([
      operate('DELETE', `/box-codes/${code}`),
      ownerOf({ count: 1, boxCode: code }).then(
        () => 'stored',
        () => 'refused',
      ),
    ])
    expect([`${deleted.status} ${stored}`]).toEqual([
      (await codes()).includes(code) ? '409 stored' : '204 refused',
    ])
  }
})
