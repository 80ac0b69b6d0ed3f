import type { Random } from '../../../src/demo/random.ts'
import type { Shelf } from '../../support/order-cellar.ts'
import { type Content, goods, together } from './content.ts'

/** The wine that everybody is after, and another one to change to. */
export type Wines = { hot: number; side: number }

/** As the order cellar calls them. */
export const wineNames = ({ hot, side }: Wines) =>
  new Map([
    [hot, 'Clos Un'],
    [side, 'Clos Deux'],
  ])

const mostOfOne = 7

export const hundredLoose = ({ hot, side }: Wines): Shelf[] => [
  { wineId: hot, count: 100 },
  { wineId: side, count: 20 },
]

export const inThreeWarehouses = ({ hot, side }: Wines): Shelf[] => [
  { wineId: hot, count: 34, warehouse: 0, storedAt: '2023-02-06T09:00:00Z' },
  { wineId: hot, count: 33, warehouse: 1, storedAt: '2021-02-01T09:00:00Z' },
  { wineId: hot, count: 33, warehouse: 2, storedAt: '2022-02-07T09:00:00Z' },
  { wineId: side, count: 20, warehouse: 1 },
]

export const looseAndBoxed = ({ hot, side }: Wines): Shelf[] => [
  { wineId: hot, count: 52, warehouse: 0 },
  { wineId: hot, count: 48, warehouse: 1, boxCode: 'CBO6' },
  { wineId: side, count: 12, warehouse: 1, boxCode: 'CBO6' },
]

export const twoWines = ({ hot, side }: Wines): Shelf[] => [
  { wineId: hot, count: 50, warehouse: 0 },
  { wineId: hot, count: 50, warehouse: 1 },
  { wineId: side, count: 100, warehouse: 1 },
]

export const storedOn = (shelves: readonly Shelf[]): Content =>
  together(shelves.map(({ wineId = 0, boxCode, count }) => ({ [goods(wineId, boxCode)]: count })))

export const askLoose = (random: Random, { hot }: Wines): Content => ({
  [goods(hot)]: random.between(1, mostOfOne),
})

export const askBoth = (random: Random, { hot, side }: Wines): Content => ({
  [goods(hot)]: random.between(1, mostOfOne),
  [goods(side)]: random.between(1, mostOfOne),
})

export const askLooseOrBoxed = (random: Random, { hot }: Wines): Content => {
  const loose = { [goods(hot)]: random.between(1, mostOfOne) }
  const boxed = { [goods(hot, 'CBO6')]: random.between(1, mostOfOne) }
  return random.pick([loose, boxed, { ...loose, ...boxed }])
}

/** A content that is larger, smaller, or of the other wine. */
export function changed(random: Random, present: Content, { hot, side }: Wines): Content {
  const [name, count] = random.pick(Object.entries(present))
  switch (random.pick(['grow', 'shrink', 'swap'])) {
    case 'grow':
      return { ...present, [name]: Math.min(count + random.between(1, 3), mostOfOne) }
    case 'shrink':
      return { ...present, [name]: Math.max(count - random.between(1, 3), 1) }
    default: {
      const [wine, boxCode] = name.split('|')
      const { [name]: _, ...rest } = present
      return together([rest, { [goods(Number(wine) === hot ? side : hot, boxCode)]: count }])
    }
  }
}
