import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../problems.ts'
import { WorkRefusal } from '../work-refusal.ts'
import { type FreeLine, isFreeLine, refuseBadLines, refuseTooManyLines, toNewLine } from './free-lines.ts'
import { addLines } from './invoice-writes.ts'
import { changeOpenInvoice } from './open-invoice.ts'

const updateLine = statement(
  'invoice-lines.update',
  `update invoice_lines set product_id = $4, label = $5, quantity = $6, unit_price = $7, vat_percent = $8
   where account_id = $1 and invoice_id = $2 and id = $3`,
  {},
)
const deleteLine = statement(
  'invoice-lines.delete-one',
  'delete from invoice_lines where account_id = $1 and invoice_id = $2 and id = $3',
  {},
)
const setPurchaseOrder = statement(
  'invoices.set-purchase-order',
  'update invoices set purchase_order = $3 where account_id = $1 and id = $2',
  {},
)

/** Lines are named by themselves on the wire, not as part of a list. */
const byItself = (_index: number, field: string) => field

async function requireFreeLine(
  db: Database,
  accountId: number,
  invoiceId: number,
  lineId: number,
): Promise<void> {
  const isFree = await isFreeLine(db, accountId, invoiceId, lineId)
  if (isFree === undefined) throw notFound()
  if (!isFree)
    throw new WorkRefusal(
      'step_not_possible',
      `The line ${lineId} was computed by the billing run, which would put it back. Add a free line that corrects it.`,
    )
}

export const addDraftLine = (deps: Deps, invoiceId: number, line: FreeLine) =>
  changeOpenInvoice(deps, invoiceId, async ({ db }, accountId) => {
    await refuseBadLines(db, [line], byItself)
    await refuseTooManyLines(db, accountId, invoiceId, 1)
    await addLines(db, accountId, invoiceId, [toNewLine(line)])
  })

export const changeDraftLine = (deps: Deps, invoiceId: number, lineId: number, line: FreeLine) =>
  changeOpenInvoice(deps, invoiceId, async ({ db }, accountId) => {
    await requireFreeLine(db, accountId, invoiceId, lineId)
    await refuseBadLines(db, [line], byItself)
    await db.run(updateLine, [
      accountId,
      invoiceId,
      lineId,
      line.productId,
      line.label,
      line.quantity,
      line.unitPrice,
      line.vatPercent,
    ])
  })

export const removeDraftLine = (deps: Deps, invoiceId: number, lineId: number) =>
  changeOpenInvoice(deps, invoiceId, async ({ db }, accountId) => {
    await requireFreeLine(db, accountId, invoiceId, lineId)
    await db.run(deleteLine, [accountId, invoiceId, lineId])
  })

/** The owner's own number for this invoice; without one the account's is printed. */
export const changePurchaseOrder = (deps: Deps, invoiceId: number, purchaseOrder: string | null) =>
  changeOpenInvoice(deps, invoiceId, async ({ db }, accountId) => {
    await db.run(setPurchaseOrder, [accountId, invoiceId, purchaseOrder])
  })
