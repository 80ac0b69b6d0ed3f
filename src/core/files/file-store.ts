import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Where the bytes of attached files lie. A key is ours and random; nothing of it comes from a caller. */
export type FileStore = {
  /** Keeps all of the stream under the key, or nothing when it fails before its end. */
  put(key: string, stream: Readable): Promise<void>
  /** The bytes under a key, to be read or destroyed by whoever asked. */
  open(key: string): Promise<Readable>
  /** Also clears what an interrupted `put` left. A key that holds nothing is no fault. */
  remove(key: string): Promise<void>
}

export class MissingFile extends Error {
  constructor(key: string) {
    super(`The store holds no file under the key ${key}`)
  }
}

export const freshKey = (): string => randomBytes(16).toString('hex')

/** Keys become paths and addresses, so each store checks that one is made by `freshKey` before it uses it. */
export function checkKey(key: string): void {
  if (!/^[0-9a-f]{32}$/.test(key)) throw new Error('A key of the file store is 32 hexadecimal digits')
}
