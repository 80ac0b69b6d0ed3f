// Files as they arrive: nothing of them is held in memory, and what breaks off leaves nothing but a record.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { folderStore } from '../../src/core/files/folder-store.ts'
import { receiveTable } from '../../src/core/imports/receive-table.ts'
import { formType, partHead } from '../support/form.ts'
import { operatorService } from '../support/operator-service.ts'
import { startS3Server } from '../support/s3-server.ts'

const { origin, pool, settings, tokens, done } = await operatorService()
// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 10_000, interval: 5 }
const mebibyte = 1024 * 1024

function openUpload(type: string, agent?: Agent): ClientRequest {
  const upload = httpRequest(`${origin}/operator/imports/wines`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: `Bearer ${tokens.get('warehouse')}` },
    agent,
  })
  upload.on('error', () => {})
  return upload
}
const write = (upload: ClientRequest, piece: string | Buffer) =>
  new Promise<void>((resolve, reject) => upload.write(piece, (error) => (error ? reject(error) : resolve())))
async function answerOf(upload: ClientRequest) {
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}
async function filesInStore(): Promise<string[]> {
  const folder = join(settings.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
const newest = async () => (await done<{ state: string; failure: string }[]>('GET', '/imports?count=1'))[0]
const jobs = async () =>
  (await pool.query(`select from graphile_worker.jobs where task_identifier = 'run_import'`)).rowCount

const header = 'name,color,country,alcohol,description\n'
const line = `A,Rouge,France,13,${'x'.repeat(900)}\n`

describe.each([
  ['a body', 'text/csv', ''],
  ['a form', formType, partHead({ field: 'file', name: 'a.csv' })],
])('%s', (_title, type, head) => {
  test('that breaks off leaves nothing but a record that it failed', async () => {
    const upload = openUpload(type)
    await write(upload, head + header + line.repeat(300))
    await expect.poll(async () => (await newest())?.state, patience).toBe('receiving')
    await expect.poll(filesInStore, patience).toHaveLength(1)
    expect(await jobs()).toBe(1)
    upload.destroy()
    await expect.poll(jobs, patience).toBe(0)
    expect(await newest()).toMatchObject({
      state: 'failed',
      failure: 'The file must arrive whole, and the upload broke off.',
      lines_read: 0,
    })
    expect(await filesInStore()).toEqual([])
    expect((await pool.query('select from wines')).rowCount).toBe(0)
  })

  test('is on the disk as it arrives: at no time does the server hold a quarter of a MiB', async () => {
    const upload = openUpload(type)
    await write(upload, head)
    const step = Buffer.alloc(mebibyte, line)
    for (let sent = mebibyte; sent <= 15 * mebibyte; sent += mebibyte) {
      await write(upload, step)
      const onDisk = async () => {
        const [path] = await filesInStore()
        return path ? (await stat(path)).size : 0
      }
      await expect.poll(onDisk, patience).toBeGreaterThan(sent - mebibyte / 4)
    }
    upload.destroy()
    await expect.poll(jobs, patience).toBe(0)
    expect(await filesInStore()).toEqual([])
  })
})

test('a sender who is refused before the end can send the rest, read the answer and go on with the connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const upload = openUpload(formType, agent)
  const answer = answerOf(upload)
  await write(upload, partHead({ field: 'other', name: 'a.csv' }))
  const { socket } = upload
  for (let sent = 0; sent < 10; sent++) await write(upload, Buffer.alloc(mebibyte, line))
  upload.end()
  expect(await answer).toMatchObject({ status: 400, body: { name: 'parameter_missing' } })
  const next = openUpload('text/csv', agent)
  next.end('name\nA\n')
  expect(await answerOf(next)).toMatchObject({ status: 400, body: { name: 'import_refused' } })
  expect(next.socket).toBe(socket)
  agent.destroy()
})

test('more than 200 MiB are refused as they pass, and nothing of them stays', async () => {
  const chunk = Buffer.alloc(mebibyte, line)
  async function* tooMuch() {
    for (let sent = 0; sent <= 200; sent++) yield chunk
  }
  const key = '0'.repeat(32)
  const store = folderStore(join(settings.dataDir, 'files'))
  await expect(receiveTable(store, key, 'a.csv', tooMuch())).rejects.toMatchObject({
    problem: { code: 'file_too_large', name: 'a.csv', largestFileBytes: 200 * mebibyte },
  })
  expect(await filesInStore()).toEqual([])
})

test('a bucket does as well as a folder, and keeps nothing', async () => {
  const bucket = await startS3Server()
  const service = await operatorService({ environment: bucket.environment })
  const send = (body: string) =>
    fetch(`${service.origin}/operator/imports/wines`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${service.tokens.get('warehouse')}` },
      body,
    })
  const good = 'name,color,country,alcohol\nIn a bucket,Rouge,France,13\n'
  expect(await (await send(good)).json()).toMatchObject({ state: 'done', made: 1 })
  expect((await send(`${good}B,,,\n`)).status).toBe(400)
  expect(await bucket.keys()).toEqual([])
})
