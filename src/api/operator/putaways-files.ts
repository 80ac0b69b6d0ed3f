import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { attachPutawayFiles } from '../../core/putaways/attach-putaway-files.ts'
import { getPutawayDetail } from '../../core/putaways/putaway-detail-reads.ts'
import { getPutawayFile } from '../../core/putaways/putaway-files.ts'
import { accountOfPutaway } from '../../core/putaways/putaway-reads.ts'
import { FilesForm, filesOf, formValidator, withFilesForm } from '../shared/files-form.ts'
import { Id, IdParams } from '../shared/schemas.ts'
import { downloadAnswers, sendFile } from '../shared/send-file.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'
import { FileShape, fromFile, fromPutaway, PutawayShape } from './putaways-shape.ts'

export function putawayFileRoutes(app: TypedApp, deps: Deps): void {
  withFilesForm(app, (scope) => {
    scope.post(
      '/putaways/:id/files',
      {
        config: writtenBy('putaway.attach', 'warehouse'),
        schema: {
          summary: 'Attach delivery notes and photographs',
          consumes: ['multipart/form-data'],
          params: IdParams,
          body: FilesForm,
          response: { 201: PutawayShape },
        },
        validatorCompiler: formValidator,
      },
      (request, reply) =>
        attachPutawayFiles(deps, request.staff, request.params.id, filesOf(request), {
          mayBeRepeat: request.headers['idempotency-key'] !== undefined,
          run: (fingerprint, attach) =>
            audited(
              deps,
              request,
              reply,
              async (within) => {
                const putaway = await attach(within)
                const detail = { files: putaway.files.map(({ name }) => name) }
                return { status: 201, body: fromPutaway(putaway), accountId: putaway.account.id, detail }
              },
              fingerprint,
            ),
        }),
    )
  })

  app.get(
    '/putaways/:id/files',
    {
      config: readBy(),
      schema: {
        summary: 'The files of a putaway, in the order they came',
        params: IdParams,
        response: { 200: Type.Array(FileShape) },
      },
    },
    async (request) => {
      const { id } = request.params
      const { files } = await getPutawayDetail(deps.db, await accountOfPutaway(deps.db, id), id)
      return files.map(fromFile)
    },
  )

  app.get(
    '/putaways/:id/files/:file_id',
    {
      config: readBy(),
      schema: {
        summary: 'One file, to be saved',
        params: Type.Object({ id: Id, file_id: Id }),
        response: downloadAnswers,
      },
    },
    async (request, reply) => {
      const { id, file_id } = request.params
      const file = await getPutawayFile(deps.db, await accountOfPutaway(deps.db, id), id, file_id)
      return sendFile(deps, request, reply, file)
    },
  )
}
