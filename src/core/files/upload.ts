import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { invalidField, Refusal, refuse } from '../problems.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'
import { freshKey } from './file-store.ts'
import { type IncomingFile, receiveFile } from './receive-file.ts'
import { type ExpectedFiles, expectFiles, stopExpecting, sweepOrphans } from './sweep-orphans.ts'

const mostPerRequest = 10
const mostPerRecord = 20

/** A file whose bytes are in the store and whose row is not written yet. */
export type StoredFile = { key: string; name: string; mediaType: string; size: number }

/** The record that files are attached to. `R` is what a caller is shown of it afterwards. */
export type FileTarget<R> = {
  accountId: number
  /** What the record is called in a refusal. */
  noun: string
  /** Locks the record, and refuses when it takes no files. */
  lock: (db: Database) => Promise<unknown>
  count: (db: Database) => Promise<number>
  insert: (db: Database, files: readonly StoredFile[], now: Date) => Promise<void>
  read: (db: Database) => Promise<R>
}

/** How the rows come to be written: at once, or not at all when the same request was answered before. */
export type Commit<R, T> = {
  mayBeRepeat: boolean
  run: (fingerprint: string, attach: (within: Deps) => Promise<R>) => Promise<T>
}

/**
 * Attaches files to a record: all of them or none. The bytes are stored first, so that a slow sender holds no connection to the
 * database; the rows follow in one short transaction, and whatever got no row is removed again.
 */
export async function uploadFiles<R, T>(
  deps: Deps,
  target: FileTarget<R>,
  files: AsyncIterable<IncomingFile>,
  commit: Commit<R, T>,
): Promise<T> {
  const upload = new Upload(deps, target)
  try {
    for await (const file of files) {
      // A repeat must come to its kept answer, although the record has moved on since it was given.
      if (!upload.isExpected && !commit.mayBeRepeat) await refuseEarly(deps.db, target)
      await upload.receive(file)
    }
    const result = await commit.run(upload.fingerprint(), (within) => upload.attach(within))
    upload.isSettled = upload.isAttached
    return result
  } finally {
    if (!upload.isSettled) await upload.discard()
  }
}

/** Spares a sender the upload when it can only be refused. What holds in the end is decided under the lock. */
async function refuseEarly<R>(db: Database, target: FileTarget<R>): Promise<void> {
  // Outside a transaction the lock is gone as soon as it is there: this is a look, not a hold.
  await target.lock(db)
  refuseTooMany(target.noun, await target.count(db), 1)
}

function refuseTooMany(noun: string, present: number, more: number): void {
  if (present + more > mostPerRecord)
    throw invalidField(
      'files',
      `must be at most ${mostPerRecord} for one ${noun}, which has ${present} already`,
    )
}

/** The files of one request, from their first byte until they are rows of the record or gone again. */
class Upload<R> {
  readonly #deps: Deps
  readonly #target: FileTarget<R>
  readonly #expected: ExpectedFiles
  readonly #stored: (StoredFile & { digest: string })[] = []
  #keysUsed = 0
  /** Whether the job is set that would clean up after a crash. */
  isExpected = false
  /** Whether rows were written; their transaction may still fail. */
  isAttached = false
  /** Whether rows were written for good. */
  isSettled = false

  constructor(deps: Deps, target: FileTarget<R>) {
    this.#deps = deps
    this.#target = target
    const keys = Array.from({ length: mostPerRequest }, freshKey)
    this.#expected = { accountId: target.accountId, keys }
  }

  async receive(file: IncomingFile): Promise<void> {
    const key = this.#expected.keys[this.#keysUsed]
    if (key === undefined) throw invalidField('files', `must be at most ${mostPerRequest} in a request`)
    if (!this.isExpected) await expectFiles(this.#deps.db, this.#expected)
    this.isExpected = true
    this.#keysUsed += 1
    this.#stored.push({ key, ...(await receiveFile(this.#deps.files, key, file)) })
  }

  /** Tells this request from another one with the same key. */
  fingerprint(): string {
    if (this.#stored.length === 0) throw filesMissing()
    const seen = this.#stored.map(({ name, mediaType, digest }) => [name, mediaType, digest])
    return createHash('sha256').update(JSON.stringify(seen)).digest('hex')
  }

  attach(deps: Deps): Promise<R> {
    const { accountId, noun, lock, count, insert, read } = this.#target
    return deps.db.transaction(async (db) => {
      await lock(db)
      const { now } = await atTimeOf({ ...deps, db }, accountId)
      // Counted in a statement of its own: one that waits for a lock still sees what was there before it waited.
      refuseTooMany(noun, await count(db), this.#stored.length)
      await insert(db, this.#stored, now())
      await stopExpecting(db, this.#expected)
      const record = await read(db)
      this.isAttached = true
      return record
    })
  }

  /**
   * Removes what was stored and got no row. When that cannot be done now, because the database or the store is gone, the job that
   * expects the files does it within a day.
   */
  async discard(): Promise<void> {
    if (!this.isExpected) return
    const { accountId, keys } = this.#expected
    try {
      // A commit whose answer was lost may be under way still. It holds this lock, so whoever gets it sees how it ended.
      await this.#target.lock(this.#deps.db).catch(unlessRefused)
      await sweepOrphans(this.#deps, { accountId, keys: keys.slice(0, this.#keysUsed) })
      await stopExpecting(this.#deps.db, this.#expected)
    } catch {
      // The caller is told what went wrong first.
    }
  }
}

const filesMissing = () =>
  refuse({ code: 'fields_invalid', fields: [{ field: 'files', message: 'is required', missing: true }] })

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
