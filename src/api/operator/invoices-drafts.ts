import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { announceInvoice } from '../../core/invoices/announce-invoice.ts'
import { getBookedInvoice } from '../../core/invoices/booked-invoice.ts'
import { createDraft } from '../../core/invoices/create-draft.ts'
import { deleteDraft } from '../../core/invoices/delete-draft.ts'
import {
  addDraftLine,
  changeDraftLine,
  changePurchaseOrder,
  removeDraftLine,
} from '../../core/invoices/edit-draft.ts'
import { validateInvoice } from '../../core/invoices/validate-invoice.ts'
import { FilledText, Id, IdParams, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { writtenBy } from './auth.ts'
import { fromInvoice, InvoiceShape, LineBody, toFreeLine } from './invoices-shape.ts'

const DraftBody = Type.Object(
  {
    account_id: Id,
    purchase_order: Type.Optional(OrNull(FilledText(200))),
    lines: Type.Array(LineBody, { maxItems: 500 }),
  },
  { additionalProperties: false },
)
const ChangeBody = Type.Object({ purchase_order: OrNull(FilledText(200)) }, { additionalProperties: false })
const LineParams = Type.Object({ id: Id, line_id: Id })

/** What a change of an invoice came to: the whole of it, as it is now. */
export async function bookedAnswer(
  within: Deps,
  status: number,
  invoiceId: number,
  accountId: number,
): Promise<{ status: number; body: Static<typeof InvoiceShape>; accountId: number; subjectId: number }> {
  const body = fromInvoice(await getBookedInvoice(within.db, invoiceId))
  return { status, body, accountId, subjectId: invoiceId }
}

export function invoiceDraftRoutes(app: TypedApp, deps: Deps): void {
  app.post(
    '/invoices',
    {
      config: writtenBy('invoice.create', 'billing'),
      schema: { summary: 'A free draft', body: DraftBody, response: { 201: InvoiceShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { account_id: accountId, purchase_order: purchaseOrder = null, lines } = request.body
        const { id } = await createDraft(within, { accountId, purchaseOrder, lines: lines.map(toFreeLine) })
        return bookedAnswer(within, 201, id, accountId)
      }),
  )

  app.put(
    '/invoices/:id',
    {
      config: writtenBy('invoice.edit', 'billing'),
      schema: {
        summary: "Set the owner's reference on a draft",
        params: IdParams,
        body: ChangeBody,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id } = request.params
        const { accountId } = await changePurchaseOrder(within, id, request.body.purchase_order)
        return bookedAnswer(within, 200, id, accountId)
      }),
  )

  app.delete(
    '/invoices/:id',
    {
      config: writtenBy('invoice.delete', 'billing'),
      schema: {
        summary: 'Delete a draft; what it billed can be billed again. Answers with the draft as it was',
        params: IdParams,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const body = fromInvoice(await getBookedInvoice(within.db, request.params.id))
        const { accountId } = await deleteDraft(within, request.params.id)
        return { status: 200, body, accountId, detail: { total: body.total, month: body.month } }
      }),
  )

  app.post(
    '/invoices/:id/lines',
    {
      config: writtenBy('invoice.add-line', 'billing'),
      schema: {
        summary: 'Add a free line to a draft; a discount is negative',
        params: IdParams,
        body: LineBody,
        response: { 201: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id } = request.params
        const { accountId } = await addDraftLine(within, id, toFreeLine(request.body))
        return bookedAnswer(within, 201, id, accountId)
      }),
  )

  app.put(
    '/invoices/:id/lines/:line_id',
    {
      config: writtenBy('invoice.change-line', 'billing'),
      schema: {
        summary: 'Change a free line of a draft',
        params: LineParams,
        body: LineBody,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, line_id } = request.params
        const { accountId } = await changeDraftLine(within, id, line_id, toFreeLine(request.body))
        return bookedAnswer(within, 200, id, accountId)
      }),
  )

  app.delete(
    '/invoices/:id/lines/:line_id',
    {
      config: writtenBy('invoice.remove-line', 'billing'),
      schema: {
        summary: 'Remove a free line of a draft',
        params: LineParams,
        response: { 200: InvoiceShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { id, line_id } = request.params
        const { accountId } = await removeDraftLine(within, id, line_id)
        return { ...(await bookedAnswer(within, 200, id, accountId)), detail: { line_id } }
      }),
  )

  for (const [step, verb, summary] of [
    ['validate', validateInvoice, 'Number a draft; from then on it never changes'],
    ['announce', announceInvoice, 'Show a draft to its owner as ongoing, without a number'],
  ] as const)
    app.post(
      `/invoices/:id/${step}`,
      {
        config: writtenBy(`invoice.${step}`, 'billing'),
        schema: { summary, params: IdParams, response: { 200: InvoiceShape } },
      },
      (request, reply) =>
        audited(deps, request, reply, async (within) => {
          const { id } = request.params
          const { accountId } = await verb(within, id)
          return bookedAnswer(within, 200, id, accountId)
        }),
    )
}
