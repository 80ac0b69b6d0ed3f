import type { Database } from '../../db/database.ts'
import {
  day,
  decimal,
  int,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { deleteFutureCard, refusePastDay, refuseTakenDay } from './rate-card-rules.ts'

const columns = `id, valid_from as "validFrom", name, preparation_per_order as "preparationPerOrder",
  preparation_per_bottle as "preparationPerBottle", packaging_per_parcel as "packagingPerParcel",
  putaway_per_bottle as "putawayPerBottle", vat_percent as "vatPercent"`
const cardRow = {
  id: int,
  validFrom: day,
  name: text,
  preparationPerOrder: decimal,
  preparationPerBottle: decimal,
  packagingPerParcel: decimal,
  putawayPerBottle: decimal,
  vatPercent: decimal,
}
/** What work costs from `validFrom` on, in euro with four places. The VAT is also that of deliveries. */
export type ServiceCard = Row<typeof cardRow>
export type NewServiceCard = Omit<ServiceCard, 'id'>

const cardPage = pagedStatement(
  'service-rates.page',
  (window) => `select ${columns} from service_rate_cards order by valid_from desc ${window}`,
  cardRow,
)
const cardCount = statement('service-rates.count', 'select count(*) as total from service_rate_cards', {
  total: int,
})
const cardById = statement(
  'service-rates.by-id',
  `select ${columns} from service_rate_cards where id = $1`,
  cardRow,
)
const everyCard = statement(
  'service-rates.all',
  `select ${columns} from service_rate_cards order by valid_from`,
  cardRow,
)
const insertCard = statement(
  'service-rates.insert',
  `insert into service_rate_cards (valid_from, name, preparation_per_order, preparation_per_bottle, packaging_per_parcel,
     putaway_per_bottle, vat_percent, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (valid_from) do nothing returning ${columns}`,
  cardRow,
)
const deleteCard = statement(
  'service-rates.delete',
  'delete from service_rate_cards where id = $1 and valid_from > $2',
  {},
)

export async function listServiceCards(db: Database, page: Page) {
  const [records, counted] = await Promise.all([db.rows(cardPage(page)), db.row(cardCount)])
  return { records, total: counted?.total ?? 0 }
}

/** In the order of their days. */
export const readServiceCards = (db: Database): Promise<ServiceCard[]> => db.rows(everyCard)

export async function createServiceCard(deps: Deps, card: NewServiceCard): Promise<ServiceCard> {
  refusePastDay(card.validFrom, deps.now())
  const made = await deps.db.row(insertCard, [
    card.validFrom,
    card.name,
    card.preparationPerOrder,
    card.preparationPerBottle,
    card.packagingPerParcel,
    card.putawayPerBottle,
    card.vatPercent,
    deps.now(),
  ])
  if (!made) throw refuseTakenDay(card.validFrom)
  return made
}

/** Takes back a card that is not in force yet, and tells what it was. */
export const deleteServiceCard = (deps: Deps, id: number): Promise<ServiceCard> =>
  deleteFutureCard(deps, {
    find: (db) => db.row(cardById, [id]),
    remove: (db, today) => db.run(deleteCard, [id, today]),
  })
