import {
  type Columns,
  day,
  decimal,
  instant,
  int,
  orNull,
  type Page,
  pagedStatement,
  type Row,
  statement,
  text,
} from '../../db/statement.ts'
import { readMonth } from '../billing/billing-month.ts'
import { parisClock } from '../calendar/paris-time.ts'
import type { Deps } from '../deps.ts'
import { atTimeOf } from '../sandbox/account-clock.ts'

export const entryColumns = `i.id, i.account_id as "accountId", coalesce(a.company, a.name) as "accountName", i.kind, i.number, i.state, i.month,
  i.credits_id as "creditsId", i.purchase_order as "purchaseOrder", i.payment_mode as "paymentMode", i.subtotal, i.vat, i.total,
  i.paid, i.credited, i.open_amount as "openAmount", i.due_on as "dueOn", i.validated_at as "validatedAt",
  i.created_at as "createdAt", i.updated_at as "updatedAt"`
export const entryRow = {
  id: int,
  accountId: int,
  accountName: text,
  kind: text,
  number: orNull(text),
  state: text,
  /** The first day of the month that it bills. */
  month: orNull(day),
  creditsId: orNull(int),
  purchaseOrder: orNull(text),
  paymentMode: text,
  subtotal: decimal,
  vat: decimal,
  total: decimal,
  paid: decimal,
  credited: decimal,
  openAmount: decimal,
  dueOn: orNull(day),
  validatedAt: orNull(instant),
  createdAt: instant,
  updatedAt: instant,
} satisfies Columns
/** An invoice, draft or credit note as the operator's books have it. */
export type BookEntry = Row<typeof entryRow>
/** What to look for; what is left out is not asked about. `month` is that which was billed, `2026-10`. */
export type BookFilter = { accountId?: number; state?: string; month?: string; isOverdue?: boolean }
type Condition = 'accountId' | 'state' | 'month' | 'dueBefore'

const conditions = {
  accountId: (value: string) => `i.account_id = ${value}`,
  state: (value: string) => `i.state = ${value}`,
  month: (value: string) => `i.month = ${value}`,
  dueBefore: (value: string) => `i.open_amount > 0 and i.due_on < ${value}`,
} as const satisfies Record<Condition, (value: string) => string>
const conditionNames = Object.keys(conditions) as Condition[]

// A statement for each combination of filters, so that each walks the index that fits it.
function statementsFor(chosen: readonly Condition[]) {
  const condition = ['true', ...chosen.map((name, at) => conditions[name](`$${at + 1}`))].join(' and ')
  const name = ['books', ...chosen].join('-')
  const page = pagedStatement(
    `invoices.${name}`,
    (window) => `with page as (select i.* from invoices i where ${condition} order by i.id desc ${window})
      select ${entryColumns} from page i join accounts a on a.id = i.account_id order by i.id desc`,
    entryRow,
  )
  const count = statement(
    `invoices.${name}-count`,
    `select count(*) as total from invoices i where ${condition}`,
    { total: int },
  )
  return { page, count }
}
const combinations = conditionNames.reduce<Condition[][]>(
  (known, name) => known.concat(known.map((each) => [...each, name])),
  [[]],
)
const statements = new Map(combinations.map((chosen) => [chosen.join(), statementsFor(chosen)]))

/** Newest first. */
export async function listBooks(deps: Deps, filter: BookFilter, page: Page) {
  // Overdue is what is so on the clock of the account; over all accounts, on the operator's.
  const { db, now } = filter.accountId === undefined ? deps : await atTimeOf(deps, filter.accountId)
  const values: Record<Condition, unknown> = {
    accountId: filter.accountId,
    state: filter.state,
    month: filter.month && readMonth(filter.month).firstDay,
    dueBefore: filter.isOverdue ? parisClock(now()).toPlainDate().toString() : undefined,
  }
  const chosen = conditionNames.filter((name) => values[name] !== undefined)
  const found = statements.get(chosen.join())
  if (!found) throw new Error('Every combination of filters has its statements')
  const bound = chosen.map((name) => values[name])
  const [records, counted] = await Promise.all([db.rows(found.page(page), bound), db.row(found.count, bound)])
  return { records, total: counted?.total ?? 0 }
}
