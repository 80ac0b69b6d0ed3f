import type { Database } from '../db/database.ts'
import { bulkInsert } from './bulk-insert.ts'
import { at, type Day } from './demo-calendar.ts'
import { collector, merchant } from './people.ts'
import { collectorAddresses, merchantAddresses } from './recipients.ts'
import type { WineComment, WineNote, WinePrice } from './wine-notes.ts'
import type { CatalogueIds } from './write-catalogue.ts'
import type { AccountId } from './write-orders.ts'

const noteColumns = ['account_id', 'wine_id', 'format_ml', 'created_at', 'updated_at'] as const
const insertComments = bulkInsert('wine_comments', [...noteColumns, 'comment'])
const insertPrices = bulkInsert('wine_prices', [...noteColumns, 'price'])
const insertAddresses = bulkInsert('addresses', [
  'account_id',
  'first_name',
  'last_name',
  'company',
  'street1',
  'street2',
  'city',
  'zipcode',
  'country',
  'phone',
  'email',
  'vat_number',
  'detail',
  'reference',
  'created_at',
  'updated_at',
])

export async function writeNotes(
  db: Database,
  notes: { comments: readonly WineComment[]; prices: readonly WinePrice[] },
  accountId: AccountId,
  catalogue: CatalogueIds,
): Promise<void> {
  const columnsOf = (note: WineNote) => ({
    account_id: accountId(note.owner),
    wine_id: catalogue.wine(note.wine),
    format_ml: note.formatMl,
    created_at: note.createdAt,
    updated_at: note.createdAt,
  })
  await insertComments(
    db,
    notes.comments.map((note) => ({ ...columnsOf(note), comment: note.comment })),
  )
  await insertPrices(
    db,
    notes.prices.map((note) => ({ ...columnsOf(note), price: inEuros(note.priceCents) })),
  )
}

const inEuros = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export async function writeAddressBooks(db: Database, today: Day, accountId: AccountId): Promise<void> {
  const books = [
    { owner: collector, entries: collectorAddresses },
    { owner: merchant, entries: merchantAddresses },
  ]
  const rows = books.flatMap(({ owner, entries }) =>
    entries.map((entry, index) => ({
      account_id: accountId(owner),
      first_name: entry.firstName,
      last_name: entry.lastName,
      company: entry.company,
      street1: entry.street1,
      street2: entry.street2,
      city: entry.city,
      zipcode: entry.zipcode,
      country: entry.writtenCountry,
      phone: entry.phone,
      email: entry.email,
      vat_number: entry.vatNumber,
      detail: entry.detail,
      reference: entry.reference,
      ...addedAt(today, index),
    })),
  )
  await insertAddresses(
    db,
    rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
  )
}

/** One entry every two months, from the opening of the account on. */
function addedAt(today: Day, index: number) {
  const moment = at(today.subtract({ months: 36 }).add({ months: 2 * index, days: index }), 11, 5 * index)
  return { created_at: moment, updated_at: moment }
}
