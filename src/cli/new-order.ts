import type { NewOrder } from '../../client/src/client.ts'
import { StartRefusal } from '../start-refusal.ts'

const addressOptions = {
  firstname: { type: 'string' },
  lastname: { type: 'string' },
  company: { type: 'string' },
  street1: { type: 'string' },
  street2: { type: 'string' },
  city: { type: 'string' },
  zipcode: { type: 'string' },
  country: { type: 'string' },
  phone: { type: 'string' },
  email: { type: 'string' },
  'vat-number': { type: 'string' },
  detail: { type: 'string' },
} as const

/** The options that say what to order. */
export const newOrderOptions = {
  ...addressOptions,
  reference: { type: 'string', multiple: true, default: [] as string[] },
  quantity: { type: 'string', multiple: true, default: [] as string[] },
  date: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  comment: { type: 'string' },
  'own-reference': { type: 'string' },
  partial: { type: 'boolean', default: false },
} as const

export const newOrderHelp = `Options of create:
  --reference REFERENCE --quantity N   a line of the order; both again for each further one
  --firstname --lastname --company --street1 --street2 --city --zipcode --country
  --phone --email --vat-number --detail
                         deliver to this address; without any, the order is picked up
  --date YYYY-MM-DD      the day wanted, else the first that is possible
  --start HH:MM --end HH:MM  the hours wanted
  --comment WORDS        a note for the warehouse
  --own-reference WORDS  your own name for the order
  --partial              take what is there rather than nothing`

type AddressName = keyof typeof addressOptions
export type NewOrderGiven = { [K in AddressName]?: string | undefined } & {
  reference: readonly string[]
  quantity: readonly string[]
  date?: string | undefined
  start?: string | undefined
  end?: string | undefined
  comment?: string | undefined
  'own-reference'?: string | undefined
  partial: boolean
}

export function toNewOrder(given: NewOrderGiven): NewOrder {
  const address = addressOf(given)
  return {
    content: linesOf(given),
    pickup: address === undefined,
    allow_partial_fulfillment: given.partial,
    ...(address && { address }),
    ...present({
      delivery_date: given.date,
      delivery_start: given.start,
      delivery_end: given.end,
      comment: given.comment,
      reference: given['own-reference'],
    }),
  }
}

function linesOf({ reference: references, quantity: quantities }: NewOrderGiven): NewOrder['content'] {
  if (references.length === 0)
    throw new StartRefusal('An order needs bottles: --reference "412|0.75|bottles" --quantity 6.')
  if (references.length !== quantities.length)
    throw new StartRefusal(
      `Every --reference has its --quantity: here are ${references.length} and ${quantities.length}.`,
    )
  return references.map((reference, index) => ({ reference, quantity: countOf(quantities[index] ?? '') }))
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new StartRefusal(`--quantity is a number of bottles, not "${text}".`)
  return Number(text)
}

function addressOf(given: NewOrderGiven): NewOrder['address'] {
  const names = Object.keys(addressOptions) as AddressName[]
  const entries = names.map((name) => [name.replace('-', '_'), given[name]])
  const address = present(Object.fromEntries(entries))
  return Object.keys(address).length > 0 ? address : undefined
}

const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
