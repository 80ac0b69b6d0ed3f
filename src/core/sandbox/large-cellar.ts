import { createHash } from 'node:crypto'
import type { ScenarioWine, StockLine } from './scenario-cellar.ts'
import { bottlesPer, type Packing, shelfCodes, type WarehouseKey } from './scenario-places.ts'
import { wineLabels } from './scenario-wines.ts'

export type LargeCellar = { bottles: number; firstVintage: number; lastVintage: number; most: number }

/** Draws that repeat themselves: one name gives one sequence, on every machine. Both ends are included. */
function drawsOf(name: string): (from: number, to: number) => number {
  let drawn = 0
  return (from, to) => {
    const digest = createHash('sha256').update(`${name} ${drawn++}`).digest()
    return from + (digest.readUInt32BE() % (to - from + 1))
  }
}

const warehouses: readonly WarehouseKey[] = ['paris', 'bordeaux', 'beaune']
const youngest = 90
const oldest = 1500

/** Every wine of every vintage in several formats, packings and warehouses; loose bottles make up the number. */
export function largeCellar(name: string, { bottles, most, ...vintages }: LargeCellar): StockLine[] {
  const draw = drawsOf(name)
  const lines = winesOf(vintages).flatMap((wine) => linesOf(wine, draw, most))
  const usual = lines.filter(({ formatMl, packing }) => formatMl === 750 && packing === '')
  const missing = bottles - lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const [each, over] = [Math.floor(missing / usual.length), missing % usual.length]
  for (const [index, line] of usual.entries()) line.quantity += each + (index < over ? 1 : 0)
  return lines
}

function winesOf({ firstVintage, lastVintage }: Omit<LargeCellar, 'bottles' | 'most'>): ScenarioWine[] {
  const years = Array.from({ length: lastVintage - firstVintage + 1 }, (_, index) => firstVintage + index)
  return wineLabels.flatMap((label) =>
    (label.hasVintage ? years : [0]).map((vintage) => ({ ...label, vintage })),
  )
}

function linesOf(wine: ScenarioWine, draw: (from: number, to: number) => number, most: number): StockLine[] {
  const isIn = (percent: number) => draw(1, 100) <= percent
  const line = (formatMl: number, packing: Packing, quantity: number): StockLine => ({
    ...{ wine, formatMl, packing, quantity, detail: null },
    warehouse: warehouses[draw(0, warehouses.length - 1)] ?? 'paris',
    shelf: draw(0, shelfCodes.length - 1),
    ageDays: draw(youngest, oldest),
  })
  const cases = (formatMl: number, packing: Packing) =>
    line(formatMl, packing, bottlesPer(packing) * draw(1, 2))
  return [
    line(750, '', draw(1, most)),
    ...(isIn(70) ? [line(750, '', draw(1, most))] : []),
    ...(isIn(60) ? [cases(750, isIn(50) ? 'CBO6' : 'CTN6')] : []),
    ...(isIn(30) ? [cases(750, 'CBO12')] : []),
    ...(isIn(40) ? [line(1500, '', draw(1, 6))] : []),
    ...(isIn(20) ? [cases(1500, 'CBO3')] : []),
    ...(isIn(20) ? [line(375, '', draw(1, most))] : []),
    ...(isIn(10) ? [cases(3000, 'CBO1')] : []),
  ]
}
