import type { Deps } from '../../core/deps.ts'
import { makeDeliverySlip } from '../../core/documents/make-delivery-slip.ts'
import { IdParams } from '../shared/schemas.ts'
import { attachmentCalled } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'

export function deliverySlipRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/get-out-requests/:id/delivery-slip',
    {
      schema: {
        summary: 'The delivery slip of an order that is ready, as a PDF',
        params: IdParams,
        response: { 200: { description: 'A PDF', content: { 'application/pdf': { schema: {} } } } },
      },
    },
    async (request, reply) => {
      const { name, bytes } = await makeDeliverySlip(deps, request.caller.accountId, request.params.id)
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': attachmentCalled(name),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      return reply.send(bytes)
    },
  )
}
