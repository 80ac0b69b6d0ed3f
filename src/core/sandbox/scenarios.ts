import { invalidField } from '../problems.ts'
import { largeCellar } from './large-cellar.ts'
import {
  type CellarSize,
  emptyCellar,
  notesOn,
  type ScenarioCellar,
  type StockLine,
  sizeOf,
  wineOf,
} from './scenario-cellar.ts'
import { smallCellar } from './small-cellar.ts'

export type Scenario = { name: string; title: string; description: string; cellar: () => ScenarioCellar }

const pauillac = wineOf('Château Haut-Vernac', 'Pauillac', 2015)
const margaux = wineOf('Château Lamothe-Cassagne', 'Margaux', 2016)
const sancerre = wineOf('Domaine Pellevoisin', 'Sancerre', 2021)
const volnay = wineOf('Domaine du Clos Bardin', 'Volnay', 2018)
const gigondas = wineOf('Domaine des Terrasses d’Aurel', 'Gigondas', 2019)
const champagne = wineOf('Delaporte-Vigneux Brut Réserve', 'Champagne', 0)

const line = (given: Pick<StockLine, 'wine' | 'quantity'> & Partial<StockLine>): StockLine => ({
  ...{ formatMl: 750, packing: '', warehouse: 'paris', shelf: 0, ageDays: 200, detail: null },
  ...given,
})
const stocked = (...stock: StockLine[]): ScenarioCellar => ({
  ...emptyCellar,
  stock,
  notes: notesOn({ stock, putaways: [] }),
})

const scenarios: readonly Scenario[] = [
  {
    name: 'empty',
    title: 'Nothing at all',
    description: 'An account on its first day: no bottle, no order, no address.',
    cellar: () => emptyCellar,
  },
  {
    name: 'small',
    title: 'A small cellar',
    description:
      'A few wines in half bottles, bottles and magnums, one wooden case, a reference and a price on each, two addresses, a putaway that has come in and one that is on its way.',
    cellar: smallCellar,
  },
  {
    name: '3000-bottles',
    title: '3,000 bottles',
    description: 'The cellar of a collector or a restaurant, loose and in cases, in three warehouses.',
    cellar: () =>
      stocked(
        ...largeCellar('3000-bottles', { bottles: 3000, firstVintage: 2015, lastVintage: 2017, most: 12 }),
      ),
  },
  {
    name: '100000-bottles',
    title: '100,000 bottles',
    description: 'The stock of a merchant, for what must be fast and for lists of many pages.',
    cellar: () =>
      stocked(
        ...largeCellar('100000-bottles', {
          ...{ bottles: 100_000, firstVintage: 2009, lastVintage: 2021, most: 60 },
        }),
      ),
  },
  {
    name: 'split-warehouses',
    title: 'Split over warehouses',
    description:
      'Twenty bottles of a Pauillac of which no warehouse has more than eight, so that an order of nine comes in parts, beside wines that one warehouse has enough of.',
    cellar: () =>
      stocked(
        line({ wine: pauillac, quantity: 8, ageDays: 300 }),
        line({ wine: pauillac, quantity: 7, ageDays: 250, warehouse: 'bordeaux' }),
        line({ wine: pauillac, quantity: 5, ageDays: 200, warehouse: 'beaune' }),
        line({ wine: sancerre, quantity: 12, shelf: 1 }),
        line({ wine: sancerre, quantity: 12, shelf: 1, ageDays: 150, warehouse: 'bordeaux' }),
        line({ wine: volnay, quantity: 6, shelf: 1, warehouse: 'beaune' }),
      ),
  },
  {
    name: 'boxed',
    title: 'Everything in cases',
    description:
      'Wooden cases and cartons of one to twelve bottles and not a single loose one, so that an order of bottles without a box finds none.',
    cellar: () =>
      stocked(
        line({ wine: pauillac, quantity: 12, packing: 'CBO6' }),
        line({ wine: pauillac, quantity: 12, packing: 'CBO12', shelf: 1 }),
        line({ wine: margaux, quantity: 24, packing: 'CBO12', shelf: 2 }),
        line({ wine: sancerre, quantity: 36, packing: 'CTN6', shelf: 3 }),
        line({ wine: gigondas, quantity: 24, packing: 'CTN12', shelf: 4 }),
        line({ wine: champagne, quantity: 6, formatMl: 1500, packing: 'CBO3', shelf: 5 }),
        line({ wine: champagne, quantity: 1, formatMl: 3000, packing: 'CBO1', shelf: 6 }),
      ),
  },
  {
    name: 'last-bottle',
    title: 'The last bottle',
    description: 'One bottle of one wine, for those who want to see two customers ask for it.',
    cellar: () => ({ ...emptyCellar, stock: [line({ wine: pauillac, quantity: 1 })] }),
  },
]

export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

export function getScenario(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (!found) throw invalidField('name', `must be one of ${scenarioNames.join(', ')}`)
  return found
}

export type ListedScenario = Omit<Scenario, 'cellar'> & CellarSize

let listed: readonly ListedScenario[] | undefined

export const listScenarios = (): readonly ListedScenario[] => {
  listed ??= scenarios.map(({ cellar, ...scenario }) => ({ ...scenario, ...sizeOf(cellar()) }))
  return listed
}
