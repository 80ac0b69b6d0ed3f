import type { Deps } from '../../core/deps.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { boxCodeRoutes } from './box-codes.ts'
import { locationRoutes } from './locations.ts'
import { warehouseRoutes } from './warehouses.ts'
import { wineRoutes } from './wines.ts'

/** What every owner's bottles are described by: wines, packings and places. */
export function catalogueRoutes(app: TypedApp, deps: Deps): void {
  wineRoutes(app, deps)
  boxCodeRoutes(app, deps)
  warehouseRoutes(app, deps)
  locationRoutes(app, deps)
}
