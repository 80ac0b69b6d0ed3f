import type { Database } from '../../db/database.ts'
import { instant, int, json, type Row, statement, text, texts } from '../../db/statement.ts'
import type { Wine } from '../catalogue/wine.ts'
import type { Invoice } from '../invoices/invoice-reads.ts'
import type { Order } from '../orders/order.ts'
import { assemble } from '../orders/order-reads.ts'
import type { OrderRow } from '../orders/order-row.ts'
import type { Putaway } from '../putaways/putaway-reads.ts'
import type { Change } from './record-event.ts'

/** What is free of a wine in a format, packing by packing. */
export type WineStock = {
  wine: Wine
  formatMl: number
  price: string | null
  comment: string | null
  packings: { boxCode: string; quantity: number }[]
}

export type EventContent =
  | { subject: 'order'; record: Order }
  | { subject: 'putaway'; record: Putaway }
  | { subject: 'invoice'; record: Invoice }
  | { subject: 'stock'; record: WineStock }
  | { subject: 'test'; record: { endpointId: number } }
export type AccountEvent = EventContent & {
  id: number
  change: Change
  /** Fields of the record, in the words of the business, that differ from the event before it. */
  changed: string[]
  createdAt: Date
  /** Where it stands among all events of the account: `1234-56`. */
  cursor: string
}

/*
 * Of stock only what is free was kept; the wine and the owner's notes on it are looked up. More than a hundred bottles were not
 * counted with the change, and those that two changed at the same time were counted wrongly: they are counted now.
 */
const stock = `(
  select jsonb_build_object('wine', jsonb_build_object('id', w.id, 'name', w.name, 'color', w.color, 'country', w.country,
      'region', w.region, 'appellation', w.appellation, 'ranking', w.ranking, 'description', w.description,
      'vintage', w.vintage, 'alcohol', w.alcohol),
    'formatMl', e.record -> 'formatMl', 'price', p.price::text, 'comment', n.comment,
    'packings', told_packings(e.account_id, e.id, e.subject_id, e.written_by, e.record))
  from wines w
    left join wine_prices p on p.account_id = e.account_id and p.wine_id = w.id
      and p.format_ml = (e.record ->> 'formatMl')::integer
    left join wine_comments n on n.account_id = e.account_id and n.wine_id = w.id
      and n.format_ml = (e.record ->> 'formatMl')::integer
  where w.id = e.subject_id)`

/** For statements that read `events e`. */
export const eventColumns = `e.id, e.subject, e.change, e.changed, e.created_at as "createdAt",
  case when e.subject = 'stock' then ${stock} else e.record end as record, e.written_by::text || '-' || e.id as cursor`
export const eventRow = {
  id: int,
  subject: text,
  change: text,
  changed: texts,
  record: json<unknown>(),
  createdAt: instant,
  cursor: text,
}

// A transaction that is still running may have written an event with a lower number. Nothing beyond the oldest of them is told.
const eventsAfter = statement(
  'events.after',
  `select ${eventColumns} from events e
   where e.account_id = $1 and e.subject <> 'test' and e.written_by < end_of_events()
     and (e.written_by, e.id) > ($2::text::xid8, $3::bigint)
   order by e.written_by, e.id limit $4`,
  eventRow,
)

/** The events after a cursor, oldest first; from the beginning of what is kept without one. */
export async function listEventsAfter(
  db: Database,
  accountId: number,
  cursor: string | undefined,
  count: number,
): Promise<AccountEvent[]> {
  const [transaction = '0', id = '0'] = (cursor ?? '0-0').split('-')
  const rows = await db.rows(eventsAfter, [accountId, transaction, id, count])
  return rows.map(toEvent)
}

export const toEvent = ({ subject, record, ...row }: Row<typeof eventRow>): AccountEvent =>
  ({ ...row, change: row.change as Change, ...toContent(subject, record) }) as AccountEvent

/** A snapshot went through JSON, where moments are text. */
function toContent(subject: string, record: unknown): EventContent {
  if (subject === 'order') return { subject, record: orderOf(record as { rows: StoredRow[] }) }
  if (subject === 'putaway') {
    const putaway = record as Putaway & { validatedAt: string | null }
    return {
      subject,
      record: { ...putaway, validatedAt: putaway.validatedAt ? new Date(putaway.validatedAt) : null },
    }
  }
  if (subject === 'invoice') {
    const invoice = record as Invoice &
      Record<'createdAt' | 'updatedAt', string> & { validatedAt: string | null }
    return {
      subject,
      record: {
        ...invoice,
        validatedAt: invoice.validatedAt ? new Date(invoice.validatedAt) : null,
        createdAt: new Date(invoice.createdAt),
        updatedAt: new Date(invoice.updatedAt),
      },
    }
  }
  if (subject === 'stock') return { subject, record: record as WineStock }
  return { subject: 'test', record: record as { endpointId: number } }
}

type StoredRow = Omit<OrderRow, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', string>

function orderOf({ rows }: { rows: StoredRow[] }): Order {
  const read = rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }))
  const [order] = assemble(read.slice(0, 1), read)
  if (!order) throw new Error('The snapshot of an order is empty')
  return order
}
