import type { Database } from '../../db/database.ts'
import { instant, int, statement } from '../../db/statement.ts'
import type { OrderLine } from '../orders/new-order.ts'

export type PickedBottle = { id: number; warehouseId: number; locationId: number; line: OrderLine }
export type Pick = {
  bottles: PickedBottle[]
  /** How many bottles each line got, in the order of the lines. */
  found: number[]
}

/*
 * Locks, for each line and warehouse, as many of the oldest free bottles as the line asks for, and waits for whoever holds one:
 * only then is it known whether they are really gone. The lines come sorted, so that two orders wait in the same sequence.
 */
const lockFree = statement(
  'bottles.lock-free',
  `select l.position, b.id, b.warehouse_id as "warehouseId", b.location_id as "locationId", b.stored_at as "storedAt"
   from unnest($2::bigint[], $3::int[], $4::text[], $5::int[])
       with ordinality as l (wine_id, format_ml, box_code, quantity, position)
     cross join (select id from warehouses order by id) w
     cross join lateral (
       select b.id, b.warehouse_id, b.location_id, b.stored_at from bottles b
       where b.account_id = $1 and b.wine_id = l.wine_id and b.format_ml = l.format_ml and b.box_code = l.box_code
         and b.warehouse_id = w.id and b.state = 'stored' and b.order_id is null
       order by b.stored_at, b.id limit l.quantity for update) b`,
  { position: int, id: int, warehouseId: int, locationId: int, storedAt: instant },
)

type FreeBottle = { id: number; warehouseId: number; locationId: number; storedAt: Date }

const oldestFirst = (one: FreeBottle, other: FreeBottle) =>
  one.storedAt.getTime() - other.storedAt.getTime() || one.id - other.id

/**
 * Takes the oldest bottles of each line, from one warehouse when one can serve everything that is to be had. The caller has the
 * turn of the account: a change that gives bottles back and takes others must not be under way, since half of it would be seen.
 */
export async function pickBottles(
  db: Database,
  accountId: number,
  lines: readonly OrderLine[],
): Promise<Pick> {
  const rows = await db.rows(lockFree, [
    accountId,
    lines.map((line) => line.wineId),
    lines.map((line) => line.formatMl),
    lines.map((line) => line.boxCode),
    lines.map((line) => line.quantity),
  ])
  const freeByLine = lines.map((_, index) =>
    rows.filter(({ position }) => position === index + 1).sort(oldestFirst),
  )
  const found = lines.map((line, index) => Math.min(line.quantity, freeByLine[index]?.length ?? 0))
  const single = oneWarehouseFor(freeByLine, found)
  const bottles = lines.flatMap((line, index) =>
    (freeByLine[index] ?? [])
      .filter(({ warehouseId }) => single === undefined || warehouseId === single)
      .slice(0, found[index])
      .map(({ id, warehouseId, locationId }) => ({ id, warehouseId, locationId, line })),
  )
  return { bottles, found }
}

/** The warehouse that can serve every line by itself; of several, the one with the oldest bottle. */
function oneWarehouseFor(freeByLine: readonly FreeBottle[][], wanted: readonly number[]): number | undefined {
  const everyFree = freeByLine.flat().sort(oldestFirst)
  const warehouses = new Set(everyFree.map(({ warehouseId }) => warehouseId))
  return [...warehouses].find((warehouse) =>
    freeByLine.every(
      (free, index) =>
        free.filter(({ warehouseId }) => warehouseId === warehouse).length >= (wanted[index] ?? 0),
    ),
  )
}
