import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { invalidField, refuse } from '../problems.ts'
import { cleanFileName } from './file-name.ts'
import type { FileStore } from './file-store.ts'
import { typeByName } from './file-type.ts'

export const largestFileBytes = 15 * 1024 * 1024

/** A file on its way in. What its sender says about it is not trusted. */
export type IncomingFile = { name: string; declaredType: string; stream: Readable }
export type ReceivedFile = { name: string; mediaType: string; size: number; digest: string }

/** Stores the bytes under the key as they arrive, and refuses them as soon as they break a rule; then nothing is stored. */
export async function receiveFile(store: FileStore, key: string, file: IncomingFile): Promise<ReceivedFile> {
  const name = cleanFileName(file.name)
  if (name === '') throw invalidField('files', 'must be files with a name')
  const type = typeByName(name, file.declaredType)
  if (!type) throw refuse({ code: 'file_type_invalid', name })
  const { mediaType, check } = type
  const hash = createHash('sha256')
  let size = 0

  async function* examined() {
    for await (const chunk of untilItBreaksOff(file.stream)) {
      size += chunk.length
      if (size > largestFileBytes) throw refuse({ code: 'file_too_large', name, largestFileBytes })
      if (!check.next(chunk)) throw refuse({ code: 'file_type_invalid', name })
      hash.update(chunk)
      yield chunk
    }
    if (size === 0) throw invalidField('files', `must not be empty, and ${name} is`)
    if (!check.end()) throw refuse({ code: 'file_type_invalid', name })
  }

  await store.put(key, Readable.from(examined()))
  return { name, mediaType, size, digest: hash.digest('hex') }
}

async function* untilItBreaksOff(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch {
    throw invalidField('files', 'must arrive whole, and the upload broke off')
  }
}
