import { attachFilesOnce } from '../../core/orders/attach-files.ts'
import { FilesForm, filesOf, formValidator, withFilesForm } from '../shared/files-form.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { shows } from '../shared/preview.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromOrder, GetOutRequestShape } from './get-out-request-shape.ts'

export function orderFileRoutes(app: TypedApp): void {
  withFilesForm(app, (scope) => {
    scope.post(
      '/get-out-requests/:id/files',
      {
        config: { takesFiles: true },
        schema: {
          summary: 'Attach files to an order that is not in preparation',
          consumes: ['multipart/form-data'],
          params: IdParams,
          body: FilesForm,
          response: { 201: GetOutRequestShape },
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
                body: fromOrder(shows(request, 'order', await attach(within)), linksFor(request)),
              }),
              fingerprint,
            ),
        }),
    )
  })
}
