import type pg from 'pg'
import type { Deps } from '../../src/core/deps.ts'
import type { Import, ImportKind, NewImport } from '../../src/core/imports/import.ts'
import { ImportRefusal } from '../../src/core/imports/import.ts'
import { importFile } from '../../src/core/imports/import-file.ts'
import { inTransaction } from '../../src/core/in-transaction.ts'
import { insert, openAccount } from './small-cellar.ts'

const at = '2026-01-05T09:00:00Z'

/** An account without a bottle, two warehouses with locations and B-01, a packing, and a way to import. */
export async function importCellar(deps: Deps, pool: pg.Pool, email = 'import@example.com') {
  const { accountId, keys } = await openAccount(deps, email)
  const addWarehouse = (name: string) =>
    insert(pool, 'warehouses', {
      ...{ name, public_name: name, street1: 'x', city: 'x', zipcode: 'x', country: 'FR', created_at: at },
    })
  const addLocation = (warehouse_id: number, code: string, deactivated_at: string | null = null) =>
    insert(pool, 'locations', { warehouse_id, code, deactivated_at, created_at: at })
  const addWine = (change: Record<string, unknown> = {}) =>
    insert(pool, 'wines', {
      ...{ name: 'Clos Test', color: 'Rouge', country: 'France', region: 'Loire', appellation: 'Chinon' },
      ...{ vintage: 2019, alcohol: 13, created_at: at, updated_at: at, ...change },
    })
  const warehouseId = await addWarehouse('Import')
  const otherWarehouseId = await addWarehouse('Elsewhere')
  await addLocation(warehouseId, 'A-01')
  await addLocation(warehouseId, 'A-02')
  await addLocation(warehouseId, 'A-99', at)
  await addLocation(otherWarehouseId, 'B-01')
  await pool.query(`insert into box_codes values ('CBO6', 6, 'Case of 6') on conflict do nothing`)

  const staff = { id: null, email: '', name: 'Sam' }
  /** Imports a file as the command line does, or refuses it. */
  const run = (
    kind: ImportKind,
    content: string | Buffer,
    choices: Partial<NewImport> = {},
  ): Promise<Import> =>
    importFile(
      deps,
      staff,
      {
        ...{ kind, fileName: 'a.csv', isDryRun: false, isAgain: false, runsAsJob: false },
        ...(kind === 'stock' ? { accountId, warehouseId } : { accountId: null, warehouseId: null }),
        ...{ makesWines: kind === 'wines', ...choices },
      },
      piecesOf(Buffer.from(content)),
      { run: (_fingerprint, work) => inTransaction(deps, work) },
    )
  /** What is wrong with which line of a file that is refused. */
  async function errorsOf(...given: Parameters<typeof run>): Promise<string[]> {
    const refusal = await run(...given).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(refusal instanceof ImportRefusal)) throw refusal ?? new Error('The file was taken')
    return refusal.fields.length > 0
      ? refusal.fields.map(({ field, message }) => `${field}: ${message}`)
      : [refusal.message]
  }
  return { accountId, keys, warehouseId, otherWarehouseId, addWine, addLocation, run, errorsOf }
}

async function* piecesOf(content: Buffer) {
  for (let offset = 0; offset < content.length; offset += 1000) yield content.subarray(offset, offset + 1000)
}
