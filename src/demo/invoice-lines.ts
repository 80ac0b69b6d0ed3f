import { at, type Day } from './demo-calendar.ts'
import type { DemoMove } from './demo-ledger.ts'

/** What the operator sells. Prices are euros as text: money never passes through a binary float. */
export const products = {
  storage: {
    name: 'Stockage',
    description: 'Garde d’une bouteille pendant un mois, assurance comprise',
    price: '0.1450',
  },
  preparation: { name: 'Préparation de commande', description: 'Par bouteille sortie', price: '0.8500' },
  delivery: { name: 'Livraison', description: 'Par commande expédiée', price: '17.9000' },
  packaging: { name: 'Emballage', description: 'Calage et carton renforcé, par bouteille', price: '0.4750' },
  reception: { name: 'Réception', description: 'Contrôle et mise en rayon, par bouteille', price: '0.3200' },
} as const

/** Lines that a monthly bill would compute say what they come from. */
export type InvoiceLine = { quantity: string; unitPrice: string; source?: string } & (
  | { product: keyof typeof products }
  | { label: string }
)

const incoming = new Set(['received', 'found'])
const outgoing = new Set(['shipped', 'withdrawn', 'lost'])

/** Bills what the ledger says: bottles kept at the end of the month, taken in, and handed over during it. */
export function linesOfMonth(moves: readonly DemoMove[], month: Day): InvoiceLine[] {
  const from = at(month, 0)
  const to = at(month.add({ months: 1 }), 0)
  const past = moves.filter((move) => move.at < to)
  const during = past.filter((move) => move.at >= from)
  const kept =
    past.filter((move) => incoming.has(move.kind)).length -
    past.filter((move) => outgoing.has(move.kind)).length
  const shipped = during.filter((move) => move.kind === 'shipped')
  const withdrawn = during.filter((move) => move.kind === 'withdrawn')
  const counts: [keyof typeof products, string, number][] = [
    ['storage', 'storage', kept],
    ['reception', 'putaway', during.filter((move) => move.kind === 'received').length],
    ['preparation', 'preparation', shipped.length + withdrawn.length],
    ['packaging', 'packaging', shipped.length],
    ['delivery', 'delivery', new Set(shipped.map((move) => move.order)).size],
  ]
  return counts
    .filter(([, , count]) => count > 0)
    .map(([product, source, count]) => ({
      product,
      source,
      quantity: String(count),
      unitPrice: products[product].price,
    }))
}

export const goodwillLines: InvoiceLine[] = [
  { label: 'Remise commerciale', quantity: '-1', unitPrice: '25.0000' },
]

export const photographLines: InvoiceLine[] = [
  { label: 'Photographie de bouteilles pour l’assurance', quantity: '12', unitPrice: '1.2500' },
]

export const removalLines: InvoiceLine[] = [
  {
    label: 'Enlèvement de cave à domicile, équipe de deux personnes (heures)',
    quantity: '3.5',
    unitPrice: '68.0000',
  },
  { label: 'Inventaire et photographie des bouteilles', quantity: '84', unitPrice: '1.2500' },
  { product: 'packaging', quantity: '84', unitPrice: products.packaging.price },
]
