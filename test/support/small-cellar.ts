import type pg from 'pg'
import { createAccount } from '../../src/core/accounts/create-account.ts'
import { issueAccessKey } from '../../src/core/accounts/credentials.ts'
import type { Deps } from '../../src/core/deps.ts'

/** An account of its own with a pair of keys. */
export async function openAccount(deps: Deps, email: string, rights: 'read' | 'write' = 'write') {
  const person = await createAccount(deps, {
    email,
    firstName: 'Ada',
    lastName: 'Cave',
    company: null,
    password: 'a long enough password',
  })
  const keys = await issueAccessKey(deps, { ...person, name: 'test', rights })
  return { ...person, keys }
}

/** Inserts a row and returns its id. */
export async function insert(
  pool: pg.Pool | pg.PoolClient,
  table: string,
  row: Record<string, unknown>,
): Promise<number> {
  const names = Object.keys(row)
  const { rows } = await pool.query<{ id: number }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  return Number(rows[0]?.id)
}

/** The least there can be: one wine, one warehouse with two locations, one loose bottle at the first of them. */
export async function smallCellar(pool: pg.Pool, accountId: number) {
  const at = '2026-01-05T09:00:00Z'
  const wineId = await insert(pool, 'wines', {
    name: 'Clos Test',
    color: 'Rouge',
    country: 'France',
    region: 'Loire',
    appellation: 'Chinon',
    vintage: 2019,
    alcohol: 13,
    created_at: at,
    updated_at: at,
  })
  const warehouseId = await insert(pool, 'warehouses', {
    name: 'Test',
    public_name: 'Test',
    street1: '1 rue',
    city: 'Paris',
    zipcode: '75001',
    country: 'FR',
    created_at: at,
  })
  const location = (code: string) =>
    insert(pool, 'locations', { warehouse_id: warehouseId, code, created_at: at })
  const [here, there] = [await location('A-01'), await location('A-02')]
  const goods = { account_id: accountId, wine_id: wineId, format_ml: 750 }
  const bottleId = await insert(pool, 'bottles', {
    ...goods,
    box_code: '',
    state: 'stored',
    warehouse_id: warehouseId,
    location_id: here,
    stored_at: at,
    created_at: at,
    updated_at: at,
  })
  /** One row of the ledger about the bottle. */
  const move = (kind: string, from: number | null, to: number | null, more: Record<string, unknown> = {}) =>
    insert(pool, 'stock_moves', {
      ...goods,
      bottle_id: bottleId,
      kind,
      from_location_id: from,
      to_location_id: to,
      created_at: at,
      ...more,
    })
  return { wineId, warehouseId, here, there, bottleId, move }
}
