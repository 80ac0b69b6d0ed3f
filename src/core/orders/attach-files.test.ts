import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { bareOrder } from '../../../test/support/bare-order.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { startS3Server } from '../../../test/support/s3-server.ts'
import { tinyFiles } from '../../../test/support/tiny-files.ts'
import type { Database } from '../../db/database.ts'
import type { Caller, Deps } from '../deps.ts'
import type { FileStore } from '../files/file-store.ts'
import type { IncomingFile } from '../files/receive-file.ts'
import { Refusal } from '../problems.ts'
import { attachFiles } from './attach-files.ts'

// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 10_000 }

const bucket = await startS3Server()
const inFolder = await testDatabase({ content: 'demo' })
const inBucket = await testDatabase({ content: 'demo', environment: bucket.environment })
const { pool, deps, clock } = inFolder
const caller: Caller = { accountId: 1, rights: 'write', email: 'zoe@example.com', name: 'Zoé Martin' }

async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted()
}
const inStore = () => filesIn(inFolder.settings.dataDir)

const file = (name: string, ...chunks: (string | Buffer)[]): IncomingFile => ({
  name,
  declaredType: '',
  stream: Readable.from(chunks.map((chunk) => Buffer.from(chunk))),
})
const csv = (name = 'a.csv') => file(name, 'a;b\n')
const csvs = (count: number) => Array.from({ length: count }, (_, index) => csv(`${index + 1}.csv`))
async function* arriving(...files: IncomingFile[]) {
  yield* files
}
async function* failing(name: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`${name};b\n`)
  throw new Error('the cable was pulled')
}

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('It was not refused')
  return error.problem
}
const rowsOf = async (orderId: number, of = pool) => {
  const { rows } = await of.query(
    'select name, media_type, size_bytes, storage_key, created_at from order_files where order_id = $1 order by id',
    [orderId],
  )
  return rows
}
const pendingSweeps = async (of = pool) => {
  const { rows } = await of.query(
    `select id from graphile_worker.jobs where task_identifier = 'sweep_orphans'`,
  )
  return rows.length
}

/** Runs the work and sees that it leaves no row, no file and no job behind. */
async function leavingNothing<T>(orderId: number, work: () => Promise<T>): Promise<T> {
  const [filesBefore, rowsBefore] = [await inStore(), await rowsOf(orderId)]
  const result = await work()
  expect(await inStore()).toEqual(filesBefore)
  expect(await rowsOf(orderId)).toEqual(rowsBefore)
  expect(await pendingSweeps()).toBe(0)
  return result
}

describe.each([
  { kind: 'folder', service: inFolder, stored: inStore },
  { kind: 's3', service: inBucket, stored: bucket.keys },
])('with the store of kind $kind', ({ kind, service, stored }) => {
  test('files become rows of the order, in their order, with their bytes in the store', async () => {
    const orderId = await bareOrder(service.pool)
    service.clock.now = new Date('2026-11-16T10:00:00+01:00')
    const order = await attachFiles(
      service.deps,
      caller,
      orderId,
      arriving(file('Étiquette.pdf', '%PDF-', '1.4\n'), csv('../../stock.csv')),
    )
    expect(order).toMatchObject({
      id: orderId,
      files: [{ name: 'Étiquette.pdf' }, { name: 'stock.csv' }],
      updatedBy: { email: 'zoe@example.com', name: 'Zoé Martin' },
      updatedAt: service.clock.now,
      createdBy: { email: 'somebody@example.com' },
    })
    const rows = await rowsOf(orderId, service.pool)
    expect(rows).toMatchObject([
      { name: 'Étiquette.pdf', media_type: 'application/pdf', size_bytes: 9 },
      { name: 'stock.csv', media_type: 'text/csv', size_bytes: 4 },
    ])
    const contents = rows.map(async (row) =>
      (await buffer(await service.deps.files.open(row.storage_key))).toString(),
    )
    expect(await Promise.all(contents)).toEqual(['%PDF-1.4\n', 'a;b\n'])
    expect(await stored()).toEqual(expect.arrayContaining(rows.map((row) => row.storage_key)))
    expect(await pendingSweeps(service.pool)).toBe(0)
  })

  test.each([
    ['breaks off', () => ({ ...csv(), stream: Readable.from(failing('x')) }), 'fields_invalid'],
    ['is of a wrong type', () => file('a.pdf', 'no'), 'file_type_invalid'],
    ['is too large', () => file('a.csv', Buffer.alloc(15 * 1024 * 1024 + 1, 'a')), 'file_too_large'],
    ['is empty', () => file('a.csv'), 'fields_invalid'],
  ])('one file that %s leaves nothing of the others either', async (_title, bad, code) => {
    const orderId = await bareOrder(service.pool)
    const before = await stored()
    const work = attachFiles(service.deps, caller, orderId, arriving(csv(), csv(), bad(), csv()))
    expect(await problemOf(work)).toMatchObject({ code })
    expect(await stored()).toEqual(before)
    expect(await rowsOf(orderId, service.pool)).toEqual([])
    expect(await pendingSweeps(service.pool)).toBe(0)
    if (kind === 's3') expect(await filesIn(service.settings.dataDir)).toEqual([])
  })
})

test('each of the fourteen types is kept as what it is', async () => {
  for (const { type, name, content } of tinyFiles) {
    const orderId = await bareOrder(pool)
    await attachFiles(deps, caller, orderId, arriving({ ...file(name, content), declaredType: type }))
    expect(await rowsOf(orderId)).toMatchObject([{ name, media_type: type, size_bytes: content.length }])
  }
})

describe('limits', () => {
  const exactly = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9)])

  test('a file of 15 MiB is taken, one byte more is not', async () => {
    const orderId = await bareOrder(pool)
    const largest = exactly(15 * 1024 * 1024)
    await attachFiles(deps, caller, orderId, arriving(file('a.pdf', largest)))
    const [row] = await rowsOf(orderId)
    expect(row.size_bytes).toBe(15_728_640)
    expect((await buffer(await deps.files.open(row.storage_key))).equals(largest)).toBe(true)
    const tooLarge = file('b.pdf', largest, Buffer.of(1))
    const problem = await leavingNothing(orderId, () =>
      problemOf(attachFiles(deps, caller, orderId, arriving(tooLarge))),
    )
    expect(problem).toEqual({ code: 'file_too_large', name: 'b.pdf', largestFileBytes: 15_728_640 })
    expect(tooLarge.stream.destroyed).toBe(true)
  })

  test('ten files in a request are taken, eleven are not', async () => {
    const orderId = await bareOrder(pool)
    const problem = await leavingNothing(orderId, () =>
      problemOf(attachFiles(deps, caller, orderId, arriving(...csvs(11)))),
    )
    expect(problem).toMatchObject({
      code: 'fields_invalid',
      fields: [{ field: 'files', message: 'must be at most 10 in a request' }],
    })
    expect((await attachFiles(deps, caller, orderId, arriving(...csvs(10)))).files).toHaveLength(10)
  })

  test('twenty files on an order are taken, the 21st is not', async () => {
    const orderId = await bareOrder(pool)
    await attachFiles(deps, caller, orderId, arriving(...csvs(10)))
    await attachFiles(deps, caller, orderId, arriving(...csvs(9)))
    const attempt = (count: number) =>
      leavingNothing(orderId, () => problemOf(attachFiles(deps, caller, orderId, arriving(...csvs(count)))))
    expect(await attempt(2)).toMatchObject({
      fields: [{ field: 'files', message: 'must be at most 20 for one order, which has 19 already' }],
    })
    await attachFiles(deps, caller, orderId, arriving(csv()))
    expect(await attempt(1)).toMatchObject({ code: 'fields_invalid', fields: [{ field: 'files' }] })
  })

  test('of uploads that race for the last places as many come through as there are places', async () => {
    const orderId = await bareOrder(pool)
    await attachFiles(deps, caller, orderId, arriving(...csvs(10)))
    await attachFiles(deps, caller, orderId, arriving(...csvs(6)))
    // Each waits until all have passed the look before the upload, so that only the lock can decide.
    const everyone = Promise.withResolvers<void>()
    let waiting = 0
    async function* together() {
      yield csv('first.csv')
      if (++waiting === 8) everyone.resolve()
      await everyone.promise
    }
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => attachFiles(deps, caller, orderId, together())),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason.problem.code).toBe('fields_invalid')
    const rows = await rowsOf(orderId)
    expect(rows).toHaveLength(20)
    const inFiles = await inStore()
    for (const row of rows) expect(inFiles).toContain(row.storage_key)
    expect(await pendingSweeps()).toBe(0)
  })

  test('a request without files is refused, and so is a file without a name', async () => {
    const orderId = await bareOrder(pool)
    expect(await problemOf(attachFiles(deps, caller, orderId, arriving()))).toEqual({
      code: 'fields_invalid',
      fields: [{ field: 'files', message: 'is required', missing: true }],
    })
    for (const name of ['', '/', ' \0'])
      expect(await problemOf(attachFiles(deps, caller, orderId, arriving(csv(name))))).toMatchObject({
        fields: [{ field: 'files', message: 'must be files with a name' }],
      })
  })
})

describe('the order', () => {
  const reading: string[] = []
  const watched = (name: string): IncomingFile => ({
    ...csv(name),
    stream: Readable.from(
      (async function* () {
        reading.push(name)
        yield Buffer.from('a;b\n')
      })(),
    ),
  })

  test.each(['processing', 'ready', 'shipped', 'delivered'])(
    'in status %s takes no file, and no byte is read',
    async (status) => {
      const orderId = await bareOrder(pool, {
        status,
        handover: 'delivery',
        company: 'Zoé',
        street1: '1 rue',
        city: 'Paris',
        zipcode: '75002',
        country: 'FR',
      })
      const problem = await leavingNothing(orderId, () =>
        problemOf(attachFiles(deps, caller, orderId, arriving(watched(status)))),
      )
      expect(problem).toEqual({ code: 'order_not_editable' })
      expect(reading).toEqual([])
    },
  )

  test('of another owner, of nobody, or deleted is not found', async () => {
    const deleted = await bareOrder(pool, { deleted_at: clock.now })
    const foreign = await bareOrder(pool, { account_id: 2 })
    for (const orderId of [deleted, foreign, 987_654_321])
      expect(
        await leavingNothing(orderId, () =>
          problemOf(attachFiles(deps, caller, orderId, arriving(watched('x')))),
        ),
      ).toEqual({ code: 'record_not_found' })
    expect(reading).toEqual([])
  })

  test('that goes into preparation during the upload takes none of it', async () => {
    const orderId = await bareOrder(pool)
    async function* slow() {
      yield csv()
      await pool.query(`update orders set status = 'processing' where id = $1`, [orderId])
      yield csv()
    }
    const problem = await leavingNothing(orderId, () => problemOf(attachFiles(deps, caller, orderId, slow())))
    expect(problem).toEqual({ code: 'order_not_editable' })
  })

  test('is held by no connection while bytes arrive', async () => {
    const orderId = await bareOrder(pool)
    async function* slow() {
      yield csv()
      await expect.poll(() => pool.totalCount - pool.idleCount, patience).toBe(0)
      await pool.query(`update orders set comment = 'changed meanwhile' where id = $1`, [orderId])
      yield csv()
    }
    expect(await attachFiles(deps, caller, orderId, slow())).toMatchObject({ comment: 'changed meanwhile' })
  })
})

describe('when things go wrong', () => {
  const broken = (db: Database, failure: (step: 'before' | 'after') => void): Database => ({
    ...bound(db),
    isTransaction: false,
    transaction: async (work) => {
      failure('before')
      const result = await db.transaction(work)
      failure('after')
      return result
    },
  })
  const bound = (db: Database) => ({
    rows: db.rows.bind(db),
    row: db.row.bind(db),
    run: db.run.bind(db),
  })
  const lost = new Error('the connection was lost')

  test('a transaction that fails leaves nothing', async () => {
    const orderId = await bareOrder(pool)
    const db = broken(deps.db, (step) => {
      if (step === 'before') throw lost
    })
    await leavingNothing(orderId, () =>
      expect(attachFiles({ ...deps, db }, caller, orderId, arriving(csv(), csv()))).rejects.toThrow(lost),
    )
  })

  test('a commit whose answer is lost keeps its files', async () => {
    const orderId = await bareOrder(pool)
    const db = broken(deps.db, (step) => {
      if (step === 'after') throw lost
    })
    await expect(attachFiles({ ...deps, db }, caller, orderId, arriving(csv(), csv()))).rejects.toThrow(lost)
    const rows = await rowsOf(orderId)
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(await buffer(await deps.files.open(row.storage_key))).toHaveLength(4)
    expect(await pendingSweeps()).toBe(0)
  })

  test('a store that fails is told, and a sweep is left to do what cannot be done now', async () => {
    const orderId = await bareOrder(pool)
    const files: FileStore = {
      ...deps.files,
      put: async (key, stream) => {
        await deps.files.put(key, stream)
        throw new Error('the disk is full')
      },
      remove: () => Promise.reject(new Error('the disk is gone')),
    }
    const before = await inStore()
    const within: Deps = { ...deps, files }
    await expect(attachFiles(within, caller, orderId, arriving(csv()))).rejects.toThrow('the disk is full')
    expect(await inStore()).toHaveLength(before.length + 1)
    expect(await pendingSweeps()).toBe(1)
  })
})
