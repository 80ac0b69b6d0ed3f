// Goods coming in, over HTTP: announced by the operator, seen by the owner as future bottles, counted, and then in stock.
import { describe, expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { checksumOf } from '../support/checksum.ts'
import { operatorService } from '../support/operator-service.ts'
import { putawayCellar } from '../support/putaway-cellar.ts'
import { outcome } from '../support/service.ts'
import { openAccount } from '../support/small-cellar.ts'

const { operate, done, call, pool, deps, db, clock, staffIds } = await operatorService()
const cellar = await putawayCellar(pool)
const { wineId, otherWineId, olderWineId, warehouseId, otherWarehouseId } = cellar

type Line = Record<string, unknown> & { wine_id: number; format: string; box: string }
type Putaway = { id: number; status: string; lines: Line[]; steps: { step: string; staff_name: string }[] }
type Refused = { name: string; message: string; details?: { field: string; message: string }[] }

let owners = 0
const newOwner = () => openAccount(deps, `owner${++owners}@example.com`)
const lineOf = (wine_id: number, quantity: number, more = {}) => ({
  wine_id,
  format: '0.75',
  quantity,
  ...more,
})
const countOf = (wine_id: number, places: Record<string, number>, more = {}) => ({
  wine_id,
  format: '0.75',
  received: Object.entries(places).map(([location, quantity]) => ({ location, quantity })),
  ...more,
})
const announce = (accountId: number, lines: unknown[], more = {}) =>
  done<Putaway>('POST', '/putaways', {
    as: 'warehouse',
    body: { account_id: accountId, warehouse_id: warehouseId, lines, ...more },
  })
const step = (id: number, name: string, body: unknown = {}, method = 'POST') =>
  done<Putaway>(method, `/putaways/${id}/${name}`, { as: 'warehouse', body })
/** Tries what must be refused, and sees that nothing at all was written. */
async function refused(method: string, path: string, body?: unknown) {
  const before = await checksumOf(pool)
  const reply = await operate(method, path, { as: 'warehouse', ...(body !== undefined && { body }) })
  expect(await checksumOf(pool)).toEqual(before)
  const { message, details = [] } = reply.body as Refused
  return { outcome: outcome(reply), message, fields: details.map(({ field }) => field) }
}

describe('a journey', async () => {
  const { accountId, keys } = await newOwner()
  const read = async <T>(path: string): Promise<T> => (await call('GET', path, { keys })).body as T
  const wines = (bottles: { 'wine-id': number }[]) =>
    Object.entries(Object.groupBy(bottles, (each) => each['wine-id'])).map(([id, each]) => [
      Number(id),
      each?.length,
    ])
  let id = 0

  test('begins with an announcement, which the owner sees as future bottles', async () => {
    const opened = await announce(
      accountId,
      [lineOf(wineId, 12, { box: 'CBO6' }), lineOf(otherWineId, 6), lineOf(wineId, 2)],
      { shipper: 'Geodis', reference: 'BL-7', expected_on: '2026-11-18' },
    )
    id = opened.id
    expect(opened).toMatchObject({
      account: { id: accountId, name: 'Ada Cave' },
      warehouse: { id: warehouseId, name: 'Bercy' },
      status: 'announced',
      shipper: 'Geodis',
      reference: 'BL-7',
      expected_on: '2026-11-18',
      arrived_at: null,
      validated_at: null,
      created_at: '2026-11-16T09:30:00+01:00',
      received_by: null,
      parcels: null,
      counted_at: null,
      refusal: null,
      files: [],
      steps: [{ step: 'announced', staff_id: staffIds.get('warehouse'), staff_name: 'Sam warehouse' }],
    })
    expect(opened.lines).toEqual([
      {
        wine_id: wineId,
        format: '0.75',
        box: '',
        wine: 'Clos Un',
        appellation: 'Chinon',
        vintage: 2019,
        announced: 2,
        received: null,
        broken: null,
        missing: null,
        over: null,
        unexpected: false,
        looks_like: null,
        warnings: [],
        locations: [],
      },
      expect.objectContaining({ wine_id: wineId, box: 'CBO6', announced: 12 }),
      expect.objectContaining({ wine_id: otherWineId, announced: 6 }),
    ])
    expect(wines(await read('/v1/bottles?future=1&count=100'))).toEqual([
      [wineId, 14],
      [otherWineId, 6],
    ])
    expect(await read('/v1/bottles')).toEqual([])
    expect(await read('/v1/transactions')).toEqual([])
    expect(await read(`/v1/putaways/${id}`)).toMatchObject({
      status: 0,
      expeditor: 'Geodis',
      validatedAt: null,
    })
  })

  test('goes on with the arrival', async () => {
    clock.now = new Date('2026-11-18T10:00:00+01:00')
    const arrived = await step(id, 'arrive', {
      parcels: 3,
      received_by: 'Zoé',
      arrived_at: '2026-11-18T08:15:00+01:00',
      remarks: 'One parcel wet.',
    })
    expect(arrived).toMatchObject({
      status: 'arrived',
      arrived_at: '2026-11-18T08:15:00+01:00',
      received_by: 'Zoé',
      parcels: 3,
      remarks: 'One parcel wet.',
    })
    expect(await read(`/v1/putaways/${id}`)).toMatchObject({ status: 1 })
  })

  const count = [
    countOf(wineId, { 'A-01': 6, 'A-02': 3 }, { box: 'CBO6', broken: 1 }),
    countOf(otherWineId, { 'A-02': 7 }),
    countOf(olderWineId, { 'A-01': 2 }),
    countOf(otherWineId, { 'A-01': 1 }, { format: '1.5' }),
  ]

  test('is checked as often as wanted, and nothing changes in stock', async () => {
    const owned = () =>
      Promise.all(
        ['/v1/bottles', '/v1/bottles?future=1&count=100', '/v1/putaways', '/v1/transactions'].map(read),
      )
    const before = await owned()
    await step(id, 'check', { lines: [countOf(olderWineId, { 'A-01': 500 })] }, 'PUT')
    const checked = await step(id, 'check', { lines: count }, 'PUT')
    expect(await owned()).toEqual(before)
    expect(checked.status).toBe('arrived')
    const of = (wine_id: number, format: string, box = '') =>
      checked.lines.find((each) => each.wine_id === wine_id && each.format === format && each.box === box)
    expect(checked.lines).toHaveLength(5)
    expect(of(wineId, '0.75', 'CBO6')).toMatchObject({
      ...{ announced: 12, received: 9, broken: 1, missing: 2, over: 0, unexpected: false, looks_like: null },
      warnings: ['9 bottles do not fill whole boxes of CBO6, which hold 6 each.'],
      locations: [
        { location: 'A-01', quantity: 6 },
        { location: 'A-02', quantity: 3 },
      ],
    })
    expect(of(wineId, '0.75')).toMatchObject({ announced: 2, received: 0, broken: 0, missing: 2 })
    expect(of(otherWineId, '0.75')).toMatchObject({
      announced: 6,
      received: 7,
      missing: 0,
      over: 1,
      unexpected: false,
    })
    expect(of(olderWineId, '0.75')).toMatchObject({
      ...{ announced: 0, received: 2, over: 2, unexpected: true },
      looks_like: { mistake: 'wrong_vintage', instead_of: { wine_id: wineId, format: '0.75', box: '' } },
    })
    expect(of(otherWineId, '1.5')).toMatchObject({
      looks_like: { mistake: 'wrong_format', instead_of: { wine_id: otherWineId, format: '0.75', box: '' } },
    })
  })

  test('ends with the validation: what came is in stock, and the owner reads all of it', async () => {
    const validated = await step(id, 'validate')
    expect(validated).toMatchObject({ status: 'validated', validated_at: '2026-11-18T10:00:00+01:00' })
    expect(validated.steps.map((each) => each.step)).toEqual([
      'announced',
      'arrived',
      'counted',
      'counted',
      'validated',
    ])
    expect(await read('/v1/bottles?future=1')).toEqual([])
    expect(wines(await read('/v1/bottles?count=100'))).toEqual([
      [wineId, 9],
      [otherWineId, 8],
      [olderWineId, 2],
    ])
    const moves = await read<{ type: string; destination: { code: string } }[]>('/v1/transactions?count=100')
    expect(moves).toHaveLength(19)
    expect(new Set(moves.map(({ type }) => type))).toEqual(new Set(['I']))
    expect(moves.filter(({ destination }) => destination.code === 'A-02')).toHaveLength(10)
    expect(await read('/v1/transactions?type=out')).toEqual([])
    expect(await read(`/v1/putaways/${id}`)).toMatchObject({
      status: 2,
      validatedAt: { date: '2026-11-18 10:00:00.000000' },
      content: [
        { id: wineId, format: '0.75', box: 'CBO6', quantity: 9 },
        { id: otherWineId, format: '0.75', quantity: 7 },
        { id: otherWineId, format: '1.5', quantity: 1 },
        { id: olderWineId, format: '0.75', quantity: 2 },
      ],
    })
    expect((await verifyLedger(db)).discrepancies).toEqual([])
  })

  test('was told in mails and events, and is in the audit', async () => {
    const mails = await done<{ kind: string; recipients: string[]; body: string }[]>(
      'GET',
      `/mails?account_id=${accountId}`,
    )
    expect(mails.map(({ kind }) => kind)).toEqual(['bottle_received', 'putaway_new'])
    expect(mails[1]?.body).toContain('Bercy expects 20 bottles for you on Wednesday 18 November 2026.')
    expect(mails[0]?.body).toContain(
      '- 2 not announced: Clos Un 2017, Chinon, 0.75 l, perhaps another vintage of',
    )
    const audit = await done<{ action: string; staff_name: string }[]>(
      'GET',
      `/audit?subject=putaway&subject_id=${id}`,
    )
    expect(audit.map(({ action }) => action)).toEqual([
      'putaway.validate',
      'putaway.check',
      'putaway.check',
      'putaway.arrive',
      'putaway.announce',
    ])
  })

  test('is over: no step follows, and each refusal says so', async () => {
    for (const [name, body] of [
      ['arrive', { parcels: 1 }],
      ['validate', { lines: count }],
      ['refuse', { reason: 'wet' }],
    ] as const) {
      const refusal = await refused('POST', `/putaways/${id}/${name}`, body)
      expect(refusal.outcome).toBe('409 step_not_possible')
      expect(refusal.message).toMatch(
        new RegExp(`^Putaway ${id} is validated; it cannot become \\w+\\. No other status can follow\\.$`),
      )
    }
    expect(await refused('PUT', `/putaways/${id}/check`, { lines: count })).toMatchObject({
      outcome: '409 step_not_possible',
      message: `Putaway ${id} is validated; it can be counted only while it is arrived. No other status can follow.`,
    })
    expect((await refused('PUT', `/putaways/${id}`, { lines: [lineOf(wineId, 1)] })).outcome).toBe(
      '409 step_not_possible',
    )
  })
})

test('a jump is refused with what is possible', async () => {
  const { accountId } = await newOwner()
  const { id } = await announce(accountId, [lineOf(wineId, 1)])
  expect(
    await refused('POST', `/putaways/${id}/validate`, { lines: [countOf(wineId, { 'A-01': 1 })] }),
  ).toMatchObject({
    outcome: '409 step_not_possible',
    message: `Putaway ${id} is announced; it cannot become validated. It can become arrived or refused.`,
  })
  await step(id, 'arrive', { parcels: 1 })
  expect(await refused('POST', `/putaways/${id}/arrive`, { parcels: 1 })).toMatchObject({
    message: `Putaway ${id} is arrived; it cannot become arrived. It can become validated or refused.`,
  })
  for (const body of [undefined, {}])
    expect(await refused('POST', `/putaways/${id}/validate`, body)).toMatchObject({
      outcome: '409 step_not_possible',
      message: `Putaway ${id} is arrived; it must be counted before it is validated. It can become validated or refused.`,
    })
})

test('an announced putaway may be refused, and the owner is told why', async () => {
  const { accountId } = await newOwner()
  const { id } = await announce(accountId, [lineOf(wineId, 3)])
  expect(await step(id, 'refuse', { reason: 'It never came.' })).toMatchObject({
    status: 'refused',
    refusal: 'It never came.',
    lines: [{ announced: 3, received: null }],
  })
  expect(await cellar.ledger(accountId)).toEqual({ announced: 3, 'refused: It never came.': 3 })
  expect(await cellar.states(accountId)).toEqual({ gone: 3 })
  const [mail] = await done<{ subject: string; body: string }[]>('GET', `/mails?account_id=${accountId}`)
  expect(mail?.subject).toBe(`Putaway ${id}: refused`)
  expect(mail?.body).toContain('Reason: It never came.')
})

test('validating twice at once succeeds once', async () => {
  const { accountId } = await newOwner()
  const { id } = await announce(accountId, [lineOf(wineId, 10)])
  await step(id, 'arrive', { parcels: 1 })
  const body = { lines: [countOf(wineId, { 'A-01': 10 })] }
  const replies = await Promise.all(
    (['warehouse', 'admin', 'warehouse'] as const).map((as) =>
      operate('POST', `/putaways/${id}/validate`, { as, body }),
    ),
  )
  expect(replies.map(outcome).toSorted()).toEqual([
    '200 ok',
    '409 step_not_possible',
    '409 step_not_possible',
  ])
  expect(await cellar.ledger(accountId)).toEqual({ announced: 10, received: 10 })
})

test('a validation that is sent again with its Idempotency-Key gets the same answer', async () => {
  const { accountId } = await newOwner()
  const { id } = await announce(accountId, [lineOf(wineId, 2)])
  await step(id, 'arrive', { parcels: 1 })
  const body = { lines: [countOf(wineId, { 'A-01': 2 })] }
  const send = () =>
    operate('POST', `/putaways/${id}/validate`, { body, headers: { 'idempotency-key': 'validate-1' } })
  const [first, again] = [await send(), await send()]
  expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
  expect(await cellar.states(accountId)).toEqual({ stored: 2 })
})

describe('the list', async () => {
  const one = await newOwner()
  const other = await newOwner()
  const ids = [
    (await announce(one.accountId, [lineOf(wineId, 1)])).id,
    (await announce(other.accountId, [lineOf(wineId, 2), lineOf(otherWineId, 3)])).id,
    (await announce(one.accountId, [lineOf(wineId, 4)], { warehouse_id: otherWarehouseId })).id,
  ] as const
  await step(ids[0], 'arrive', { parcels: 1 })
  const listed = async (query: string) =>
    (await done<{ id: number }[]>('GET', `/putaways?${query}`, { as: 'billing' })).map(({ id }) => id)

  test('is filtered by account, warehouse and status, newest first', async () => {
    const all = await listed('count=1000')
    expect(all).toEqual(all.toSorted((first, second) => second - first))
    expect(all).toEqual(expect.arrayContaining([...ids]))
    expect(await listed(`account_id=${one.accountId}`)).toEqual([ids[2], ids[0]])
    expect(await listed(`account_id=${one.accountId}&status=arrived`)).toEqual([ids[0]])
    expect(await listed(`warehouse_id=${otherWarehouseId}`)).toEqual([ids[2]])
    expect(await listed(`warehouse_id=${warehouseId}&account_id=${one.accountId}`)).toEqual([ids[0]])
    expect(await listed(`account_id=${one.accountId}&warehouse_id=${warehouseId}&status=announced`)).toEqual(
      [],
    )
    expect(await listed(`warehouse_id=${otherWarehouseId}&status=announced`)).toEqual([ids[2]])
    const announced = await listed('status=announced&count=1000')
    expect(announced).toEqual(expect.arrayContaining([ids[2], ids[1]]))
    expect(announced).not.toContain(ids[0])
  })

  test('is paged and counts bottles', async () => {
    const reply = await operate('GET', `/putaways?count=1&page=2&account_id=${one.accountId}`)
    expect(reply.headers['x-total-count']).toBe('2')
    expect(reply.body).toMatchObject([
      { id: ids[0], status: 'arrived', announced_bottles: 1, received_bottles: null },
    ])
    expect(await done('GET', `/putaways?account_id=${other.accountId}`)).toMatchObject([
      { announced_bottles: 5 },
    ])
  })

  test.each(['status=lost', 'account_id=0', 'warehouse_id=x', 'page=0', 'count=1001'])(
    'refuses %s',
    async (query) => {
      expect(outcome(await operate('GET', `/putaways?${query}`))).toBe('400 parameter_invalid')
    },
  )
})

test('those of billing read, and only those of the warehouse and admins write', async () => {
  const { accountId } = await newOwner()
  const { id } = await announce(accountId, [lineOf(wineId, 1)])
  expect((await operate('GET', `/putaways/${id}`, { as: 'billing' })).status).toBe(200)
  for (const [method, path] of [
    ['POST', '/putaways'],
    ['PUT', `/putaways/${id}`],
    ['POST', `/putaways/${id}/arrive`],
    ['PUT', `/putaways/${id}/check`],
    ['POST', `/putaways/${id}/validate`],
    ['POST', `/putaways/${id}/refuse`],
    ['POST', `/putaways/${id}/files`],
  ] as const) {
    expect(outcome(await operate(method, path, { as: 'billing', body: {} }))).toBe('403 role_insufficient')
    expect(outcome(await operate(method, path, { as: null, body: {} }))).toBe('401 credentials_invalid')
  }
})
