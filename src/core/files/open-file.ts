import type { Readable } from 'node:stream'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { MissingFile } from './file-store.ts'

/** A file that is attached to a record, as its row tells of it. */
export type AttachedFile = { id: number; name: string; mediaType: string; size: number; createdAt: Date }
export type KeptFile = Pick<AttachedFile, 'name' | 'mediaType' | 'size'> & { key: string }
export type OpenedFile = Omit<KeptFile, 'key'> & { stream: Readable }

/**
 * The bytes of an attached file, to be read or destroyed by whoever asked. A file that has a row and no bytes was lost by the store:
 * `onLost` hears of it, and the caller is told that it is not there.
 */
export async function openFile(
  deps: Deps,
  { key, ...file }: KeptFile,
  onLost: (error: MissingFile) => void,
): Promise<OpenedFile> {
  try {
    return { ...file, stream: await deps.files.open(key) }
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
    onLost(error)
    throw notFound()
  }
}
