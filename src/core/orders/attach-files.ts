import { createHash } from 'node:crypto'
import type { Caller, Deps } from '../deps.ts'
import { freshKey } from '../files/file-store.ts'
import { type IncomingFile, receiveFile } from '../files/receive-file.ts'
import { type ExpectedFiles, expectFiles, stopExpecting, sweepOrphans } from '../files/sweep-orphans.ts'
import { invalidField, notFound, Refusal, refuse } from '../problems.ts'
import type { Order } from './order.ts'
import { countOrderFiles, insertOrderFiles, type StoredFile } from './order-file-writes.ts'
import { findOrder } from './order-reads.ts'
import { lockForChange } from './order-writes.ts'

const mostPerRequest = 10
const mostPerOrder = 20

/** How the rows come to be written: at once, or not at all when the same request was answered before. */
export type Commit<T> = {
  mayBeRepeat: boolean
  run: (fingerprint: string, attach: (within: Deps) => Promise<Order>) => Promise<T>
}

/** Attaches files to an order that is not in preparation yet: all of them or none. */
export const attachFiles = (
  deps: Deps,
  caller: Caller,
  orderId: number,
  files: AsyncIterable<IncomingFile>,
): Promise<Order> =>
  attachFilesOnce(deps, caller, orderId, files, { mayBeRepeat: false, run: (_, attach) => attach(deps) })

/**
 * The same for a request that may be sent again. The bytes are stored first, so that a slow sender holds no connection to the
 * database; the rows follow in one short transaction, and whatever got no row is removed again.
 */
export async function attachFilesOnce<T>(
  deps: Deps,
  caller: Caller,
  orderId: number,
  files: AsyncIterable<IncomingFile>,
  commit: Commit<T>,
): Promise<T> {
  const upload = new Upload(deps, caller, orderId)
  try {
    for await (const file of files) {
      // A repeat must come to its kept answer, although the order has moved on since it was given.
      if (!upload.isExpected && !commit.mayBeRepeat) await refuseEarly(deps, caller, orderId)
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
async function refuseEarly(deps: Deps, { accountId }: Caller, orderId: number): Promise<void> {
  // Outside a transaction the lock is gone as soon as it is there: this is a look, not a hold.
  await lockForChange(deps.db, accountId, orderId)
  refuseTooMany(await countOrderFiles(deps.db, accountId, orderId), 1)
}

function refuseTooMany(present: number, more: number): void {
  if (present + more > mostPerOrder)
    throw invalidField('files', `must be at most ${mostPerOrder} for one order, which has ${present} already`)
}

/** The files of one request, from their first byte until they are rows of the order or gone again. */
class Upload {
  readonly #deps: Deps
  readonly #caller: Caller
  readonly #orderId: number
  readonly #expected: ExpectedFiles
  readonly #stored: (StoredFile & { digest: string })[] = []
  #keysUsed = 0
  /** Whether the job is set that would clean up after a crash. */
  isExpected = false
  /** Whether rows were written; their transaction may still fail. */
  isAttached = false
  /** Whether rows were written for good. */
  isSettled = false

  constructor(deps: Deps, caller: Caller, orderId: number) {
    this.#deps = deps
    this.#caller = caller
    this.#orderId = orderId
    const keys = Array.from({ length: mostPerRequest }, freshKey)
    this.#expected = { accountId: caller.accountId, keys }
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

  attach(deps: Deps): Promise<Order> {
    const { accountId } = this.#caller
    return deps.db.transaction(async (db) => {
      await lockForChange(db, accountId, this.#orderId)
      // Counted in a statement of its own: one that waits for a lock still sees what was there before it waited.
      refuseTooMany(await countOrderFiles(db, accountId, this.#orderId), this.#stored.length)
      await insertOrderFiles(db, this.#caller, this.#orderId, this.#stored, deps.now())
      await stopExpecting(db, this.#expected)
      const order = await findOrder(db, accountId, this.#orderId)
      if (!order) throw notFound()
      this.isAttached = true
      return order
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
      await lockForChange(this.#deps.db, accountId, this.#orderId).catch(unlessRefused)
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
