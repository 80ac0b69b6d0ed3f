// Every open order of the demo is brought to its end by the warehouse, and its owners see it over v1.
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/core/cellar/verify-ledger.ts'
import { operatorService } from '../support/operator-service.ts'

const { done, call, db, owner, stranger } = await operatorService({ content: 'demo' })

type Summary = { id: number; status: string; handover: string; hold_reason: string | null }
type Sheet = Summary & {
  bottles: { code: string; picked: boolean }[]
  picked_count: number
  bottle_count: number
}
type PickList = {
  stops: { location: string; wine_id: number; format: string; box: string; quantity: number }[]
}
const list = (status: string) => done<Summary[]>('GET', `/orders?status=${status}&count=1000`)
const step = <T = Sheet>(id: number, verb: string, body?: object) =>
  done<T>('POST', `/orders/${id}/${verb}`, { as: 'warehouse', body })

test('what the demo shows as ready is picked, and has nothing left to pick', async () => {
  const ready = await list('ready')
  expect(ready.length).toBeGreaterThan(0)
  for (const { id } of ready) {
    const { bottles, picked_count, bottle_count } = await done<Sheet>('GET', `/orders/${id}`)
    expect([picked_count, bottles.every(({ picked }) => picked)]).toEqual([bottle_count, true])
    expect((await done<PickList>('GET', `/orders/${id}/pick-list`)).stops).toEqual([])
  }
})

test('every open order can be prepared, packed and sent', async () => {
  for (const { id, hold_reason } of await list('new')) {
    if (hold_reason !== null) await done('DELETE', `/orders/${id}/hold`)
    await step(id, 'start')
  }
  for (const { id } of await list('processing')) {
    for (const stop of (await done<PickList>('GET', `/orders/${id}/pick-list`)).stops) {
      const { location: scan, wine_id, format, box, quantity } = stop
      await step(id, 'picks', { scan, wine_id, format, box, quantity })
    }
    await step(id, 'ready')
  }
  for (const { id, handover } of await list('ready'))
    if (handover === 'pickup') await step(id, 'withdraw', { collected_by: 'Zoé' })
    else await step(id, 'ship', { carrier: 'Chrono', tracking_numbers: [`CX${id}`] })
  for (const { id } of await list('shipped')) await step(id, 'deliver')
  for (const status of ['new', 'processing', 'ready', 'shipped']) expect(await list(status)).toEqual([])
  for (const keys of [owner, stranger]) {
    const { body } = await call('GET', '/v1/get-out-requests?count=1000', { keys })
    const requests = body as { status: number; children: Record<string, { status: number }> }[]
    const statuses = requests.flatMap(({ status, children }) => [
      status,
      ...Object.values(children).map((child) => child.status),
    ])
    expect(statuses.length).toBeGreaterThan(10)
    expect(statuses.filter((status) => status < 4)).toEqual([])
  }
  expect((await verifyLedger(db)).discrepancies).toEqual([])
})
