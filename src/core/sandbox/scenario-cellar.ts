import type { AddressEntry } from '../addresses/addresses.ts'
import type { Packing, WarehouseKey } from './scenario-places.ts'
import { type WineLabel, wineLabels } from './scenario-wines.ts'

/** What an account holds once a scenario is loaded: data, with names in the place of ids and days in the place of dates. */
export type ScenarioCellar = {
  stock: readonly StockLine[]
  putaways: readonly ScenarioPutaway[]
  notes: readonly WineNote[]
  addresses: readonly AddressEntry[]
}

export type ScenarioWine = WineLabel & { vintage: number }
export type ScenarioGoods = { wine: ScenarioWine; formatMl: number; packing: Packing }

/** Bottles that lie together since `ageDays` days. */
export type StockLine = ScenarioGoods & {
  warehouse: WarehouseKey
  /** The place on the shelves of the warehouse, counted from 0. */
  shelf: number
  quantity: number
  ageDays: number
  detail: string | null
}

export type ScenarioPutaway = {
  warehouse: WarehouseKey
  shipper: string
  reference: string
  announcedDaysAgo: number
  /** Null while the goods have not come. */
  validatedDaysAgo: number | null
  expectedInDays: number
  lines: readonly (ScenarioGoods & { shelf: number; quantity: number })[]
}

/** What the owner notes on a wine in a format: a product reference as the comment, and a price. */
export type WineNote = { wine: ScenarioWine; formatMl: number; comment: string; price: string }

export const emptyCellar: ScenarioCellar = { stock: [], putaways: [], notes: [], addresses: [] }

/** By the first words of its name and its appellation; one that is not among the labels is a slip of the pen. */
export function wineOf(name: string, appellation: string, vintage: number, color?: string): ScenarioWine {
  const label = wineLabels.find(
    (each) =>
      each.name === name && each.appellation === appellation && (color === undefined || each.color === color),
  )
  if (!label) throw new Error(`No scenario knows ${name}, ${appellation}`)
  return { ...label, vintage: label.hasVintage ? vintage : 0 }
}

export const keyOfWine = ({ name, appellation, color, vintage }: ScenarioWine): string =>
  `${name}, ${appellation}, ${color}, ${vintage}`

/** A reference and a price for each wine and format that is in stock or on its way. */
export function notesOn({ stock, putaways }: Pick<ScenarioCellar, 'stock' | 'putaways'>): WineNote[] {
  const goods = [...stock, ...putaways.flatMap(({ lines }) => lines)]
  const noted = new Map(goods.map((each) => [`${keyOfWine(each.wine)}, ${each.formatMl}`, each]))
  return [...noted.values()].map(({ wine, formatMl }) => ({
    ...{ wine, formatMl, comment: referenceOf(wine, formatMl), price: priceOf(wine, formatMl) },
  }))
}

function referenceOf(wine: ScenarioWine, formatMl: number): string {
  const number = wineLabels.findIndex(
    ({ name, appellation, color }) =>
      name === wine.name && appellation === wine.appellation && color === wine.color,
  )
  return `W${String(number + 1).padStart(2, '0')}-${wine.vintage || 'NV'}-${formatMl}`
}

/** Large bottles cost a little more than their wine, and old ones more than young ones. */
function priceOf({ price, vintage }: ScenarioWine, formatMl: number): string {
  const years = vintage === 0 ? 0 : Math.max(0, 2022 - vintage)
  const size = formatMl > 750 ? 110 : 100
  const cents = Math.round((price * formatMl * size * (100 + 3 * years)) / (750 * 100))
  return (cents / 100).toFixed(2)
}

/** How much that is: bottles in stock, and the wines and warehouses that they are of and in. */
export function sizeOf({ stock, putaways }: ScenarioCellar) {
  const came = putaways.flatMap((putaway) =>
    putaway.validatedDaysAgo === null
      ? []
      : putaway.lines.map((line) => ({ ...line, warehouse: putaway.warehouse })),
  )
  const held = [...stock, ...came]
  return {
    bottles: held.reduce((sum, { quantity }) => sum + quantity, 0),
    wines: new Set(held.map(({ wine }) => keyOfWine(wine))).size,
    warehouses: new Set(held.map(({ warehouse }) => warehouse)).size,
  }
}
export type CellarSize = ReturnType<typeof sizeOf>
