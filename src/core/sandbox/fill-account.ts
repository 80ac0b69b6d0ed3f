import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { daysAgo } from './days-ago.ts'
import { type Filled, fillPutaways } from './fill-putaways.ts'
import type { ScenarioCellar } from './scenario-cellar.ts'

const openingDaysAgo = 90
const comment = 'Opening stock'

const receiveStock = statement(
  'scenario-stock.receive',
  `with made as (
     insert into bottles (account_id, wine_id, format_ml, box_code, detail, state, warehouse_id, location_id, stored_at, created_at,
       updated_at)
     select $1, l.wine_id, l.format_ml, l.box_code, l.detail, 'stored', l.warehouse_id, l.location_id, l.stored_at, $2, $2
     from unnest($4::bigint[], $5::int[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::timestamptz[], $11::int[])
       with ordinality as l (wine_id, format_ml, box_code, detail, warehouse_id, location_id, stored_at, quantity, place),
       generate_series(1, l.quantity)
     order by l.place
     returning id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, comment, created_at)
   select $1, id, 'received', wine_id, format_ml, location_id, $3, $2 from made order by id`,
  {},
)
// Two wines of a scenario may have been merged into one, which bears one note.
const writeNotes = (table: 'wine_comments' | 'wine_prices', column: string, type: string) =>
  statement(
    `scenario-${table}.write`,
    `insert into ${table} (account_id, wine_id, format_ml, ${column}, created_at, updated_at)
     select $1, wine_id, format_ml, note, $2, $2
     from unnest($3::bigint[], $4::int[], $5::${type}[]) with ordinality as n (wine_id, format_ml, note, place) order by place
     on conflict (account_id, wine_id, format_ml) do nothing`,
    {},
  )
const writeComments = writeNotes('wine_comments', 'comment', 'text')
const writePrices = writeNotes('wine_prices', 'price', 'numeric')
const writeAddresses = statement(
  'scenario-addresses.write',
  `insert into addresses (account_id, first_name, last_name, company, street1, street2, city, zipcode, country, phone, email,
     vat_number, detail, reference, created_at, updated_at)
   select $1, a."firstName", a."lastName", a.company, a.street1, a.street2, a.city, a.zipcode, a.country, a.phone, a.email,
     a."vatNumber", a.detail, a.reference, $2, $2
   from jsonb_to_recordset($3) as a ("firstName" text, "lastName" text, company text, street1 text, street2 text, city text,
     zipcode text, country text, phone text, email text, "vatNumber" text, detail text, reference text)`,
  {},
)

// Without an address no month could be billed, and the owner of a sandbox cannot enter one; whoever has one keeps it.
const addressInvoices = statement(
  'scenario-billing.write',
  `insert into account_billing (account_id, company, street1, city, zipcode, country, payment_mode, updated_at)
   select id, coalesce(nullif(company, ''), name), '1 rue de l''Essai', 'Paris', '75001', 'FR', 'cb', $2 from accounts where id = $1
   on conflict (account_id) do nothing`,
  {},
)

/** Writes a cellar down in the account, as imports and putaways would have left it: the oldest first. */
export async function fillAccount(db: Database, filled: Filled, cellar: ScenarioCellar): Promise<void> {
  const { accountId, today, ids } = filled
  const opened = daysAgo(today, openingDaysAgo, '10:00')
  await db.run(receiveStock, [accountId, opened, comment, ...stockColumns(filled, cellar)])
  const { notes, addresses } = cellar
  const noted = [
    ...[accountId, opened],
    ...[notes.map(({ wine }) => ids.wineId(wine)), notes.map(({ formatMl }) => formatMl)],
  ]
  await db.run(writeComments, [...noted, notes.map((note) => note.comment)])
  await db.run(writePrices, [...noted, notes.map((note) => note.price)])
  await db.run(writeAddresses, [accountId, opened, JSON.stringify(addresses)])
  await db.run(addressInvoices, [accountId, opened])
  await fillPutaways(db, filled, cellar.putaways)
}

function stockColumns({ today, ids }: Filled, { stock }: ScenarioCellar): unknown[][] {
  const places = stock.map(({ warehouse, shelf }) => ids.placeOf(warehouse, shelf))
  return [
    stock.map(({ wine }) => ids.wineId(wine)),
    stock.map(({ formatMl }) => formatMl),
    stock.map(({ packing }) => packing),
    stock.map(({ detail }) => detail),
    places.map(({ warehouseId }) => warehouseId),
    places.map(({ locationId }) => locationId),
    stock.map(({ ageDays }) => daysAgo(today, ageDays, '09:00')),
    stock.map(({ quantity }) => quantity),
  ]
}
