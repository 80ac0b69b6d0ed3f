import type { Random } from '../../../src/demo/random.ts'
import { faultInOrder, faultInRefusal, type OrderRecord } from './answers.ts'
import { bodyFor, type Content, contentIn } from './content.ts'
import type { KnownOrder, OrderBook } from './order-book.ts'
import type { RaceClient, Told } from './race-client.ts'

/** One of many who order from the same shelves at once. */
export type Racer = {
  name: string
  client: RaceClient
  book: OrderBook
  random: Random
  wineNames: Map<number, string>
  /** Where the next request goes. */
  origin: () => string
  ask: () => Content
  change: (present: Content) => Content
  /** How many in a hundred do so. */
  habits: { create: number; delete: number; partial: number; twice: number; ofOthers: number }
  /** Lines in falling order of the wines. */
  reversed: boolean
  /** Hears how every order and every edit came out. */
  outcome: (is: 'acknowledged' | 'refused') => void
  /** Hears of everything that must not be. */
  fault: (what: string) => void
  /** Hears of an answer that was lost, or was an error of the service. Whether that is a fault is not for a racer to say. */
  trouble: (answer: Told | Error, origin: string) => Promise<void>
}

type Lost = { status: 'lost'; sentAt: number }
type Sent = Told | Lost
type Request = Parameters<RaceClient['call']> extends [string, ...infer Rest] ? Rest : never

const isTold = (answer: Sent): answer is Told => answer.status !== 'lost'

export async function takeStep(racer: Racer, step: number): Promise<void> {
  const { random, habits } = racer
  const order = random.chance(habits.create) ? undefined : orderToChange(racer)
  if (!order) return create(racer, `${racer.name}-${step}`)
  if (random.chance(habits.delete)) return remove(racer, order.id)
  return edit(racer, order)
}

/** Usually one of the racer's own, which nobody else changes unless it is in the habit of all to do so. */
function orderToChange({ book, random, habits, name }: Racer): KnownOrder | undefined {
  const open = book.open()
  const own = open.filter(({ madeBy }) => madeBy === name)
  const choice = random.chance(habits.ofOthers) ? open : own
  return choice.length > 0 ? random.pick(choice) : undefined
}

async function send(racer: Racer, ...[method, path, more]: Request): Promise<Sent> {
  const sentAt = performance.now()
  const origin = racer.origin()
  const answer = await racer.client
    .call(origin, method, path, more)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (!(answer instanceof Error) && answer.status < 500) return answer
  await racer.trouble(answer, origin)
  return { status: 'lost', sentAt }
}

async function create(racer: Racer, reference: string): Promise<void> {
  const { random, habits, book } = racer
  const content = racer.ask()
  const partial = random.chance(habits.partial)
  const key = random.chance(habits.twice) ? reference : undefined
  const body = bodyFor(
    content,
    { half_day: 'am', reference, ...(partial && { auto_qty: 1 }) },
    racer.reversed,
  )
  const once = () => send(racer, 'POST', '', { body, key })
  const answers = await Promise.all(key === undefined ? [once()] : [once(), once()])

  const told = answers.filter(isTold)
  const made = told.filter(({ status }) => status === 201)
  for (const answer of told) if (answer.status !== 201) judgeRefusal(racer, answer, content)
  const [first, second] = made
  if (!first) {
    if (told.length < answers.length) book.lostCreates.set(reference, { content, body, key })
    return
  }
  const record = first.body as OrderRecord
  judgeOrder(racer, record, content, partial)
  if (second && (second.replayed === first.replayed || (second.body as OrderRecord).id !== record.id))
    racer.fault(`one key made ${record.id} and ${(second.body as OrderRecord).id}`)
  book.made(record.id, racer.name, { ...first, content: contentIn(record) })
}

async function edit(racer: Racer, { id, content: present }: KnownOrder): Promise<void> {
  const content = racer.change(present)
  const partial = racer.random.chance(racer.habits.partial)
  const body = bodyFor(content, partial ? { auto_qty: 1 } : {}, racer.reversed)
  const answer = await send(racer, 'PUT', `/${id}`, { body })
  if (!isTold(answer)) return racer.book.lost(id, content, answer.sentAt)
  if (answer.status === 404) return judgeMissing(racer, id)
  if (answer.status !== 200) return judgeRefusal(racer, answer, content)
  const record = answer.body as OrderRecord
  judgeOrder(racer, record, content, partial)
  racer.book.told(id, { ...answer, content: contentIn(record) })
}

async function remove(racer: Racer, id: number): Promise<void> {
  racer.book.deleteSent(id)
  const once = () => send(racer, 'DELETE', `/${id}`)
  const answers = await Promise.all(racer.random.chance(racer.habits.twice) ? [once(), once()] : [once()])
  const deleted = answers.filter(isTold).filter(({ status }) => status === 200)
  const lost = answers.find((answer) => !isTold(answer))
  for (const answer of deleted) racer.book.told(id, { ...answer, content: null })
  if (lost) return racer.book.lost(id, null, lost.sentAt)
  if (deleted.length !== 1 || answers.some(({ status }) => status !== 200 && status !== 404))
    racer.fault(`deleting order ${id} answered ${answers.map(({ status }) => status).join(' and ')}`)
}

function judgeOrder(racer: Racer, record: OrderRecord, asked: Content, partial: boolean): void {
  racer.outcome('acknowledged')
  const fault = faultInOrder(record, asked, partial)
  if (fault) racer.fault(fault)
}

function judgeRefusal(racer: Racer, answer: Told, asked: Content): void {
  racer.outcome('refused')
  const fault = faultInRefusal(answer, asked, racer.wineNames)
  if (fault) racer.fault(fault)
}

function judgeMissing({ book, fault }: Racer, id: number): void {
  if (!book.mayBeDeleted(id)) fault(`order ${id} was not found, and nobody deleted it`)
}
