import { createHash } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { checkKey, type FileStore, freshKey, MissingFile } from './file-store.ts'
import { makeFolder } from './folder-store.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

const attempts = 3

/**
 * Files in a bucket of any S3-compatible store. A file waits in a nameless local file until it is complete, and is then sent in one
 * request. The bucket therefore never sees an upload that breaks off or is refused, there is no multipart upload that a crash could
 * leave unfinished (and billed), and one that fails on the way can be sent again; none of which a direct stream could offer.
 */
export function s3Store(settings: S3Settings, waitingFolder: string): FileStore {
  const Bucket = settings.bucket
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Names of buckets in the host part need a wildcard certificate and DNS, which few stores outside Amazon have.
    forcePathStyle: true,
    // The newer checksums of Amazon are unknown to many other stores. The signed digest below does the same for an upload.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What goes wrong is thrown; without this it is written to the console as well.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })

  async function send(key: string, { handle, size, digest }: Waiting): Promise<void> {
    const Body = Readable.from(contentOf(handle))
    const put = new PutObjectCommand({ Bucket, Key: key, Body, ContentLength: size })
    put.middlewareStack.add(
      (next) => (args) => {
        // The signature covers the content too, so the store refuses a file that was damaged on the way.
        Object.assign((args.request as { headers: object }).headers, { 'x-amz-content-sha256': digest })
        return next(args)
      },
      { step: 'build' },
    )
    await client.send(put)
  }

  return {
    async put(key, stream) {
      checkKey(key)
      await using handle = await openNameless(waitingFolder)
      const waiting = await receive(handle, stream)
      for (let attempt = 1; ; attempt++) {
        try {
          return await send(key, waiting)
        } catch (error) {
          if (!isPassing(error) || attempt === attempts) throw error
          await pause(Math.random() * 200 * 2 ** attempt)
        }
      }
    },

    async open(key) {
      checkKey(key)
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        if (!(Body instanceof Readable)) throw new Error('The store answered without a body')
        return Body
      } catch (error) {
        throw error instanceof NoSuchKey ? new MissingFile(key) : error
      }
    },

    async remove(key) {
      checkKey(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
  }
}

type Waiting = { handle: FileHandle; size: number; digest: string }

/** A file that has no name once it is open: the system gives its space back however the process ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  await makeFolder(folder)
  const path = join(folder, freshKey())
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

async function receive(handle: FileHandle, stream: Readable): Promise<Waiting> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await handle.writeFile(measured())
  return { handle, size, digest: hash.digest('hex') }
}

/** From the start, as often as it is asked for. A stream of the handle itself would close it at its end. */
async function* contentOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(65_536), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** The SDK does not repeat a request whose body is a stream, because it could not read it twice; a file can be. */
const isPassing = (error: unknown): boolean =>
  error instanceof S3ServiceException
    ? (error.$metadata.httpStatusCode ?? 0) >= 500 || error.$metadata.httpStatusCode === 429
    : true
