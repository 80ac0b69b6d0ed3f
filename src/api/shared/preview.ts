import type { FastifyRequest } from 'fastify'
import type { Profile } from '../../core/accounts/profile.ts'
import type { Address } from '../../core/addresses/addresses.ts'
import type { Bottle } from '../../core/cellar/bottle-reads.ts'
import type { CellarEntry } from '../../core/cellar/consolidated-cellar.ts'
import type { StockMove } from '../../core/cellar/stock-move-reads.ts'
import type { WineAndFormat, WineNote } from '../../core/cellar/wine-notes.ts'
import type { Invoice } from '../../core/invoices/invoice-reads.ts'
import type { WrittenOrder } from '../../core/orders/create-order.ts'
import type { Order } from '../../core/orders/order.ts'
import type { DeliveryCost } from '../../core/orders/price-delivery.ts'
import type { Problem } from '../../core/problems.ts'
import type { Putaway } from '../../core/putaways/putaway-reads.ts'

/** What an answer can show, by a name that tells what it is to the business. */
export type ShownRecords = {
  freeBottle: Bottle
  futureBottle: Bottle
  /** On whichever shelf, or reserved. */
  bottle: Bottle
  cellarEntry: CellarEntry
  order: Order
  writtenOrder: WrittenOrder
  deliveryCost: DeliveryCost
  putaway: Putaway
  invoice: Invoice
  stockMove: StockMove
  address: Address
  account: Profile
  comment: WineNote
  price: WineNote
  removedComment: WineAndFormat
  removedPrice: WineAndFormat
}
export type ShownKind = keyof ShownRecords

/** The record of an answer, or the list of them. */
export type Shown = {
  [K in ShownKind]: { kind: K; records: ShownRecords[K] | readonly ShownRecords[K][] }
}[ShownKind]

/** What came of a request whose answer is wanted in the words of another version as well. */
type Preview = { shown?: Shown; refused?: Problem }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while somebody wants to see what another version would have answered. */
    preview?: Preview | undefined
  }
}

/** Notes the records that an answer shows for whoever wants a preview of it, and gives them back. */
export function shows<K extends ShownKind, R extends ShownRecords[K] | ShownRecords[K][]>(
  request: FastifyRequest,
  kind: K,
  records: R,
): R {
  if (request.preview) request.preview.shown = { kind, records } as Shown
  return records
}
