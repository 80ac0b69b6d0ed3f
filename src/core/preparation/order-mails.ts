import { dayInWords } from '../calendar/day-in-words.ts'
import type { Deps } from '../deps.ts'
import { type OwnerMailKind, tellOwner } from '../mails/tell-owner.ts'
import { countBottles } from '../orders/new-order.ts'
import type { Order } from '../orders/order.ts'
import { trackingUrl } from '../orders/tracking-url.ts'
import type { Leaf } from './lock-leaf.ts'
import { goodsInWords } from './pick-list.ts'

type Named = { id: number; parentId?: number | null; reference?: string | null }

const nameOf = ({ id, parentId }: Named) => (parentId ? `Order ${parentId}, part ${id},` : `Order ${id}`)
const named = (leaf: Leaf, order: Order): Named => ({ ...leaf, reference: order.reference })

const bottles = (count: number) => (count === 1 ? '1 bottle' : `${count} bottles`)

function tell(
  within: Deps,
  leaf: Leaf,
  about: Named,
  mail: { kind: OwnerMailKind; says: string; body: readonly (string | false)[] },
): Promise<void> {
  const reference = about.reference ? ` (your reference: ${about.reference})` : ''
  return tellOwner(within, leaf.accountId, {
    kind: mail.kind,
    copies: mail.kind === 'order_short' ? 'stock' : 'none',
    subject: `${nameOf(about)} ${mail.says}`,
    body: [
      `${nameOf(about)} ${mail.says}${reference}.`,
      ...mail.body.filter((each) => each !== false),
      '',
    ].join('\n\n'),
  })
}

const contentOf = ({ lines }: Order) =>
  lines
    .map(
      ({ wine, quantity, ...line }) =>
        `${quantity} × ${goodsInWords({ ...line, wineName: wine.name, vintage: wine.vintage })}`,
    )
    .join('\n')

export const tellReady = (within: Deps, leaf: Leaf, order: Order, parcels: number): Promise<void> =>
  tell(within, leaf, named(leaf, order), {
    kind: 'order_ready',
    says: 'is ready',
    body: [
      order.handover === 'pickup'
        ? `It can be collected at ${order.warehouse.publicName} from ${dayInWords(order.deliveryDate)} on.`
        : `It is to be delivered on ${dayInWords(order.deliveryDate)}.`,
      `${bottles(countBottles(order.lines))} in ${parcels === 1 ? '1 parcel' : `${parcels} parcels`}:\n${contentOf(order)}`,
    ],
  })

export const tellShipped = (within: Deps, leaf: Leaf, order: Order, carrier: string): Promise<void> => {
  const { trackingBaseUrl } = within.settings
  const links = order.trackingNumbers.map((each) => `${each}: ${trackingUrl(trackingBaseUrl, each)}`)
  return tell(within, leaf, named(leaf, order), {
    kind: 'order_shipped',
    says: 'is on its way',
    body: [
      `${carrier} brings ${bottles(countBottles(order.lines))}, to be delivered on ${dayInWords(order.deliveryDate)}.`,
      links.length > 0 && `Follow it here:\n${links.join('\n')}`,
    ],
  })
}

type Delivered = { deliveredOn: string; remark: string | null }

export const tellDelivered = (within: Deps, leaf: Leaf, order: Order, delivered: Delivered): Promise<void> =>
  tell(within, leaf, named(leaf, order), {
    kind: 'order_delivered',
    says: 'has been delivered',
    body: [
      `${bottles(countBottles(order.lines))} were delivered on ${dayInWords(delivered.deliveredOn)}.`,
      delivered.remark !== null && `Remark: ${delivered.remark}`,
    ],
  })

export const tellHeld = (within: Deps, leaf: Leaf, order: Order, reason: string): Promise<void> =>
  tell(within, leaf, named(leaf, order), {
    kind: 'order_held',
    says: 'is on hold',
    body: [
      `Reason: ${reason}`,
      'Nothing is done with it until this is settled. Please get in touch with us.',
    ],
  })

type Short = {
  wineName: string
  vintage: number
  formatMl: number
  boxCode: string
  quantity: number
  reason: string
}

const lossOf = (short: Short) =>
  `${bottles(short.quantity)} of ${goodsInWords(short)} ${short.quantity === 1 ? 'is' : 'are'} ${short.reason}, and no equal bottle is left in the warehouse.`

export const tellShort = (within: Deps, leaf: Leaf, order: Order, short: Short): Promise<void> =>
  tell(within, leaf, named(leaf, order), {
    kind: 'order_short',
    says: 'comes with fewer bottles',
    body: [lossOf(short), `It goes on with ${bottles(countBottles(order.lines))}:\n${contentOf(order)}`],
  })

export const tellEmptied = (within: Deps, leaf: Leaf, short: Short): Promise<void> =>
  tell(within, leaf, leaf, {
    kind: 'order_short',
    says: 'cannot be carried out',
    body: [lossOf(short), 'Nothing is left of it, so it has been deleted.'],
  })
