import type { Database } from '../src/db/database.ts'
import { statement } from '../src/db/statement.ts'

/** Who orders what: many accounts with many wines each, and one account whose three wines everybody wants. */
export type Cellar = { accountId: number; wineIds: number[] }

export const winesPerOrder = 3
export const bottlesPerWine = 4

const catalogue = statement(
  'bench.catalogue',
  `with place as (
     insert into warehouses (name, public_name, street1, city, zipcode, country, created_at)
     values ('Bench', 'Bench', '1 rue du Banc', 'Paris', '75001', 'FR', now()) returning id
   ), shelf as (
     insert into locations (warehouse_id, code, created_at)
     select place.id, 'A-' || n, now() from place, generate_series(1, 50) n
   )
   insert into wines (name, color, country, region, appellation, vintage, alcohol, created_at, updated_at)
   select 'Wine ' || n, 'Rouge', 'France', 'Bordeaux', 'Margaux', 2015, 13, now(), now() from generate_series(1, 60) n`,
  {},
)

// Ledger rows too, so that the cellar is a true one and `verify` holds after the run.
const fill = statement(
  'bench.fill',
  `with made as (
     insert into bottles (account_id, wine_id, format_ml, box_code, state, warehouse_id, location_id, stored_at, created_at, updated_at)
     select $1, w.id, 750, '', 'stored', l.warehouse_id, l.id, now(), now(), now()
     from unnest($2::bigint[]) as w (id) cross join generate_series(1, $3::int) n
       join locations l on l.id = 1 + (n % 50)
     returning account_id, id, wine_id, format_ml, location_id
   )
   insert into stock_moves (account_id, bottle_id, kind, wine_id, format_ml, to_location_id, created_at)
   select account_id, id, 'received', wine_id, format_ml, location_id, now() from made`,
  {},
)

export const fillCatalogue = (db: Database) => db.run(catalogue)

// The rows are right by construction; checking every reference of a million of them would take minutes.
const trustRows = statement('bench.trust-rows', 'set local session_replication_role = replica', {})

export const fillCellar = (db: Database, { accountId, wineIds }: Cellar, bottlesOfEach: number) =>
  db.transaction(async (within) => {
    await within.run(trustRows)
    await within.run(fill, [accountId, wineIds, bottlesOfEach])
  })

/** Three different wines of the cellar, ascending, as the service sorts them. */
export function chooseWines({ wineIds }: Cellar, random: () => number): number[] {
  const start = Math.floor(random() * (wineIds.length - winesPerOrder + 1))
  return wineIds.slice(start, start + winesPerOrder)
}
