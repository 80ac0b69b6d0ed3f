import type { Warehouse } from '../core/catalogue/warehouse.ts'

/** The operator's three warehouses, their shelves and the packings they know. */
export type DemoLocation = { warehouse: DemoWarehouse; code: string }
export type DemoWarehouse = Omit<Warehouse, 'id'> & { locations: DemoLocation[] }

const addresses = {
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
}
export type WarehouseKey = keyof typeof addresses
export type DemoWarehouses = Record<WarehouseKey, DemoWarehouse>

const twoDigits = (value: number) => String(value).padStart(2, '0')
const upTo = (count: number) => Array.from({ length: count }, (_, index) => twoDigits(index + 1))

// Aisle, bay and level: 2 × 5 × 4 shelves in each warehouse.
const shelfCodes = ['A', 'B'].flatMap((aisle) =>
  upTo(5).flatMap((bay) => upTo(4).map((level) => `${aisle}-${bay}-${level}`)),
)

export function buildWarehouses(): DemoWarehouses {
  const build = (key: WarehouseKey): DemoWarehouse => {
    const warehouse: DemoWarehouse = { ...addresses[key], locations: [] }
    warehouse.locations = shelfCodes.map((code) => ({ warehouse, code }))
    return warehouse
  }
  return { paris: build('paris'), bordeaux: build('bordeaux'), beaune: build('beaune') }
}

export const boxes = {
  CBO1: { bottleCount: 1, label: 'Caisse bois d’origine, 1 bouteille' },
  CBO3: { bottleCount: 3, label: 'Caisse bois d’origine, 3 bouteilles' },
  CBO6: { bottleCount: 6, label: 'Caisse bois d’origine, 6 bouteilles' },
  CBO12: { bottleCount: 12, label: 'Caisse bois d’origine, 12 bouteilles' },
  CTN3: { bottleCount: 3, label: 'Carton, 3 bouteilles' },
  CTN6: { bottleCount: 6, label: 'Carton, 6 bouteilles' },
  CTN12: { bottleCount: 12, label: 'Carton, 12 bouteilles' },
} as const
export type BoxCode = keyof typeof boxes
/** A packing, or the empty code of a loose bottle. */
export type Packing = BoxCode | ''
export const bottlesPer = (packing: Packing): number => (packing === '' ? 1 : boxes[packing].bottleCount)
