import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3Server } from '../../../test/support/s3-server.ts'
import { loadSettings } from '../../config.ts'
import { freshKey, MissingFile } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

// Far more than it takes, for a machine that has much else to do.
const patience = { timeout: 10_000 }

const dataDir = await mkdtemp(join(tmpdir(), 'caveau-store-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const bucket = await startS3Server()
const openWith = (environment: NodeJS.ProcessEnv) =>
  openFileStore(loadSettings({ DATA_DIR: dataDir, ...environment }))

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
const filesInFolder = () => filesUnder(join(dataDir, 'files'))

const stores = [
  {
    kind: 'folder',
    store: await openWith({}),
    keys: async () => (await filesInFolder()).map((path) => basename(path)),
  },
  { kind: 's3', store: await openWith(bucket.environment), keys: bucket.keys },
]

const aFewBytes = () => Readable.from([Buffer.from('Châ'), Buffer.from('teau')])
async function* breakingOff() {
  yield randomBytes(100_000)
  throw new Error('the cable was pulled')
}

describe.each(stores)('the store of kind $kind', ({ store, keys }) => {
  const read = async (key: string) => buffer(await store.open(key))

  test('gives back the bytes that were put, to the last one', async () => {
    const key = freshKey()
    await store.put(key, aFewBytes())
    expect((await read(key)).toString()).toBe('Château')
    expect(await keys()).toContain(key)
  })

  test.each([1, 65_535, 65_536, 65_537, 6 * 1024 * 1024])(
    'takes %i bytes, whatever the pieces',
    async (size) => {
      const key = freshKey()
      const content = randomBytes(size)
      const pieces = Readable.from(
        (function* () {
          for (let at = 0, step = 1; at < size; at += step, step = Math.min(step * 2, 100_000))
            yield content.subarray(at, at + step)
        })(),
      )
      await store.put(key, pieces)
      expect((await read(key)).equals(content)).toBe(true)
      await store.remove(key)
    },
  )

  test('takes an empty file', async () => {
    const key = freshKey()
    await store.put(key, Readable.from([]))
    expect(await read(key)).toHaveLength(0)
  })

  test('keeps nothing of a stream that fails, and says why', async () => {
    const before = await keys()
    const key = freshKey()
    await expect(store.put(key, Readable.from(breakingOff()))).rejects.toThrow('the cable was pulled')
    await expect(store.open(key)).rejects.toThrow(MissingFile)
    expect(await keys()).toEqual(before)
  })

  test('keeps nothing of a stream that is destroyed half-way', async () => {
    const before = await keys()
    const key = freshKey()
    const stream = new Readable({ read() {} })
    const put = store.put(key, stream)
    stream.push(randomBytes(100_000))
    setImmediate(() => stream.destroy())
    await expect(put).rejects.toThrow()
    await expect(store.open(key)).rejects.toThrow(MissingFile)
    expect(await keys()).toEqual(before)
  })

  test('tells of a missing file before the first byte', async () => {
    await expect(store.open(freshKey())).rejects.toThrow(MissingFile)
  })

  test('removes a file, and a second time nothing happens', async () => {
    const key = freshKey()
    await store.put(key, aFewBytes())
    await store.remove(key)
    await store.remove(key)
    await expect(store.open(key)).rejects.toThrow(MissingFile)
    expect(await keys()).not.toContain(key)
  })

  test('replaces a file that is put again', async () => {
    const key = freshKey()
    await store.put(key, aFewBytes())
    await store.put(key, Readable.from([Buffer.from('Domaine')]))
    expect((await read(key)).toString()).toBe('Domaine')
  })

  test.each(['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(32)}/x`, 'A'.repeat(32)])(
    'refuses the key "%s"',
    async (key) => {
      await expect(store.put(key, aFewBytes())).rejects.toThrow('32 hexadecimal digits')
      await expect(store.open(key)).rejects.toThrow('32 hexadecimal digits')
      await expect(store.remove(key)).rejects.toThrow('32 hexadecimal digits')
    },
  )

  test('an open file can be left before its end', async () => {
    const key = freshKey()
    await store.put(key, Readable.from([randomBytes(1_000_000)]))
    const stream = await store.open(key)
    await once(stream, 'readable')
    const closed = once(stream, 'close')
    stream.destroy()
    await closed
    expect(await read(key)).toHaveLength(1_000_000)
  })
})

describe('the folder', () => {
  const store = stores[0]?.store
  if (!store) throw new Error('There is a folder')

  test('holds each file under its key in one of 256 subfolders, for its owner only', async () => {
    const key = freshKey()
    await store.put(key, aFewBytes())
    const path = join(dataDir, 'files', key.slice(0, 2), key)
    expect((await readFile(path)).toString()).toBe('Château')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'files'))).mode & 0o777).toBe(0o700)
  })

  test('shows a file under its key only when it is complete', async () => {
    const key = freshKey()
    const stream = new Readable({ read() {} })
    const put = store.put(key, stream)
    stream.push(Buffer.from('Châ'))
    const unfinished = join(dataDir, 'files', 'incoming', key)
    await expect.poll(async () => (await stat(unfinished).catch(() => undefined))?.size, patience).toBe(4)
    await expect(store.open(key)).rejects.toThrow(MissingFile)
    stream.push(Buffer.from('teau'))
    stream.push(null)
    await put
    expect(await filesUnder(join(dataDir, 'files', 'incoming'))).toEqual([])
    expect((await buffer(await store.open(key))).toString()).toBe('Château')
  })

  test('clears what a crash left of an unfinished file', async () => {
    const key = freshKey()
    const stream = new Readable({ read() {} })
    const put = store.put(key, stream).catch(() => 'failed')
    const unfinished = join(dataDir, 'files', 'incoming', key)
    await expect.poll(() => filesUnder(join(dataDir, 'files', 'incoming')), patience).toEqual([unfinished])
    await store.remove(key)
    expect(await filesUnder(join(dataDir, 'files', 'incoming'))).toEqual([])
    stream.destroy()
    expect(await put).toBe('failed')
  })
})

describe('the bucket', () => {
  const store = stores[1]?.store
  if (!store) throw new Error('There is a bucket')

  test('is sent nothing before a file is complete, which waits without a name', async () => {
    const before = bucket.requests.length
    const key = freshKey()
    const stream = new Readable({ read() {} })
    const put = store.put(key, stream)
    stream.push(randomBytes(200_000))
    await expect.poll(() => stream.readableLength, patience).toBe(0)
    expect(await filesInFolder()).not.toContainEqual(expect.stringContaining('incoming'))
    expect(bucket.requests.length).toBe(before)
    stream.push(null)
    await put
    expect(bucket.requests.slice(before)).toEqual([`PUT /caveau-files/${key}?x-id=PutObject`])
  })

  test('never gets a multipart upload that could stay unfinished', () => {
    expect(bucket.requests.length).toBeGreaterThan(20)
    expect(bucket.requests.filter((each) => each.includes('upload'))).toEqual([])
  })

  test('refuses a wrong secret, an unknown key and an unknown bucket, each at once', async () => {
    const before = bucket.requests.length
    for (const [name, value, reason] of [
      ['CAVEAU_S3_SECRET_KEY', 'wrong', 'signature'],
      ['CAVEAU_S3_ACCESS_KEY', 'nobody', 'Access Key Id'],
      ['CAVEAU_S3_BUCKET', 'elsewhere', 'bucket does not exist'],
    ] as const) {
      const refused = await openWith({ ...bucket.environment, [name]: value })
      await expect(refused.put(freshKey(), aFewBytes()), name).rejects.toThrow(reason)
    }
    expect(bucket.requests.length - before).toBe(3)
  })

  test('is sent a file again, whole, after a failure that passes', async () => {
    const bodies: { digest: string | undefined; bytes: Buffer }[] = []
    const busy = createServer(async (request, response) => {
      bodies.push({ digest: String(request.headers['x-amz-content-sha256']), bytes: await buffer(request) })
      response.writeHead(bodies.length < 3 ? 503 : 200).end()
    })
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
    const elsewhere = await openWith({ ...bucket.environment, CAVEAU_S3_ENDPOINT: endpoint })
    const content = randomBytes(300_000)
    await elsewhere.put(freshKey(), Readable.from([content]))
    busy.closeAllConnections()
    busy.close()
    expect(bodies).toHaveLength(3)
    for (const { digest, bytes } of bodies) {
      expect(bytes.equals(content)).toBe(true)
      // The digest is signed, so the store can tell whether the bytes are those that were sent.
      expect(digest).toBe(createHash('sha256').update(content).digest('hex'))
    }
  })
})

describe('the setting CAVEAU_FILES', () => {
  test('is a folder by default, and s3 with everything that it needs', () => {
    expect(loadSettings({}).files).toEqual({ kind: 'folder' })
    expect(loadSettings(bucket.environment).files).toMatchObject({ kind: 's3', bucket: 'caveau-files' })
  })

  test.each(Object.keys(bucket.environment).filter((name) => name !== 'CAVEAU_FILES'))(
    'refuses the start when it is s3 and %s is missing',
    (name) => {
      expect(() => loadSettings({ ...bucket.environment, [name]: '' })).toThrow(
        'CAVEAU_FILES=s3 needs CAVEAU_S3_ENDPOINT, CAVEAU_S3_BUCKET, CAVEAU_S3_REGION, CAVEAU_S3_ACCESS_KEY and CAVEAU_S3_SECRET_KEY.',
      )
    },
  )

  test('refuses another word and an address that is none', () => {
    expect(() => loadSettings({ CAVEAU_FILES: 'tape' })).toThrow('must be folder or s3, not "tape"')
    expect(() => loadSettings({ ...bucket.environment, CAVEAU_S3_ENDPOINT: 'minio:9000' })).toThrow(
      'CAVEAU_S3_ENDPOINT must be an http or https address',
    )
  })
})
