import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'
import { invalidField, Refusal, refuse } from '../problems.ts'
import { type Encoding, EncodingWatch } from './text-encoding.ts'

export const largestTableBytes = 200 * 1024 * 1024

type ReceivedTable = {
  size: number
  digest: Buffer
  text: { encoding: Encoding } | { problem: string }
}

/** Stores the bytes under the key as they arrive, and learns on the way what they are. Nothing is stored when they break off. */
export async function receiveTable(
  store: FileStore,
  key: string,
  name: string,
  bytes: AsyncIterable<Buffer>,
): Promise<ReceivedTable> {
  const hash = createHash('sha256')
  const watch = new EncodingWatch()
  let size = 0

  async function* examined() {
    for await (const chunk of untilItBreaksOff(bytes)) {
      size += chunk.length
      if (size > largestTableBytes)
        throw refuse({ code: 'file_too_large', name: name || 'sent', largestFileBytes: largestTableBytes })
      hash.update(chunk)
      watch.next(chunk)
      yield chunk
    }
    if (size === 0) throw invalidField('file', 'must not be empty')
  }

  await store.put(key, Readable.from(examined()))
  return { size, digest: hash.digest(), text: watch.end() }
}

async function* untilItBreaksOff(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : invalidField('file', 'must arrive whole, and the upload broke off')
  }
}
