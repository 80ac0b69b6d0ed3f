import type { AddressEntry } from '../addresses/addresses.ts'
import { notesOn, type ScenarioCellar, type StockLine, wineOf } from './scenario-cellar.ts'

const pauillac = wineOf('Château Haut-Vernac', 'Pauillac', 2015)
const sancerre = wineOf('Domaine Pellevoisin', 'Sancerre', 2021)
const champagne = wineOf('Delaporte-Vigneux Brut Réserve', 'Champagne', 0)
const morgon = wineOf('Domaine Charvolin « Côte du Py »', 'Morgon', 2019)
const sauternes = wineOf('Château Doisac-Lary', 'Sauternes', 2011)
const bandol = wineOf('Domaine de la Tour Sarrazine', 'Bandol', 2021, 'Rosé')
const chablis = wineOf('Domaine des Trois Lavoirs « Montée de Tonnerre »', 'Chablis', 2020)
const meursault = wineOf('Domaine Toussaint Grévin', 'Meursault', 2019)

const nothing = { packing: '', detail: null, warehouse: 'paris', formatMl: 750 } as const
const stock: StockLine[] = [
  { ...nothing, wine: pauillac, quantity: 5, shelf: 0, ageDays: 900 },
  { ...nothing, wine: pauillac, quantity: 1, shelf: 0, ageDays: 900, detail: 'Étiquette tachée' },
  { ...nothing, wine: pauillac, quantity: 6, shelf: 1, ageDays: 700, packing: 'CBO6' },
  { ...nothing, wine: sancerre, quantity: 10, shelf: 2, ageDays: 300 },
  { ...nothing, wine: champagne, quantity: 6, shelf: 3, ageDays: 250 },
  { ...nothing, wine: champagne, quantity: 2, shelf: 3, ageDays: 250, formatMl: 1500 },
  { ...nothing, wine: morgon, quantity: 6, shelf: 4, ageDays: 400 },
  { ...nothing, wine: sauternes, quantity: 6, shelf: 5, ageDays: 800, formatMl: 375 },
  { ...nothing, wine: bandol, quantity: 6, shelf: 6, ageDays: 100 },
]
const putaways: ScenarioCellar['putaways'] = [
  {
    ...{ warehouse: 'paris', shipper: 'Transports Vigneron', reference: 'BL-2041' },
    ...{ announcedDaysAgo: 24, validatedDaysAgo: 17, expectedInDays: -17 },
    lines: [{ wine: chablis, formatMl: 750, packing: '', quantity: 12, shelf: 7 }],
  },
  {
    ...{ warehouse: 'paris', shipper: 'Transports Vigneron', reference: 'BL-2107' },
    ...{ announcedDaysAgo: 2, validatedDaysAgo: null, expectedInDays: 5 },
    lines: [{ wine: meursault, formatMl: 750, packing: 'CTN6', quantity: 12, shelf: 8 }],
  },
]

const nobody: AddressEntry = {
  ...{ firstName: null, lastName: null, company: null, street1: null, street2: null, city: null },
  ...{ zipcode: null, country: null, phone: null, email: null, vatNumber: null, detail: null },
  reference: null,
}
const addresses: AddressEntry[] = [
  {
    ...nobody,
    ...{ firstName: 'Camille', lastName: 'Aubry', street1: '27 rue des Martyrs', street2: 'Escalier B' },
    ...{ city: 'Paris', zipcode: '75009', country: 'FR', phone: '+33 6 12 34 56 78' },
    ...{ email: 'camille.aubry@example.com', detail: 'Interphone Aubry, 3e étage', reference: 'HOME' },
  },
  {
    ...nobody,
    ...{ company: 'Brasserie du Sablon', street1: 'Rue de Rollebeek 9', city: 'Bruxelles' },
    ...{ zipcode: '1000', country: 'BE', phone: '+32 2 555 12 12', email: 'cave@sablon.example' },
    ...{ vatNumber: 'BE0123456749', reference: 'SHOP' },
  },
]

/** A cellar small enough to know each bottle by heart. */
export const smallCellar = (): ScenarioCellar => ({
  stock,
  putaways,
  notes: notesOn({ stock, putaways }),
  addresses,
})
