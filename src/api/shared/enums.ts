import type { MailKind } from '../../core/accounts/profile.ts'
import type { ListedKind } from '../../core/cellar/stock-move-reads.ts'
import type { InvoiceState } from '../../core/invoices/invoice-reads.ts'
import type { OrderOrigin, OrderStatus } from '../../core/orders/order.ts'
import type { PutawayStatus } from '../../core/putaways/putaway-reads.ts'

/*
 * The words that the wire has for what the business tells apart. `value` is what v1 sends and v2 counts by, `name` is for
 * programs, and `label` for people, who speak French.
 */

export const orderStatuses = {
  new: { value: 0, name: 'NEW', label: 'En attente de préparation' },
  processing: { value: 1, name: 'PROCESSING', label: 'En cours de préparation' },
  ready: { value: 2, name: 'READY', label: 'Prête' },
  shipped: { value: 3, name: 'SHIPPED', label: 'Expédiée' },
  delivered: { value: 4, name: 'DELIVERED', label: 'Livrée' },
  withdrawn: { value: 5, name: 'WITHDRAWED', label: "Retirée à l'entrepôt" }, // Wire spelling.
} as const satisfies Record<OrderStatus, unknown>

export const putawayStatuses = {
  announced: { value: 0, name: 'ANNOUNCED', label: 'Annoncée' },
  arrived: { value: 1, name: 'ARRIVED', label: 'Arrivée' },
  validated: { value: 2, name: 'VALIDATED', label: 'Validée' },
  refused: { value: 3, name: 'REFUSED', label: 'Refusée' },
} as const satisfies Record<PutawayStatus, unknown>

export const invoiceStates = {
  draft: { value: 0, name: 'DRAFT', label: 'Brouillon' },
  ongoing: { value: 1, name: 'ONGOING', label: 'En cours' },
  validated: { value: 2, name: 'VALIDATED', label: 'Validée' },
  cancelled: { value: 3, name: 'CANCELLED', label: 'Annulée' },
  paid: { value: 4, name: 'PAID', label: 'Réglée' },
} as const satisfies Record<InvoiceState, unknown>

export const transactionTypes = {
  received: { value: 'I', name: 'IN', label: 'Entrée' },
  shipped: { value: 'O', name: 'OUT', label: 'Sortie' },
  withdrawn: { value: 'O', name: 'OUT', label: 'Sortie' },
  moved: { value: 'M', name: 'MOVE', label: 'Déplacement' },
  found: { value: 'A', name: 'ADJUSTMENT', label: "Correction d'inventaire" },
  lost: { value: 'A', name: 'ADJUSTMENT', label: "Correction d'inventaire" },
} as const satisfies Record<ListedKind, unknown>

export const origins = {
  api: { value: 'API', name: 'API', label: 'API' },
  web: { value: 'WEB', name: 'WEB', label: 'Espace client' },
  operator: { value: 'OPERATOR', name: 'OPERATOR', label: 'Opérateur' },
} as const satisfies Record<OrderOrigin, unknown>

export const paymentModes = {
  sdd: { value: 'sdd', name: 'SDD', label: 'Prélèvement SEPA' },
  cb: { value: 'cb', name: 'CB', label: 'Carte bancaire' },
} as const

/** The mails of an account under the names that both versions give them. */
export const mailNames = {
  invoice_validated: 'invoiceValidated',
  order_new: 'getOutRequestNew',
  order_ready: 'getOutRequestReady',
  order_shipped: 'getOutRequestShipped',
  order_delivered: 'getOutRequestDelivered',
  putaway_new: 'putawayNew',
  bottle_received: 'bottleReceived',
} as const satisfies Record<MailKind, string>

export const mailLabels = {
  invoice_validated: 'Facture validée',
  order_new: 'Nouvelle commande',
  order_ready: 'Commande prête',
  order_shipped: 'Commande expédiée',
  order_delivered: 'Commande livrée',
  putaway_new: 'Nouvelle mise en cave',
  bottle_received: 'Bouteilles reçues',
} as const satisfies Record<MailKind, string>
