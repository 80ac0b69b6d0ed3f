// Scenarios: one call empties an account and fills it, and nobody else notices.
import { beforeEach, describe, expect, test } from 'vitest'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { contentOf } from '../support/cellar-content.ts'
import { checksumOf } from '../support/checksum.ts'
import { checksumBeside } from '../support/owned-rows.ts'
import { sandboxService } from '../support/sandbox-service.ts'
import { outcome } from '../support/service.ts'

const { callSandbox, done, setClock, call, callV2, read, readV2, owner, stranger, deps, db, pool } =
  await sandboxService()
const accountId = 1

type Loaded = {
  bottles: number
  wines: number
  warehouses: number
  scenario: { name: string; loaded_at: string }
}
const load = (name: string) => done<Loaded>('POST', `/scenarios/${name}`)
type Cellar = { reference: string; quantity: number }[]
const cellar = () => readV2<Cellar>('/bottles')
const orderOf = (reference: string, quantity: number) => ({ content: [{ reference, quantity }] })

test('are listed with their sizes', async () => {
  const scenarios = await done<{ name: string; bottles: number }[]>('GET', '/scenarios')
  expect(scenarios.map(({ name, bottles }) => `${name} ${bottles}`)).toEqual([
    ...['empty 0', 'small 60', '3000-bottles 3000', '100000-bottles 100000'],
    ...['split-warehouses 50', 'boxed 115', 'last-bottle 1'],
  ])
})

test('one call loads a scenario, the next another; credentials, people and webhooks stay', async () => {
  const body = { name: 'Shop', url: 'https://shop.example/', event_types: ['order.create'] }
  const made = await callV2('POST', '/webhooks', { body })
  expect(made.status).toBe(201)
  const [webhooks, me] = [await readV2('/webhooks'), await readV2('/account')]
  const loaded = await load('small')
  expect(loaded).toMatchObject({ bottles: 60, wines: 7, warehouses: 1, environment: 'preproduction' })
  expect(await done('GET', '')).toMatchObject({ scenario: loaded.scenario })
  expect(loaded.scenario).toEqual({ name: 'small', loaded_at: '2026-11-16T09:30:00+01:00' })
  expect((await cellar()).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(60)
  expect([await readV2('/webhooks'), await readV2('/account')]).toEqual([webhooks, me])
  expect(await read('/v1/get-out-requests')).toEqual([])
  expect(await read<unknown[]>('/v1/addresses')).toHaveLength(2)
  expect(await readV2<unknown[]>('/putaways')).toHaveLength(2)
  await load('empty')
  expect(await cellar()).toEqual([])
})

test('nothing of another account changes', async () => {
  await load('small')
  await load('boxed')
  const beside = await checksumBeside(pool, accountId)
  await load('boxed')
  await load('empty')
  expect(await checksumBeside(pool, accountId)).toEqual(beside)
})

test('the day is that of the clock of the account', async () => {
  await setClock('2027-07-13T12:59:00')
  expect((await load('small')).scenario.loaded_at).toBe('2027-07-13T12:59:00+02:00')
  const [announced] = await readV2<{ expected_at?: unknown }[]>('/putaways')
  expect(announced).toBeDefined()
  const { rows } = await pool.query('select max(expected_on) as day from putaways where account_id = $1', [
    accountId,
  ])
  expect(rows).toEqual([{ day: '2027-07-19' }])
  await done('DELETE', '/clock')
})

test('listeners hear nothing of the load, and of the first order after it', async () => {
  await load('last-bottle')
  const [bottle] = await cellar()
  expect((await contentOf(pool, accountId)).events).toEqual([])
  const ordered = await callV2('POST', '/orders', { body: orderOf(bottle?.reference ?? '', 1) })
  expect(ordered.status).toBe(201)
  expect((await contentOf(pool, accountId)).events?.toSorted()).toHaveLength(2)
})

describe('is refused and changes nothing', () => {
  let before: Record<string, string> = {}
  beforeEach(async () => {
    before = await checksumOf(pool)
  })

  test.each(['big', 'Small', 'small%20', '%00', '__proto__'])('%s', async (name) => {
    const reply = await callSandbox('POST', `/scenarios/${name}`)
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(reply.body).toMatchObject({
      details: [{ field: 'name', message: expect.stringContaining('empty, small, 3000-bottles') }],
    })
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('with a body that says something', async () => {
    const reply = await callSandbox('POST', '/scenarios/small', { body: { bottles: 3 } })
    expect(outcome(reply)).toBe('400 parameter_invalid')
    expect(await checksumOf(pool)).toEqual(before)
  })

  test('by credentials that only read, and without any', async () => {
    const person = { accountId, personId: 1, name: 'report', rights: 'read' as const }
    const keys = await issueAccessKey(deps, person)
    const withKey = await checksumOf(pool)
    const byKeys = (method: string, path: string) => call(method, `/sandbox${path}`, { keys })
    expect(outcome(await byKeys('POST', '/scenarios/empty'))).toBe('401 not_sufficient_rights_invalid')
    expect(outcome(await byKeys('GET', '/scenarios'))).toBe('200 ok')
    const nobody = await callSandbox('POST', '/scenarios/empty', { token: null })
    expect(nobody.status).toBe(401)
    expect(await checksumOf(pool)).toEqual(withKey)
  })
})

describe('with an Idempotency-Key', () => {
  const loadOnce = (key: string, name = 'last-bottle') =>
    callSandbox('POST', `/scenarios/${name}`, { body: {}, headers: { 'idempotency-key': key } })

  test('a repeat is told the same and loads nothing, until the next load', async () => {
    const first = await loadOnce('load-1')
    const [bottle] = await cellar()
    expect((await callV2('POST', '/orders', { body: orderOf(bottle?.reference ?? '', 1) })).status).toBe(201)
    const repeat = await loadOnce('load-1')
    expect(repeat.headers['idempotent-replayed']).toBe('true')
    expect(repeat.text).toBe(first.text)
    expect((await contentOf(pool, accountId)).orders).toHaveLength(1)
    expect(outcome(await loadOnce('load-1', 'small'))).toBe('409 idempotency_key_reused')
    // What was answered before a reset is gone with what it told of.
    await loadOnce('load-2')
    const again = await loadOnce('load-1')
    expect(again.headers['idempotent-replayed']).toBeUndefined()
    expect((await contentOf(pool, accountId)).orders).toEqual([])
  })

  test('the same request twice at once loads once', async () => {
    const replies = await Promise.all([loadOnce('load-3'), loadOnce('load-3'), loadOnce('load-3')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  })
})

test('orders that race with a load come before or after it, of both owners, and the ledger holds', async () => {
  await load('split-warehouses')
  const most = (held: Cellar) => held.toSorted((one, other) => other.quantity - one.quantity)[0]
  const wine = most(await cellar())
  const theirs = most(await readV2<Cellar>('/bottles', { token: stranger.bearerToken }))
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      if (index % 10 === 5) return callSandbox('POST', '/scenarios/split-warehouses')
      const isTheirs = index % 2 === 0
      const [reference, token] = isTheirs
        ? [theirs?.reference, stranger.bearerToken]
        : [wine?.reference, owner.bearerToken]
      return callV2('POST', '/orders', { token, body: orderOf(reference ?? '', 1) })
    }),
  )
  expect(new Set(replies.map(outcome))).toEqual(new Set(['200 ok', '201 ok']))
  expect((await verifyLedger(db)).discrepancies).toEqual([])
  expect((await contentOf(pool, accountId)).bottles).toHaveLength(50)
})
