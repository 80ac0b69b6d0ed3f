import { makeDeliverySlip } from '../../core/documents/make-delivery-slip.ts'
import { IdParams } from '../shared/schemas.ts'
import { downloadAnswers, sendPdf } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'

export function deliverySlipRoutes(app: TypedApp): void {
  app.get(
    '/get-out-requests/:id/delivery-slip',
    {
      schema: {
        summary: 'The delivery slip of an order that is ready, as a PDF',
        params: IdParams,
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      return sendPdf(reply, await makeDeliverySlip(request.deps, request.caller.accountId, request.params.id))
    },
  )
}
