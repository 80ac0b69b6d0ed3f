import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { formatLitres } from '../../core/catalogue/format.ts'
import type { Bottle } from '../../core/cellar/bottle-reads.ts'
import { findShelf } from '../../core/cellar/bottle-shelf.ts'
import type { CellarEntry } from '../../core/cellar/consolidated-cellar.ts'
import type { ContentLine } from '../../core/cellar/content-lines.ts'
import { readPackedCellar } from '../../core/cellar/packed-cellar.ts'
import type { WineNote } from '../../core/cellar/wine-notes.ts'
import { referenceOf } from '../shared/bottle-reference.ts'
import { wantsExplanation } from '../shared/explain.ts'
import { type Links, linksFor } from '../shared/links.ts'
import type { Shown, ShownKind, ShownRecords } from '../shared/preview.ts'
import { AccountShape, fromProfile } from '../v2/account-shape.ts'
import { AddressShape, fromAddress } from '../v2/address-shape.ts'
import { fromLine, LineShape } from '../v2/common-shapes.ts'
import { CostShape, fromCost } from '../v2/cost-shape.ts'
import { fromInvoice, InvoiceShape } from '../v2/invoice-shape.ts'
import { fromOrder, fromWrittenOrder, OrderShape } from '../v2/order-shape.ts'
import { fromPutaway, PutawayShape } from '../v2/putaway-shape.ts'
import { fromStockMove, TransactionShape } from '../v2/transaction-shape.ts'
import { fromNote, fromRemoved, type NoteField, noteShapes, RemovedShape } from '../v2/wine-note-shape.ts'

/** A record as v2 shows it: `alone` is the path at which it is shown by itself, where there is one. */
export type Rehearsed = { schema: TSchema; body: unknown; alone?: string; note?: string }

type Stage = { links: Links; explained: boolean; rowOf: (bottle: Bottle) => ContentLine | undefined }

const Rows = Type.Array(LineShape)

const row = (bottle: Bottle, { rowOf }: Stage): Rehearsed => {
  const found = rowOf(bottle)
  if (!found) return reserved
  const note = 'v2 shows no single bottles: this is the row of its wine, format and box.'
  return { schema: LineShape, body: fromLine(found), note }
}

const reserved: Rehearsed = {
  schema: LineShape,
  body: null,
  note: 'v2 shows no single bottles and counts the free ones: this one is in the content of an order.',
}

const noted =
  (field: NoteField) =>
  (note: WineNote): Rehearsed => ({
    schema: noteShapes[field],
    body: fromNote(field, note),
    alone: `/wine-${field}s/single?wine_id=${note.wineId}&format=${formatLitres(note.formatMl)}`,
  })

const inV2: { [K in ShownKind]: (record: ShownRecords[K], stage: Stage) => Rehearsed } = {
  freeBottle: row,
  futureBottle: row,
  bottle: row,
  cellarEntry: (entry) => ({
    schema: Rows,
    body: rowsOf(entry).map(fromLine),
    note: 'The rows of this wine and format, one for each packing.',
  }),
  order: (order, { links }) => ({
    schema: OrderShape,
    body: fromOrder(order, links),
    alone: `/orders/${order.id}`,
  }),
  writtenOrder: (written, { links, explained }) => ({
    schema: OrderShape,
    body: fromWrittenOrder(written, links, explained),
  }),
  deliveryCost: (cost, { explained }) => ({ schema: CostShape, body: fromCost(cost, explained) }),
  putaway: (putaway, { links }) => ({
    schema: PutawayShape,
    body: fromPutaway(putaway, links),
    alone: `/putaways/${putaway.id}`,
  }),
  invoice: (invoice) => ({
    schema: InvoiceShape,
    body: fromInvoice(invoice),
    alone: `/invoices/${invoice.id}`,
  }),
  stockMove: (move) => ({
    schema: TransactionShape,
    body: fromStockMove(move),
    note: 'v2 has no call for one movement: this is its entry in the list.',
  }),
  address: (address) => ({
    schema: AddressShape,
    body: fromAddress(address),
    alone: `/addresses/${address.id}`,
  }),
  account: (profile) => ({ schema: AccountShape, body: fromProfile(profile) }),
  comment: noted('comment'),
  price: noted('price'),
  removedComment: (of) => ({ schema: RemovedShape, body: fromRemoved('comment', of) }),
  removedPrice: (of) => ({ schema: RemovedShape, body: fromRemoved('price', of) }),
}

/** The rows in the order of v2: loose bottles first, then by box code. */
function rowsOf({ boxes, quantity, ...entry }: CellarEntry): ContentLine[] {
  const boxed = Object.entries(boxes ?? {}).map(([boxCode, count]) => ({ boxCode, quantity: count }))
  const loose = boxed.reduce((left, each) => left - each.quantity, quantity)
  return [...(loose > 0 ? [{ boxCode: '', quantity: loose }] : []), ...boxed]
    .sort((one, other) => (one.boxCode < other.boxCode ? -1 : 1))
    .map((packing) => ({ ...entry, ...packing }))
}

/** The records of an answer as v2 shows them, and what they turned out to be. The records at hand are enough, but for bottles. */
export async function rehearse(
  request: FastifyRequest,
  shown: Shown,
): Promise<{ kind: ShownKind; rehearsed: Rehearsed[] }> {
  const kind = await settledKind(request, shown)
  const stage = {
    links: linksFor(request),
    explained: wantsExplanation(request),
    rowOf: await rowFinder(request, kind),
  }
  const translate = inV2[kind] as (record: unknown, stage: Stage) => Rehearsed
  return { kind, rehearsed: [shown.records].flat().map((record) => translate(record, stage)) }
}

async function settledKind({ deps, caller }: FastifyRequest, shown: Shown): Promise<ShownKind> {
  if (shown.kind !== 'bottle') return shown.kind
  const { id } = shown.records as Bottle
  const shelf = await findShelf(deps.db, caller.accountId, id)
  return shelf ? shelves[shelf] : 'bottle'
}
const shelves = { stock: 'freeBottle', future: 'futureBottle' } as const

/** Looks up the row in which v2 counts a bottle: in the whole cellar, read once, as v2 itself would read it. */
async function rowFinder({ deps, caller }: FastifyRequest, kind: ShownKind): Promise<Stage['rowOf']> {
  if (kind !== 'freeBottle' && kind !== 'futureBottle') return () => undefined
  const which = kind === 'freeBottle' ? 'stock' : 'future'
  const lines = await readPackedCellar(deps.db, caller.accountId, which)
  const rows = new Map(lines.map((line) => [referenceOf({ ...line, wineId: line.wine.id }), line]))
  return ({ wine, formatMl, boxCode }) => rows.get(referenceOf({ wineId: wine.id, formatMl, boxCode }))
}
