// Uploads as they arrive: nothing is held in memory, and what breaks off leaves nothing.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { runWorker } from '../../src/worker/run-worker.ts'
import { bareOrder } from '../support/bare-order.ts'
import { formEnd, formType, keyHeaders, partHead } from '../support/form.ts'
import { startS3Server } from '../support/s3-server.ts'
import { serveProcesses } from '../support/serve-process.ts'
import { demoService } from '../support/service.ts'

const startServe = serveProcesses()

// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 10_000 }

const mebibyte = 1024 * 1024
const bucket = await startS3Server()
const inFolder = await demoService()
const inBucket = await demoService(bucket.environment)
const { owner, pool } = inFolder

/** A form that is written piece by piece. */
function openUpload(origin: string, orderId: number, agent?: Agent): ClientRequest {
  const upload = httpRequest(`${origin}/v1/get-out-requests/${orderId}/files`, {
    method: 'POST',
    headers: { 'content-type': formType, ...keyHeaders(owner) },
    agent,
  })
  upload.on('error', () => {})
  return upload
}
const write = (upload: ClientRequest, piece: string | Buffer) =>
  new Promise<void>((resolve, reject) => upload.write(piece, (error) => (error ? reject(error) : resolve())))
async function answerOf(upload: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

async function filesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe.each([
  { kind: 'folder', service: inFolder, stored: () => filesIn(inFolder.settings.dataDir) },
  { kind: 's3', service: inBucket, stored: bucket.keys },
])('an upload that breaks off, with the store of kind $kind', ({ service, stored }) => {
  const sweeps = async () => {
    const { rows } = await service.pool.query(
      `select from graphile_worker.jobs where task_identifier = 'sweep_orphans'`,
    )
    return rows.length
  }

  test.each([
    ['in its first file', 0, partHead({ name: 'a.csv' }) + 'a;b\n'.repeat(50_000)],
    [
      'in its second file',
      1,
      `${partHead({ name: 'a.csv' })}a;b\n${partHead({ name: 'b.csv' })}${'a;b\n'.repeat(50_000)}`,
    ],
    [
      'between two files',
      1,
      `${partHead({ name: 'a.csv' })}a;b\n${partHead({ name: 'b.csv' }).slice(0, 40)}`,
    ],
  ])('%s leaves nothing', async (_title, complete, sent) => {
    const orderId = await bareOrder(service.pool)
    const before = await stored()
    const upload = openUpload(service.origin, orderId)
    await write(upload, sent)
    // The server is in the middle of it: the files before are stored and the job is set that would clean up after a crash.
    await expect.poll(sweeps, patience).toBe(1)
    await expect
      .poll(async () => (await stored()).length, patience)
      .toBeGreaterThanOrEqual(before.length + complete)
    upload.destroy()
    await expect.poll(sweeps, patience).toBe(0)
    expect(await stored()).toEqual(before)
    expect((await filesIn(service.settings.dataDir)).filter((path) => path.includes('incoming'))).toEqual([])
    const { rows } = await service.pool.query('select from order_files where order_id = $1', [orderId])
    expect(rows).toEqual([])
  })
})

describe.each([
  { kind: 'folder', service: inFolder, environment: {}, stored: () => filesIn(inFolder.settings.dataDir) },
  { kind: 's3', service: inBucket, environment: bucket.environment, stored: bucket.keys },
])('a crash during an upload, with the store of kind $kind', ({ service, environment, stored }) => {
  test('leaves files that are swept away by the job that was set before the first of them', async () => {
    const before = await stored()
    const orderId = await bareOrder(service.pool)
    const { origin, kill } = await startServe({
      ...environment,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.settings.dataDir,
      CAVEAU_WORKER: 'off',
    })
    const upload = openUpload(origin, orderId)
    await write(
      upload,
      `${partHead({ name: 'a.csv' })}a;b\n${partHead({ name: 'b.csv' })}${'a;b\n'.repeat(50_000)}`,
    )
    await expect.poll(async () => (await stored()).length, patience).toBeGreaterThan(before.length)
    await kill()
    const jobs = () =>
      service.pool.query<{ id: string }>(
        `select id from graphile_worker.jobs where task_identifier = 'sweep_orphans'`,
      )
    const [job] = (await jobs()).rows
    expect(job).toBeDefined()
    expect((await stored()).length).toBeGreaterThan(before.length)
    await service.pool.query(
      'select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at := now())',
      [job?.id],
    )
    const runner = await runWorker({ deps: service.deps, pool: service.pool, log: pino({ level: 'silent' }) })
    await expect.poll(async () => (await jobs()).rows, patience).toEqual([])
    await runner.stop()
    expect(await stored()).toEqual(before)
    expect((await filesIn(service.settings.dataDir)).filter((path) => path.includes('incoming'))).toEqual([])
  })
})

test('a sender who is refused half-way can send the rest, read the answer and go on with the connection', async () => {
  const orderId = await bareOrder(pool)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const upload = openUpload(inFolder.origin, orderId, agent)
  const answer = answerOf(upload)
  await write(upload, partHead({ name: 'a.pdf' }))
  const { socket } = upload
  for (let sent = 0; sent < 30; sent++) await write(upload, Buffer.alloc(mebibyte, 'no PDF'))
  upload.end(formEnd)
  expect(await answer).toMatchObject({ status: 400, body: { name: 'file_type_invalid' } })
  const next = openUpload(inFolder.origin, orderId, agent)
  next.end(`${partHead({ name: 'a.csv' })}a;b\n${formEnd}`)
  expect(await answerOf(next)).toMatchObject({ status: 201 })
  expect(next.socket).toBe(socket)
  agent.destroy()
})

test('bytes are on the disk as they arrive: at no time does the server hold a quarter of a MiB', async () => {
  const orderId = await bareOrder(pool)
  const upload = openUpload(inFolder.origin, orderId)
  await write(upload, partHead({ name: 'a.csv' }))
  const step = Buffer.alloc(mebibyte, 'a;b\n')
  for (let sent = mebibyte; sent <= 15 * mebibyte; sent += mebibyte) {
    await write(upload, step)
    const onDisk = async () => {
      const [path] = (await filesIn(inFolder.settings.dataDir)).filter((each) => each.includes('incoming'))
      return path ? (await stat(path)).size : 0
    }
    await expect.poll(onDisk, { ...patience, interval: 5 }).toBeGreaterThan(sent - mebibyte / 4)
  }
  upload.end(formEnd)
  expect(await answerOf(upload)).toMatchObject({ status: 201, body: { attachments: ['a.csv'] } })
})

/** A port that is free now, for a service that does not tell which one it took. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe.each([
  { kind: 'folder', service: inFolder, environment: {} },
  { kind: 's3', service: inBucket, environment: bucket.environment },
])('memory, with the store of kind $kind', ({ service, environment }) => {
  // Several at once, because what one upload adds could be lost in the comings and goings of the garbage collection.
  test('five uploads of 15 MiB at once take less than 4 MiB each in a process that is warm', async () => {
    const metricsPort = await freePort()
    const { origin } = await startServe({
      ...environment,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.settings.dataDir,
      CAVEAU_METRICS_PORT: String(metricsPort),
      CAVEAU_WORKER: 'off',
      CAVEAU_REQUEST_TIMEOUT_MS: '600000',
      // Garbage is collected soon, so that what is seen is what is held.
      NODE_OPTIONS: '--max-semi-space-size=1',
    })
    const residentMemory = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
    }
    const step = Buffer.alloc(mebibyte / 2, 'a;b\n')
    /** In steps of half a MiB, with a look at the memory after each. Tells the highest that was seen. */
    async function uploadAtOnce(count: number): Promise<number> {
      const uploads: ClientRequest[] = []
      while (uploads.length < count) uploads.push(openUpload(origin, await bareOrder(service.pool)))
      const seen: number[] = []
      await Promise.all(uploads.map((upload) => write(upload, partHead({ name: 'a.csv' }))))
      for (let sent = 0; sent < 15 * mebibyte; sent += step.length) {
        await Promise.all(uploads.map((upload) => write(upload, step)))
        seen.push(await residentMemory())
      }
      for (const upload of uploads) {
        upload.end(formEnd)
        expect(await answerOf(upload)).toMatchObject({ status: 201 })
        seen.push(await residentMemory())
      }
      return Math.max(...seen)
    }
    await uploadAtOnce(1)
    await uploadAtOnce(1)
    const before = await residentMemory()
    expect(before).toBeGreaterThan(0)
    expect((await uploadAtOnce(5)) - before).toBeLessThan(20 * mebibyte)
  }, 60_000)
})
