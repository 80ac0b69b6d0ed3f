import type { Database } from '../../db/database.ts'
import {
  day,
  decimal,
  int,
  json,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../problems.ts'
import { deleteFutureCard, refusePastDay, refuseTakenDay } from './rate-card-rules.ts'

/** Euro per bottle and day, with four places. */
export type FormatRate = { formatMl: number; price: string }
/** What storage costs from `validFrom` on, until the next card begins. */
export type NewStorageCard = {
  validFrom: string
  name: string
  rates: readonly FormatRate[]
  /** For every format that the card does not name. */
  otherPrice: string
  vatPercent: string
}

const cardRow = {
  id: int,
  validFrom: day,
  name: text,
  rates: json<FormatRate[]>(),
  otherPrice: decimal,
  vatPercent: decimal,
}
export type StorageCard = Row<typeof cardRow>

const columns = `c.id, c.valid_from as "validFrom", c.name, c.other_price as "otherPrice", c.vat_percent as "vatPercent", (
    select coalesce(jsonb_agg(jsonb_build_object('formatMl', r.format_ml, 'price', r.price::text) order by r.format_ml), '[]')
    from storage_rates r where r.card_id = c.id) as rates`
const cardPage = pagedStatement(
  'storage-rates.page',
  (window) => `select ${columns} from storage_rate_cards c order by c.valid_from desc ${window}`,
  cardRow,
)
const cardCount = statement('storage-rates.count', 'select count(*) as total from storage_rate_cards', {
  total: int,
})
const cardById = statement(
  'storage-rates.by-id',
  `select ${columns} from storage_rate_cards c where c.id = $1`,
  cardRow,
)
const insertCard = statement(
  'storage-rates.insert',
  `with card as (
     insert into storage_rate_cards (valid_from, name, other_price, vat_percent, created_at) values ($1, $2, $3, $4, $5)
     on conflict (valid_from) do nothing returning id
   ), rates as (
     insert into storage_rates (card_id, format_ml, price)
     select card.id, r.format_ml, r.price from card, unnest($6::int[], $7::numeric[]) r (format_ml, price)
   )
   select id from card`,
  { id: int },
)
const deleteCard = statement(
  'storage-rates.delete',
  'delete from storage_rate_cards where id = $1 and valid_from > $2',
  {},
)

export async function listStorageCards(db: Database, page: Page) {
  const [records, counted] = await Promise.all([db.rows(cardPage(page)), db.row(cardCount)])
  return { records, total: counted?.total ?? 0 }
}

export const findStorageCard = (db: Database, id: number): Promise<StorageCard | undefined> =>
  db.row(cardById, [id])

export function refuseRepeatedFormats(rates: readonly FormatRate[]): void {
  const repeated = rates.findIndex(
    ({ formatMl }, at) => rates.findIndex((each) => each.formatMl === formatMl) < at,
  )
  if (repeated >= 0) throw invalidField(`rates.${repeated}.format`, 'stands in the card already')
}

export function createStorageCard(deps: Deps, card: NewStorageCard): Promise<StorageCard> {
  refusePastDay(card.validFrom, deps.now())
  refuseRepeatedFormats(card.rates)
  return deps.db.transaction(async (db) => {
    const made = await db.row(insertCard, [
      card.validFrom,
      card.name,
      card.otherPrice,
      card.vatPercent,
      deps.now(),
      card.rates.map(({ formatMl }) => formatMl),
      card.rates.map(({ price }) => price),
    ])
    const kept = made && (await findStorageCard(db, made.id))
    if (!kept) throw refuseTakenDay(card.validFrom)
    return kept
  })
}

/** Takes back a card that is not in force yet, and tells what it was. */
export const deleteStorageCard = (deps: Deps, id: number): Promise<StorageCard> =>
  deleteFutureCard(deps, {
    find: (db) => findStorageCard(db, id),
    remove: (db, today) => db.run(deleteCard, [id, today]),
  })
