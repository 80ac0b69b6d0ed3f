import type { Caller, Deps } from '../deps.ts'
import { recordOrderEvent } from '../events/record-order-event.ts'
import type { IncomingFile } from '../files/receive-file.ts'
import { type Commit, type FileTarget, uploadFiles } from '../files/upload.ts'
import { notFound } from '../problems.ts'
import type { Order } from './order.ts'
import { countOrderFiles, insertOrderFiles } from './order-file-writes.ts'
import { findOrder } from './order-reads.ts'
import { lockForChange } from './order-writes.ts'

/** Attaches files to an order that is not in preparation yet: all of them or none. */
export const attachFiles = (
  deps: Deps,
  caller: Caller,
  orderId: number,
  files: AsyncIterable<IncomingFile>,
): Promise<Order> =>
  attachFilesOnce(deps, caller, orderId, files, { mayBeRepeat: false, run: (_, attach) => attach(deps) })

/** The same for a request that may be sent again. */
export const attachFilesOnce = <T>(
  deps: Deps,
  caller: Caller,
  orderId: number,
  files: AsyncIterable<IncomingFile>,
  commit: Commit<Order, T>,
): Promise<T> => uploadFiles(deps, orderTarget(caller, orderId), files, commit)

const orderTarget = (caller: Caller, orderId: number): FileTarget<Order> => ({
  accountId: caller.accountId,
  noun: 'order',
  lock: (db) => lockForChange(db, caller.accountId, orderId),
  count: (db) => countOrderFiles(db, caller.accountId, orderId),
  insert: async (db, stored, now) => {
    await insertOrderFiles(db, caller, orderId, stored, now)
    await recordOrderEvent(db, caller.accountId, 'update', orderId, now)
  },
  read: async (db) => {
    const order = await findOrder(db, caller.accountId, orderId)
    if (!order) throw notFound()
    return order
  },
})
