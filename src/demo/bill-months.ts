import { at, type Day, seconds, workingDayFrom } from './demo-calendar.ts'
import type { DemoMove } from './demo-ledger.ts'
import type { DemoWorld } from './demo-world.ts'
import {
  goodwillLines,
  type InvoiceLine,
  linesOfMonth,
  photographLines,
  removalLines,
} from './invoice-lines.ts'
import { collector, type DemoOwner, merchant, operatorTerms, owners } from './people.ts'
import { seededRandom } from './random.ts'

export type DemoInvoice = {
  owner: DemoOwner
  /** The invoice that this one takes back, when it is a credit note. */
  credits: DemoInvoice | null
  /** The month it bills, unless it was written by hand. */
  month: Day | null
  number: string | null
  state: 'draft' | 'ongoing' | 'validated' | 'cancelled' | 'paid'
  purchaseOrder: string | null
  validatedAt: Date | null
  /** When its month was given free to be billed anew. */
  releasedAt: Date | null
  createdAt: Date
  updatedAt: Date
  lines: InvoiceLine[]
}

type BilledMonth = { owner: DemoOwner; month: Day; moves: readonly DemoMove[]; monthsSince: number }

const monthsBilled = 13
const cancelledMonth = 6

/** A bill a month for each owner, numbered over all of them in the order in which they were validated. */
export function billMonths(world: DemoWorld): DemoInvoice[] {
  const { today, ledger } = world
  const periods = billedPeriods(today)
  const movesOf = Map.groupBy(ledger.moves, (move) => move.bottle.owner)
  const invoices = owners.flatMap((owner) => {
    const moves = movesOf.get(owner) ?? []
    const bills = periods.map((month, index) => ({
      owner,
      month,
      moves,
      monthsSince: periods.length - 1 - index,
    }))
    return [...bills.flatMap((bill) => monthlyBills(today, bill)), ongoingBill(today, owner, moves, periods)]
  })
  invoices.push(removalDraft(today))
  numberInOrder(invoices)
  return invoices.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** A month is billed in the morning of the first working day after it. */
const billedOn = (month: Day): Day => workingDayFrom(month.add({ months: 1 }))

function billedPeriods(today: Day): Day[] {
  const thisMonth = today.with({ day: 1 })
  const months = Array.from({ length: monthsBilled + 1 }, (_, index) =>
    thisMonth.subtract({ months: monthsBilled + 1 - index }),
  )
  return months.filter((month) => billedOn(month).until(today).days > 0)
}

function monthlyBills(today: Day, { owner, month, moves, monthsSince }: BilledMonth): DemoInvoice[] {
  const random = seededRandom(`invoice ${owner.kind} ${monthsSince}`)
  const createdAt = at(
    billedOn(month),
    owner === merchant ? 8 : 7,
    random.between(0, 59),
    random.between(0, 59),
  )
  const validatedAt = seconds(random.between(20, 90) * 60, createdAt)
  const lines = [...linesOfMonth(moves, month), ...(monthsSince % 5 === 2 ? photographLines : [])]
  const purchaseOrder =
    owner === merchant && random.chance(60) ? `BC-${month.year}-${month.toString().slice(5, 7)}` : null
  const numbers = { number: null, credits: null, releasedAt: null }
  const bill = { owner, month, purchaseOrder, ...numbers, createdAt, validatedAt, lines }
  const settledAt = at(billedOn(month).add({ days: 9 }), 3, random.between(0, 59))
  const paid = monthsSince > 0 && settledAt < at(today, 0)
  const usual: DemoInvoice = paid
    ? { ...bill, state: 'paid', updatedAt: settledAt }
    : { ...bill, state: 'validated', updatedAt: validatedAt }
  if (owner !== merchant || monthsSince !== cancelledMonth) return [usual]
  // The first issue of this one forgot a discount: a credit note cancelled it, and it was billed again.
  const cancelledAt = seconds(3 * 3600, validatedAt)
  const cancelled: DemoInvoice = {
    ...usual,
    state: 'cancelled',
    releasedAt: cancelledAt,
    updatedAt: cancelledAt,
  }
  return [
    cancelled,
    creditNote(cancelled, cancelledAt),
    {
      ...usual,
      createdAt: cancelledAt,
      validatedAt: seconds(1800, cancelledAt),
      lines: [...lines, ...goodwillLines],
    },
  ]
}

/** Everything of the invoice with its sign turned round. */
const creditNote = (credits: DemoInvoice, validatedAt: Date): DemoInvoice => ({
  ...credits,
  credits,
  month: null,
  state: 'validated',
  releasedAt: null,
  createdAt: validatedAt,
  updatedAt: validatedAt,
  validatedAt,
  lines: credits.lines.map(({ source: _, quantity, ...line }) => ({ ...line, quantity: `-${quantity}` })),
})

/** What has come together since the last bill. */
function ongoingBill(
  today: Day,
  owner: DemoOwner,
  moves: readonly DemoMove[],
  periods: readonly Day[],
): DemoInvoice {
  const month = periods.at(-1)?.add({ months: 1 }) ?? today.with({ day: 1 })
  const begun = at(month, 6)
  // On the first of a month the new bill was opened the evening before.
  const createdAt = begun < at(today, 0) ? begun : at(today.subtract({ days: 1 }), 18)
  const lines = linesOfMonth(moves, month)
  const common = { owner, month, number: null, purchaseOrder: null, validatedAt: null }
  const neither = { credits: null, releasedAt: null }
  return { ...common, ...neither, state: 'ongoing', createdAt, updatedAt: createdAt, lines }
}

function removalDraft(today: Day): DemoInvoice {
  const createdAt = at(today.subtract({ days: 2 }), 16, 42)
  return {
    owner: collector,
    credits: null,
    month: null,
    number: null,
    state: 'draft',
    purchaseOrder: null,
    validatedAt: null,
    releasedAt: null,
    createdAt,
    updatedAt: createdAt,
    lines: removalLines,
  }
}

function numberInOrder(invoices: readonly DemoInvoice[]): void {
  const validated = invoices.flatMap((invoice) =>
    invoice.validatedAt ? [{ invoice, at: invoice.validatedAt }] : [],
  )
  const used = new Map<string, number>()
  for (const { invoice, at: moment } of validated.toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )) {
    const { invoice_prefix, credit_note_prefix } = operatorTerms
    const series = `${invoice.credits ? credit_note_prefix : invoice_prefix}${moment.getUTCFullYear()}`
    const next = (used.get(series) ?? 0) + 1
    used.set(series, next)
    invoice.number = `${series}-${String(next).padStart(4, '0')}`
  }
}
