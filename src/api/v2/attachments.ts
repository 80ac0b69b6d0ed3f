import Type from 'typebox'
import { makeDeliverySlip } from '../../core/documents/make-delivery-slip.ts'
import { attachFilesOnce } from '../../core/orders/attach-files.ts'
import { getOrderFile } from '../../core/orders/order-file-reads.ts'
import { FilesForm, filesOf, formValidator, withFilesForm } from '../shared/files-form.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import { downloadAnswers, sendFile, sendPdf } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromOrder, OrderShape } from './order-shape.ts'

export function attachmentRoutes(app: TypedApp): void {
  withFilesForm(app, (scope) => {
    scope.post(
      '/orders/:id/attachments',
      {
        schema: {
          summary: 'Attach files to an order that is not in preparation',
          consumes: ['multipart/form-data'],
          params: IdParams,
          body: FilesForm,
          response: { 201: OrderShape },
        },
        validatorCompiler: formValidator,
      },
      (request, reply) =>
        attachFilesOnce(request.deps, request.caller, request.params.id, filesOf(request), {
          mayBeRepeat: request.headers['idempotency-key'] !== undefined,
          run: (fingerprint, attach) =>
            answerOnce(
              request,
              reply,
              async (within) => ({
                status: 201,
                body: fromOrder(await attach(within), linksFor(request)),
              }),
              fingerprint,
            ),
        }),
    )
  })

  app.get(
    '/orders/:id/attachments/:file_id',
    {
      schema: {
        summary: 'An attached file, to be saved',
        params: Type.Object({ id: Id, file_id: Id }),
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      const { id, file_id } = request.params
      return sendFile(
        request.deps,
        request,
        reply,
        await getOrderFile(request.deps.db, request.caller.accountId, id, file_id),
      )
    },
  )

  app.get(
    '/orders/:id/delivery-slip',
    {
      schema: {
        summary: 'The delivery slip of an order that is ready, as a PDF',
        params: IdParams,
        response: downloadAnswers,
      },
    },
    async (request, reply) =>
      sendPdf(reply, await makeDeliverySlip(request.deps, request.caller.accountId, request.params.id)),
  )
}
