import { describe, expect, test } from 'vitest'
import { getLocations } from '../../src/core/catalogue/location-reads.ts'
import { createOrder } from '../../src/core/orders/create-order.ts'
import { checksumOf } from '../support/checksum.ts'
import { openTransaction, untilWaiting } from '../support/open-transaction.ts'
import { operatorService } from '../support/operator-service.ts'
import { line, orderCellar, pickup } from '../support/order-cellar.ts'
import { outcome } from '../support/service.ts'
import { insert } from '../support/small-cellar.ts'

const { operate, done, pool, db, deps } = await operatorService()
const { ownerOf, wineId, warehouseIds } = await orderCellar(pool)
const [first = 0, second = 0] = warehouseIds
const at = '2026-11-16T08:00:00Z'

type Location = { id: number; code: string; active: boolean; bottles: number }
const path = (id = first) => `/warehouses/${id}/locations`
let count = 0
const add = async () => {
  const [made] = await done<Location[]>('POST', path(), { body: { codes: [`N-${++count}`] } })
  return made ?? expect.fail('a location was made')
}
const codes = async (query: string, id = first) =>
  (await done<Location[]>('GET', `${path(id)}?count=1000&${query}`)).map(({ code }) => code)
/** Puts a bottle there, as the ledger would have it. */
const put = async (locationId: number) => {
  const { owner } = await ownerOf()
  const goods = { account_id: owner.accountId, wine_id: wineId, format_ml: 750 }
  const place = { warehouse_id: first, location_id: locationId, stored_at: at }
  const times = { created_at: at, updated_at: at }
  const bottleId = await insert(pool, 'bottles', {
    ...goods,
    box_code: '',
    state: 'stored',
    ...place,
    ...times,
  })
  const move = { ...goods, bottle_id: bottleId, kind: 'received', to_location_id: locationId, created_at: at }
  await insert(pool, 'stock_moves', move)
  return { owner, bottleId }
}

test('one, many or a range of locations are made, and listed by their codes with what lies there', async () => {
  const one = await operate('POST', path(), { body: { codes: ['Z-01'] }, as: 'warehouse' })
  expect([one.status, one.body]).toEqual([
    201,
    [
      {
        id: expect.any(Number),
        code: 'Z-01',
        active: true,
        bottles: 0,
        created_at: '2026-11-16T09:30:00+01:00',
      },
    ],
  ])
  await done('POST', path(), { body: { codes: ['Z-03', 'Z-02', 'Z-03'] } })
  const range = await done<Location[]>('POST', path(), { body: { from: 'Y-01-01', to: 'Y-04-20' } })
  expect(range).toHaveLength(80)
  expect(await codes('code=Z-')).toEqual(['Z-01', 'Z-02', 'Z-03'])
  expect(await codes('code=Y-04-1')).toEqual(
    ['10', '11', '12', '13', '14', '15', '16', '17', '18', '19'].map((n) => `Y-04-${n}`),
  )
  expect(await codes('code=X')).toEqual([])
  const reply = await operate('GET', `${path()}?code=Y&page=2&count=30`, { as: 'billing' })
  expect(reply.headers['x-total-count']).toBe('80')
  expect((reply.body as Location[])[0]?.code).toBe('Y-02-11')
})

test('the bottles of a location are counted, reserved ones too', async () => {
  const { owner } = await ownerOf({ count: 5 }, { count: 3, boxCode: 'CBO6' })
  await createOrder(deps, owner, pickup([line(wineId, 2)]))
  const [location] = await done<Location[]>('GET', `${path()}?code=A-01`)
  expect(location).toMatchObject({ code: 'A-01', bottles: 8 })
})

test('5000 at once, and the same codes in another warehouse', async () => {
  const body = { from: 'W-001-1', to: 'W-500-10' }
  expect(await done('POST', path(second), { body })).toHaveLength(5000)
  expect(await codes('code=W-500', second)).toEqual([
    'W-500-1',
    'W-500-10',
    ...Array.from({ length: 8 }, (_, index) => `W-500-${index + 2}`),
  ])
  expect(await codes('code=W-')).toEqual([])
})

test('a location is renamed, also with bottles in it, and taken out of use and back', async () => {
  const { id } = await add()
  const renamed = await done('PUT', `${path()}/${id}`, {
    body: { code: 'R-01', active: true },
    as: 'warehouse',
  })
  expect(renamed).toMatchObject({ id, code: 'R-01', active: true })
  const closed = await done('PUT', `${path()}/${id}`, { body: { code: 'R-01', active: false } })
  expect(closed).toMatchObject({ active: false })
  const fieldOf = () => 'location'
  await expect(getLocations(db, first, ['R-01'], fieldOf)).rejects.toMatchObject({
    problem: {
      code: 'fields_invalid',
      fields: [{ field: 'location', message: expect.stringContaining('out of use') }],
    },
  })
  await expect(put(id)).rejects.toMatchObject({ code: '40001' })
  await done('PUT', `${path()}/${id}`, { body: { code: 'R-02', active: true } })
  expect((await getLocations(db, first, ['R-02'], fieldOf)).get('R-02')).toEqual({ id, code: 'R-02' })
  await put(id)
  expect(await done('PUT', `${path()}/${id}`, { body: { code: 'R-03', active: true } })).toMatchObject({
    code: 'R-03',
    bottles: 1,
  })
  const audit = await done<unknown[]>('GET', `/audit?subject=location&subject_id=${id}`)
  expect(audit[0]).toMatchObject({
    action: 'location.edit',
    detail: { warehouse_id: first, code: 'R-03', active: true },
  })
})

test('a location where no bottle has ever been is deleted', async () => {
  const { id, code } = await add()
  expect((await operate('DELETE', `${path()}/${id}`, { as: 'warehouse' })).status).toBe(204)
  expect(await codes(`code=${code}`)).not.toContain(code)
  expect(outcome(await operate('DELETE', `${path()}/${id}`))).toBe('404 not_found')
})

describe('in use', () => {
  const uses: Record<string, (locationId: number) => Promise<unknown>> = {
    'it holds a bottle': put,
    'a putaway was counted there': async (locationId) => {
      const { owner } = await ownerOf()
      const arrived = { status: 'arrived', arrived_at: at, received_by: 'Sam', parcels: 1, counted_at: at }
      const putaway = { account_id: owner.accountId, warehouse_id: first, created_at: at, updated_at: at }
      const putawayId = await insert(pool, 'putaways', { ...putaway, ...arrived })
      const goods = {
        account_id: owner.accountId,
        putaway_id: putawayId,
        wine_id: wineId,
        format_ml: 750,
        box_code: '',
      }
      await insert(pool, 'putaway_lines', { ...goods, announced: 1, received: 1 })
      await insert(pool, 'putaway_counts', {
        ...goods,
        warehouse_id: first,
        location_id: locationId,
        quantity: 1,
      })
    },
    'it is being counted': (locationId) =>
      insert(pool, 'counts', {
        warehouse_id: first,
        location_id: locationId,
        state: 'open',
        opened_by: 'Sam',
        opened_at: at,
      }),
  }
  test.each(Object.entries(uses))('%s: it stays', async (_title, use) => {
    const { id, code } = await add()
    await use(id)
    const before = await checksumOf(pool)
    const closing = await operate('PUT', `${path()}/${id}`, { body: { code, active: false } })
    expect(outcome(closing)).toBe('409 in_use')
    expect(outcome(await operate('DELETE', `${path()}/${id}`))).toBe('409 in_use')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('an empty one with a history can be taken out of use and not deleted', async () => {
    const { id, code } = await add()
    const { bottleId } = await put(id)
    await pool.query(
      `update bottles set state = 'gone', warehouse_id = null, location_id = null where id = $1`,
      [bottleId],
    )
    const reply = await operate('DELETE', `${path()}/${id}`)
    expect(outcome(reply)).toBe('409 in_use')
    expect(reply.body).toMatchObject({ message: expect.stringContaining('deactivate') })
    expect((await operate('PUT', `${path()}/${id}`, { body: { code, active: false } })).status).toBe(200)
  })
})

describe('refuses and writes nothing', () => {
  test.each<[string, unknown, string]>([
    ['neither codes nor a range', {}, '400 parameter_invalid'],
    ['both', { codes: ['B-01'], from: 'B-01', to: 'B-02' }, '400 parameter_invalid'],
    ['half a range', { from: 'B-01' }, '400 parameter_invalid'],
    ['no codes', { codes: [] }, '400 parameter_invalid'],
    ['small letters', { codes: ['b-01'] }, '400 parameter_invalid'],
    ['a NUL', { codes: ['B\0'] }, '400 parameter_invalid'],
    ['a long code', { codes: ['B'.repeat(31)] }, '400 parameter_invalid'],
    [
      '5001 codes',
      { codes: Array.from({ length: 5001 }, (_, index) => `B-${index}`) },
      '400 parameter_invalid',
    ],
    ['a range of 5001', { from: 'B-0', to: 'B-5000' }, '400 parameter_invalid'],
    ['a range that runs backwards', { from: 'B-2', to: 'B-1' }, '400 parameter_invalid'],
    ['a code that is there', { codes: ['B-01', 'A-01'] }, '409 already_exists'],
    ['a range over one that is there', { from: 'A-00', to: 'A-05' }, '409 already_exists'],
  ])('%s', async (_title, body, expected) => {
    const before = await checksumOf(pool)
    expect(outcome(await operate('POST', path(), { body }))).toBe(expected)
    const after = await checksumOf(pool)
    expect(after).toEqual(before)
  })

  test('a code that another location of the warehouse has', async () => {
    const { id } = await add()
    const before = await checksumOf(pool)
    const reply = await operate('PUT', `${path()}/${id}`, { body: { code: 'A-01', active: true } })
    expect(outcome(reply)).toBe('409 already_exists')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('what is not there, or in another warehouse', async () => {
    const { id, code } = await add()
    const body = { code, active: true }
    for (const wrong of [`${path(second)}/${id}`, `${path()}/987654321`, `${path(987_654_321)}/${id}`]) {
      expect(outcome(await operate('PUT', wrong, { body }))).toBe('404 not_found')
      expect(outcome(await operate('PUT', wrong, { body: { code, active: false } }))).toBe('404 not_found')
      expect(outcome(await operate('DELETE', wrong))).toBe('404 not_found')
    }
    expect(outcome(await operate('GET', path(987_654_321)))).toBe('404 not_found')
    expect(outcome(await operate('POST', path(987_654_321), { body: { codes: ['A'] } }))).toBe(
      '404 not_found',
    )
    expect(outcome(await operate('GET', `${path()}?code=a`))).toBe('400 parameter_invalid')
  })

  test('a role that may only read', async () => {
    const { id, code } = await add()
    const before = await checksumOf(pool)
    for (const [method, address, body] of [
      ['POST', path(), { codes: ['B-01'] }],
      ['PUT', `${path()}/${id}`, { code, active: true }],
      ['DELETE', `${path()}/${id}`, undefined],
    ] as const)
      expect(outcome(await operate(method, address, { body, as: 'billing' }))).toBe('403 role_insufficient')
    expect(await checksumOf(pool)).toEqual(before)
  })
})

describe('a location that is closed while somebody puts a bottle there', () => {
  test('stays open when the bottle comes first', async () => {
    const { id, code } = await add()
    const putting = await openTransaction(deps, (within) =>
      getLocations(within.db, first, [code], () => 'location'),
    )
    const closing = operate('PUT', `${path()}/${id}`, { body: { code, active: false } })
    await untilWaiting(pool)
    await put(id)
    await putting.commit()
    expect(outcome(await closing)).toBe('409 in_use')
  })

  test('either takes the bottle or is closed', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, code } = await add()
      const [closing, putting] = await Promise.all([
        operate('PUT', `${path()}/${id}`, { body: { code, active: false } }),
        put(id).then(
          () => 'put',
          (error: { code: string }) => error.code,
        ),
      ])
      expect(['409 in_use, put', '200 ok, 40001']).toContain(`${outcome(closing)}, ${putting}`)
    }
  })
})

test('many who make the same locations at once make them once', async () => {
  const body = { from: 'Q-01', to: 'Q-20' }
  const replies = await Promise.all(Array.from({ length: 5 }, () => operate('POST', path(), { body })))
  expect(replies.map(outcome).sort()).toEqual(['201 ok', ...Array(4).fill('409 already_exists')])
  expect(await codes('code=Q-')).toHaveLength(20)
})
