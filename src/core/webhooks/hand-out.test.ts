// What a change does in its own transaction for those who listen: deliveries and jobs, or nothing of it.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openTransaction, rivalConnection, untilWaiting } from '../../../test/support/open-transaction.ts'
import { line, pickup } from '../../../test/support/order-cellar.ts'
import { answered, webhookCellar } from '../../../test/support/webhook-cellar.ts'
import { createOrder } from '../orders/create-order.ts'
import { editOrder } from '../orders/edit-order.ts'
import { deleteEndpoint, pauseEndpoint } from './change-endpoint.ts'
import { claimDelivery } from './claim-delivery.ts'

const { deps, pool, clock } = await testDatabase()
const { addOwner, listen, order, comment, remove, deliveries, wineId } = await webhookCellar(deps, pool)

const kinds = async (endpointId: number) => (await deliveries(endpointId)).map(({ subject }) => subject)
const jobsFor = async (endpointId: number) => {
  const { rows } = await pool.query<{ payload: unknown; key: string | null; job_queue_id: number | null }>(
    `select j.payload, j.key, j.job_queue_id from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'deliver_webhooks' and (j.payload ->> 'endpointId')::bigint = $1`,
    [endpointId],
  )
  return rows
}

test('every address that listens gets a delivery of every event, and a plain job', async () => {
  const [owner, stranger] = [await addOwner(), await addOwner()]
  const [one, other, theirs] = [await listen(owner), await listen(owner), await listen(stranger)]
  await order(owner)
  for (const { id, ref } of [one, other]) {
    expect((await kinds(id)).toSorted()).toEqual(['order', 'stock'])
    const jobs = await jobsFor(id)
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) expect(job).toEqual({ payload: ref, key: null, job_queue_id: null })
  }
  expect(await kinds(theirs.id)).toEqual([])
  expect(await jobsFor(theirs.id)).toEqual([])
})

test.each([
  [['order.create'], ['order']],
  [['order.update'], ['order']],
  [['order.delete'], ['order']],
  [
    ['order.create', 'order.delete'],
    ['order', 'order'],
  ],
  [['stock.update'], ['stock', 'stock']],
  [['invoice.update'], []],
] as const)('one that asks for %s is told of nothing else', async (eventTypes, expected) => {
  const owner = await addOwner()
  const { id } = await listen(owner, { eventTypes })
  const made = await order(owner)
  await comment(owner, made.id, 'Ring twice')
  await remove(owner, made.id)
  expect(await kinds(id)).toEqual(expected)
})

test('what is rolled back is not handed out', async () => {
  const owner = await addOwner()
  const { id } = await listen(owner)
  const open = await openTransaction(deps, (within) => createOrder(within, owner, pickup([line(wineId, 1)])))
  await open.rollback()
  expect(await deliveries(id)).toEqual([])
  expect(await jobsFor(id)).toEqual([])
})

/** As a putaway or an import tells it: one event for each of many wines. */
const tellOfMany = (client: Pick<typeof pool, 'query'>, accountId: number, wines: number) =>
  client.query(
    `insert into events (account_id, subject, change, subject_id, record, created_at)
     select $1, 'stock', 'update', number, '{"formatMl": 750, "packings": []}', $2 from generate_series(1, $3) number`,
    [accountId, clock.now, wines],
  )

test('a change of a thousand records is handed out in the time that a statement has, with one job', async () => {
  const owner = await addOwner()
  const listening = [await listen(owner), await listen(owner), await listen(owner)]
  await tellOfMany(pool, owner.accountId, 1000)
  for (const { id } of listening) {
    expect(await deliveries(id)).toHaveLength(1000)
    expect(await jobsFor(id)).toHaveLength(1)
  }
})

test('all that a transaction tells an address needs one job, and one that was taken back does not count', async () => {
  const owner = await addOwner()
  const { id } = await listen(owner)
  const client = await rivalConnection(pool)
  await client.query('savepoint before')
  await tellOfMany(client, owner.accountId, 2)
  await client.query('rollback to before')
  for (const wines of [2, 1, 3]) await tellOfMany(client, owner.accountId, wines)
  await client.query('commit')
  expect(await deliveries(id)).toHaveLength(6)
  expect(await jobsFor(id)).toHaveLength(1)
  await client.query('begin')
  await tellOfMany(client, owner.accountId, 1)
  await client.query('commit')
  expect(await jobsFor(id)).toHaveLength(2)
})

test('for one that is paused it is kept without a job, and for one that is gone or deleted it is not', async () => {
  const owner = await addOwner()
  const [paused, gone, deleted] = [await listen(owner), await listen(owner), await listen(owner)]
  await pauseEndpoint(deps, paused.owner, paused.id)
  await pool.query(`update webhook_endpoints set state = 'gone' where id = $1`, [gone.id])
  await deleteEndpoint(deps, deleted.owner, deleted.id)
  await order(owner)
  expect(await kinds(paused.id)).toHaveLength(2)
  expect(await jobsFor(paused.id)).toEqual([])
  for (const { id } of [gone, deleted]) {
    expect(await deliveries(id)).toEqual([])
    expect(await jobsFor(id)).toEqual([])
  }
})

test('what follows on a message that waits to be tried again is not due before it', async () => {
  const owner = await addOwner()
  const { id, ref } = await listen(owner, { eventTypes: ['order.create', 'order.update'] })
  const made = await order(owner)
  const before = await comment(owner, made.id, 'one')
  const first = await claimDelivery(deps, ref)
  if (!first) throw new Error('It is due')
  await answered(deps, first, 500)
  await comment(owner, before.id, 'two')
  const other = await order(owner)
  const due = (await deliveries(id)).map(({ subject_id, due_at }) => [subject_id, due_at.getTime()])
  const later = clock.now.getTime() + 5000
  expect(due).toEqual([
    [made.id, later],
    [made.id, later],
    [made.id, later],
    [other.id, clock.now.getTime()],
  ])
})

test('an order does not wait for whoever is sending to the address, nor for another order', async () => {
  const owner = await addOwner()
  const { ref } = await listen(owner)
  await order(owner)
  const sending = await openTransaction(deps, (within) => claimDelivery(within, ref))
  expect(sending.result).toBeDefined()
  const placing = await openTransaction(deps, (within) =>
    createOrder(within, owner, pickup([line(wineId, 1)])),
  )
  const { order: beside } = await createOrder(deps, owner, pickup([line(wineId, 1)]))
  expect(beside.status).toBe('new')
  await placing.commit()
  await sending.commit()
})

test('events of one record are numbered in the order in which they were committed', async () => {
  const owner = await addOwner()
  const { id } = await listen(owner, { eventTypes: ['order.update'] })
  const made = await order(owner)
  const edit = (within: typeof deps, text: string) =>
    editOrder(within, owner, made.id, { allowPartial: false, recipient: {}, comment: text })
  const first = await openTransaction(deps, (within) => edit(within, 'one'))
  const second = deps.db.transaction((db) => edit({ ...deps, db }, 'two'))
  await untilWaiting(pool)
  await first.commit()
  await second
  const { rows } = await pool.query<{ comment: string }>(
    `select e.record -> 'rows' -> 0 ->> 'comment' as comment from webhook_deliveries d
       join events e on e.account_id = d.account_id and e.id = d.event_id where d.endpoint_id = $1 order by e.id`,
    [id],
  )
  expect(rows.map((row) => row.comment)).toEqual(['one', 'two'])
})
