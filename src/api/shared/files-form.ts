import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { IncomingFile } from '../../core/files/receive-file.ts'
import { invalidField, Refusal } from '../../core/problems.ts'
import { WireRefusal } from './answer-errors.ts'
import { contentTypeFailure } from './failures.ts'
import { validatorCompiler } from './field-formats.ts'
import type { TypedApp } from './typed-app.ts'

/** For the document only: the parts are read one by one as they arrive, so there is no body to validate. */
export const FilesForm = Type.Object({
  files: Type.Array(Type.String({ format: 'binary' }), { minItems: 1, maxItems: 10 }),
})

/** To be the validator compiler of a route whose body is a `FilesForm`. */
export const formValidator = (part: Parameters<typeof validatorCompiler>[0]) =>
  part.httpPart === 'body' ? () => true : validatorCompiler(part)

/** Routes that take a form with files, in a scope of their own, so that no other route takes one. */
export function withFilesForm(app: TypedApp, addRoutes: (scope: TypedApp) => void): void {
  app.register(async (scope: TypedApp) => {
    // The business counts and weighs the files; a field is only read to be refused.
    await scope.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: 1024 } })
    scope.addHook('onRequest', async (request) => requireForm(request))
    addRoutes(scope)
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
export async function* filesOf(request: FastifyRequest): AsyncGenerator<IncomingFile> {
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
