import type { Warehouse } from '../core/catalogue/warehouse.ts'
import {
  scenarioBoxes,
  scenarioWarehouses,
  shelfCodes,
  type WarehouseKey,
} from '../core/sandbox/scenario-places.ts'

/** The operator's three warehouses, their shelves and the packings they know. */
export type DemoLocation = { warehouse: DemoWarehouse; code: string }
export type DemoWarehouse = Omit<Warehouse, 'id'> & { locations: DemoLocation[] }

export type DemoWarehouses = Record<WarehouseKey, DemoWarehouse>

export function buildWarehouses(): DemoWarehouses {
  const build = (key: WarehouseKey): DemoWarehouse => {
    const warehouse: DemoWarehouse = { ...scenarioWarehouses[key], locations: [] }
    warehouse.locations = shelfCodes.map((code) => ({ warehouse, code }))
    return warehouse
  }
  return { paris: build('paris'), bordeaux: build('bordeaux'), beaune: build('beaune') }
}

export const boxes = {
  ...scenarioBoxes,
  CTN3: { bottleCount: 3, label: 'Carton, 3 bouteilles' },
} as const
export type BoxCode = keyof typeof boxes
/** A packing, or the empty code of a loose bottle. */
export type Packing = BoxCode | ''
export const bottlesPer = (packing: Packing): number => (packing === '' ? 1 : boxes[packing].bottleCount)
