import type { MovedClock } from '../../generated/sandbox.ts'

type Happened = MovedClock['happened'][number]

const verbs: Record<string, string> = {
  start: 'preparation started',
  ready: 'made ready',
  ship: 'shipped',
  deliver: 'delivered',
  withdraw: 'fetched by the customer',
  arrive: 'arrived',
  validate: 'validated',
}
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** `order.ship` of 17 is "Order 17 shipped"; what has no words yet is shown as it is written. */
export function happenedInWords({ what, id }: Pick<Happened, 'what' | 'id'>): string {
  const [thing = '', verb = ''] = what.split('.')
  return `${sentence(thing.replaceAll('_', ' '))} ${id} ${verbs[verb] ?? verb.replaceAll('_', ' ')}`.trim()
}
