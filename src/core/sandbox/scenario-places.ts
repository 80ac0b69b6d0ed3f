import type { Warehouse } from '../catalogue/warehouse.ts'

/** Where scenarios and the demo keep bottles, and how they are packed. */
export const scenarioWarehouses = {
  paris: {
    name: 'Gennevilliers',
    publicName: 'Caveau Paris Nord',
    street1: '14 rue du Port aux Barriques',
    street2: 'Bâtiment C, quais 7 à 11',
    city: 'Gennevilliers',
    zipcode: '92230',
    country: 'FR',
  },
  bordeaux: {
    name: 'Bruges',
    publicName: 'Caveau Bordeaux',
    street1: '8 avenue des Maîtres de Chai',
    street2: '',
    city: 'Bruges',
    zipcode: '33520',
    country: 'FR',
  },
  beaune: {
    name: 'Beaune',
    publicName: 'Caveau Bourgogne',
    street1: '3 route des Tonneliers',
    street2: 'Zone artisanale des Cerisières',
    city: 'Beaune',
    zipcode: '21200',
    country: 'FR',
  },
} as const satisfies Record<string, Omit<Warehouse, 'id'>>
export type WarehouseKey = keyof typeof scenarioWarehouses

const upTo = (count: number) => Array.from({ length: count }, (_, index) => `0${index + 1}`)
/** Aisle, bay and level, the same in each warehouse. */
export const shelfCodes: readonly string[] = ['A', 'B'].flatMap((aisle) =>
  upTo(5).flatMap((bay) => upTo(4).map((level) => `${aisle}-${bay}-${level}`)),
)

export const scenarioBoxes = {
  CBO1: { bottleCount: 1, label: 'Caisse bois d’origine, 1 bouteille' },
  CBO3: { bottleCount: 3, label: 'Caisse bois d’origine, 3 bouteilles' },
  CBO6: { bottleCount: 6, label: 'Caisse bois d’origine, 6 bouteilles' },
  CBO12: { bottleCount: 12, label: 'Caisse bois d’origine, 12 bouteilles' },
  CTN6: { bottleCount: 6, label: 'Carton, 6 bouteilles' },
  CTN12: { bottleCount: 12, label: 'Carton, 12 bouteilles' },
} as const
/** A box, or the empty code of a loose bottle. */
export type Packing = keyof typeof scenarioBoxes | ''
export const bottlesPer = (packing: Packing): number =>
  packing === '' ? 1 : scenarioBoxes[packing].bottleCount
