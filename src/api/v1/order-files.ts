import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import type { IncomingFile } from '../../core/files/receive-file.ts'
import { attachFilesOnce } from '../../core/orders/attach-files.ts'
import { invalidField, Refusal } from '../../core/problems.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { contentTypeFailure } from '../shared/failures.ts'
import { validatorCompiler } from '../shared/field-formats.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { IdParams } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromOrder, GetOutRequestShape } from './get-out-request-shape.ts'

// For the document only: the parts are read one by one as they arrive, so there is no body to validate.
const FilesForm = Type.Object({
  files: Type.Array(Type.String({ format: 'binary' }), { minItems: 1, maxItems: 10 }),
})

/** In a scope of its own, so that no other route takes a form. */
export function orderFileRoutes(app: TypedApp, deps: Deps): void {
  const { trackingBaseUrl } = deps.settings

  app.register(async (scope: TypedApp) => {
    // The business counts and weighs the files; a field is only read to be refused.
    await scope.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: 1024 } })
    scope.addHook('onRequest', async (request) => requireForm(request))

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
        validatorCompiler: (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part)),
      },
      (request, reply) =>
        attachFilesOnce(deps, request.caller, request.params.id, filesOf(request), {
          mayBeRepeat: request.headers['idempotency-key'] !== undefined,
          run: (fingerprint, attach) =>
            answerOnce(
              deps,
              request,
              reply,
              async (within) => ({ status: 201, body: fromOrder(await attach(within), trackingBaseUrl) }),
              fingerprint,
            ),
        }),
    )
  })
}

function requireForm(request: FastifyRequest): void {
  if (/^multipart\/form-data\s*;.*\bboundary=/i.test(request.headers['content-type'] ?? '')) return
  const message = 'The Content-Type header must be multipart/form-data, with a boundary.'
  throw new WireRefusal({ ...contentTypeFailure, message })
}

/** Browsers encode these three characters in the name of a file, and no other. */
const plainName = (name: string) => name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '')

/** The files of the form. Anything else in it is refused, as unknown names are in a JSON body. */
async function* filesOf(request: FastifyRequest): AsyncGenerator<IncomingFile> {
  let part: Multipart | undefined
  try {
    for await (part of request.parts()) {
      const { fieldname, type } = part
      if (fieldname !== 'files')
        throw invalidField('files', `must be the name of every part, and one is called ${fieldname}`)
      if (type === 'field') throw invalidField('files', 'must be a file, with a file name')
      yield { name: plainName(part.filename ?? ''), declaredType: part.mimetype, stream: part.file }
    }
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : invalidField('files', 'must come in a complete multipart/form-data form')
  } finally {
    // A sender who is refused half-way reads the answer only when all is sent, so the rest is taken and forgotten.
    if (part?.type === 'file') part.file.destroy()
    request.raw.unpipe()
    request.raw.resume()
  }
}
