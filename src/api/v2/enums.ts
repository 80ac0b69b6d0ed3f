import Type from 'typebox'
import { mailKinds } from '../../core/accounts/profile.ts'
import { listColors } from '../../core/catalogue/color-reads.ts'
import {
  invoiceStates,
  mailLabels,
  mailNames,
  orderStatuses,
  origins,
  paymentModes,
  putawayStatuses,
  transactionTypes,
} from '../shared/enums.ts'
import type { TypedApp } from '../shared/typed-app.ts'

type Entry = { value: number | string; name: string; label: string }

const EntryShape = Type.Object({
  value: Type.Unsafe<number | string>({ type: ['integer', 'string'] }),
  name: Type.String(),
  label: Type.String(),
})

/** Two kinds of the business may be one on the wire. */
const distinct = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ value }, index) => entries.findIndex((each) => each.value === value) === index)

const changes = { create: 'créée', update: 'modifiée', delete: 'supprimée' } as const
const subjects = { order: 'Commande', putaway: 'Mise en cave', invoice: 'Facture' } as const
const eventTypes: Entry[] = [
  ...Object.entries(subjects).flatMap(([subject, noun]) =>
    Object.entries(changes).map(([change, verb]) => ({
      value: `${subject}.${change}`,
      name: `${subject}_${change}`.toUpperCase(),
      label: `${noun} ${verb}`,
    })),
  ),
  { value: 'stock.update', name: 'STOCK_UPDATE', label: 'Stock modifié' },
]

const fixed = {
  order_status: Object.values(orderStatuses),
  putaway_status: Object.values(putawayStatuses),
  invoice_state: Object.values(invoiceStates),
  transaction_type: distinct(Object.values(transactionTypes)),
  origin: Object.values(origins),
  payment_mode: Object.values(paymentModes),
  event_type: eventTypes,
  email_type: mailKinds.map((kind) => ({
    value: mailNames[kind],
    name: kind.toUpperCase(),
    label: mailLabels[kind],
  })),
} as const satisfies Record<string, readonly Entry[]>
type FixedLabel = keyof typeof fixed

const labels = [...(Object.keys(fixed) as FixedLabel[]), 'color'] as const
const EnumQuery = Type.Object({
  label: Type.Unsafe<FixedLabel | 'color'>({ type: 'string', enum: labels }),
})

export function enumRoutes(app: TypedApp): void {
  app.get(
    '/enums',
    {
      schema: {
        summary: 'Every value of an enumeration',
        querystring: EnumQuery,
        response: { 200: Type.Array(EntryShape) },
      },
    },
    async (request): Promise<Entry[]> => {
      const { label } = request.query
      if (label !== 'color') return [...fixed[label]]
      return (await listColors(request.deps.db)).map((color) => ({
        value: color,
        name: color.toUpperCase(),
        label: color,
      }))
    },
  )
}
