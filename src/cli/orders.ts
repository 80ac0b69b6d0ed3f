import type { CaveauClient, Order } from '../../client/src/client.ts'
import { StartRefusal } from '../start-refusal.ts'
import { type Command, readArguments } from './command.ts'
import { newOrderHelp, newOrderOptions, toNewOrder } from './new-order.ts'
import { orderInWords, ordersInWords } from './order-words.ts'
import { remoteHelp, remoteOptions, tell, withClient } from './remote.ts'

const help = `Usage: caveau orders [list] [--page N] [--count N] [--all]
       caveau orders show ID
       caveau orders create --reference REFERENCE --quantity N [--reference … --quantity …] …
       caveau orders delete ID

list    the orders, newest first: a page of them, or --all
show    one order with its lines
create  orders bottles; "caveau cellar" shows their references, such as "412|0.75|bottles"
delete  deletes an order that is not in preparation, and frees its bottles

${newOrderHelp}

${remoteHelp}`

const options = {
  ...remoteOptions,
  ...newOrderOptions,
  page: { type: 'string', default: '1' },
  count: { type: 'string', default: '30' },
  all: { type: 'boolean', default: false },
} as const

type Given = ReturnType<typeof readGiven>['values']
const readGiven = (args: string[]) => readArguments(args, options)

/** What to do, once all that was given has been read. */
type Work = (client: CaveauClient) => Promise<void>

const actions: Record<string, (given: Given, words: readonly string[]) => Work> = {
  list(given, words) {
    refuseWords(words)
    const query = { page: wholeNumber('--page', given.page), count: wholeNumber('--count', given.count) }
    return async (client) => {
      if (!given.all) {
        const { records, total } = await client.orders.page(query)
        return tell(given, records, (orders) => ordersInWords(orders, total))
      }
      const orders: Order[] = []
      for await (const order of client.orders.all({ count: 1000 })) orders.push(order)
      tell(given, orders, () => ordersInWords(orders, orders.length))
    }
  },
  show(given, words) {
    const id = readId(words)
    return async (client) => tell(given, await client.orders.get(id), orderInWords)
  },
  create(given, words) {
    refuseWords(words)
    const order = toNewOrder(given)
    return async (client) => tell(given, await client.orders.create(order), orderInWords)
  },
  delete(given, words) {
    const id = readId(words)
    return async (client) =>
      tell(given, await client.orders.delete(id), () => `Order ${id} is deleted, and its bottles are free.`)
  },
}

function refuseWords([word]: readonly string[]): void {
  if (word !== undefined) throw new StartRefusal(`"${word}" is one word too many.\n\n${help}`)
}

function readId([id, ...rest]: readonly string[]): number {
  refuseWords(rest)
  if (id === undefined) throw new StartRefusal('Say which order: its id is in the first column of the list.')
  return wholeNumber('The id of an order', id)
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new StartRefusal(`${name} is a whole number, not "${text}".`)
  return Number(text)
}

export const ordersCommand: Command = {
  summary: 'list, show, create and delete orders, asking a running service',
  help,
  run: async (args) => {
    const { values, positionals } = readGiven(args)
    const [name = 'list', ...words] = positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new StartRefusal(`Orders can be listed, shown, created and deleted.\n\n${help}`)
    return withClient(values, action(values, words))
  },
}
