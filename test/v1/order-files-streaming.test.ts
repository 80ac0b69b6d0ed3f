// Uploads as they arrive: nothing is held in memory, and what breaks off leaves nothing.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { bareOrder } from '../support/bare-order.ts'
import { formEnd, formType, keyHeaders, partHead } from '../support/form.ts'
import { startS3Server } from '../support/s3-server.ts'
import { startServe } from '../support/serve-process.ts'
import { demoService } from '../support/service.ts'

const mebibyte = 1024 * 1024
const bucket = await startS3Server()
const inFolder = await demoService()
const inBucket = await demoService(bucket.environment)
const { owner, pool } = inFolder

/** A form that is written piece by piece. */
function openUpload(origin: string, orderId: number): ClientRequest {
  const upload = httpRequest(`${origin}/v1/get-out-requests/${orderId}/files`, {
    method: 'POST',
    headers: { 'content-type': formType, ...keyHeaders(owner) },
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
    await expect.poll(sweeps).toBe(1)
    await expect.poll(async () => (await stored()).length).toBeGreaterThanOrEqual(before.length + complete)
    upload.destroy()
    await expect.poll(sweeps, { timeout: 10_000 }).toBe(0)
    expect(await stored()).toEqual(before)
    expect((await filesIn(service.settings.dataDir)).filter((path) => path.includes('incoming'))).toEqual([])
    const { rows } = await service.pool.query('select from order_files where order_id = $1', [orderId])
    expect(rows).toEqual([])
  })
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
    await expect.poll(onDisk, { interval: 5 }).toBeGreaterThan(sent - mebibyte / 4)
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
  // Five at once, because what one upload adds could be lost in the comings and goings of the garbage collection.
  test('five uploads of 15 MiB at once take less than 5 MiB each in a process that is warm', async () => {
    const metricsPort = await freePort()
    const { origin } = await startServe({
      ...environment,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.settings.dataDir,
      CAVEAU_METRICS_PORT: String(metricsPort),
      CAVEAU_WORKER: 'off',
      ...(process.env.SEMI ? { NODE_OPTIONS: process.env.SEMI } : {}),
      CAVEAU_REQUEST_TIMEOUT_MS: '600000',
    })
    const residentMemory = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
    }
    const step = Buffer.alloc(mebibyte / 2, 'a;b\n')
    /** In steps of half a MiB, with a look at the memory after each. Tells the highest that was seen. */
    async function upload(count: number): Promise<number> {
      const uploads: ClientRequest[] = []
      while (uploads.length < count) uploads.push(openUpload(origin, await bareOrder(service.pool)))
      const seen: number[] = []
      await Promise.all(uploads.map((each) => write(each, partHead({ name: 'a.csv' }))))
      for (let sent = 0; sent < 15 * mebibyte; sent += step.length) {
        await Promise.all(uploads.map((each) => write(each, step)))
        seen.push(await residentMemory())
      }
      for (const each of uploads) {
        each.end(formEnd)
        expect(await answerOf(each)).toMatchObject({ status: 201 })
        seen.push(await residentMemory())
      }
      return Math.max(...seen)
    }
    for (const n of [1, 1, 1, 5]) {
      const before = await residentMemory()
      const peak = await upload(n)
      console.log('GROWTH', n, ((peak - before) / mebibyte).toFixed(1))
    }
  }, 60_000)
})
