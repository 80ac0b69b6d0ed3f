import type { Readable } from 'node:stream'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { cleanFileName } from '../../core/files/file-name.ts'
import { invalidField, refuse } from '../../core/problems.ts'
import { WireRefusal } from '../shared/answer-errors.ts'
import { contentTypeFailure } from '../shared/failures.ts'
import type { TypedApp } from '../shared/typed-app.ts'

const plainTypes = ['text/csv', 'application/octet-stream']
export const tableTypes = [...plainTypes, 'multipart/form-data']

/** Routes whose body is a file of their own kind, in a scope of their own, so that no other route takes one. */
export function withTableUpload(app: TypedApp, addRoutes: (scope: TypedApp) => void): void {
  app.register(async (scope: TypedApp) => {
    // The business weighs the file; a field is only read to be refused.
    await scope.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: 1024 } })
    scope.addContentTypeParser(plainTypes, (_request, payload, done) => done(null, payload))
    scope.addHook('onRequest', async (request) => requireTable(request))
    addRoutes(scope)
  })
}

const isForm = (type: string) => /^multipart\/form-data\s*;.*\bboundary=/i.test(type)

function requireTable({ headers }: FastifyRequest): void {
  const type = headers['content-type'] ?? ''
  const [media = ''] = type.split(';')
  if (isForm(type) || plainTypes.includes(media.trim().toLowerCase())) return
  const message = `The Content-Type header must be one of ${tableTypes.join(', ')}, the last with a boundary.`
  throw new WireRefusal({ ...contentTypeFailure, message })
}

type Upload = { name: string; bytes: AsyncIterable<Buffer> }

/** The file of a request, be it the body itself or the one part of a form. Its bytes are read as they arrive. */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
  if (!isForm(request.headers['content-type'] ?? '')) {
    // The body is not destroyed when its file is refused: that would close the connection before the answer.
    const bytes = (request.body as Readable).iterator({ destroyOnReturn: false })
    return { name: '', bytes }
  }
  const parts = request.parts()[Symbol.asyncIterator]()
  const part = await nextPart(parts)
  if (part?.fieldname !== 'file' || part.type !== 'file') throw fileMissing()
  return { name: plainName(part.filename ?? ''), bytes: bytesOf(part.file, parts) }
}

/** Browsers encode these three characters in the name of a file, and no other. */
const plainName = (name: string) => cleanFileName(name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, ''))

async function* bytesOf(file: Readable, parts: AsyncIterator<Multipart>): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
    if (await nextPart(parts)) throw invalidField('file', 'must be the only part of the form')
  } finally {
    file.destroy()
  }
}

async function nextPart(parts: AsyncIterator<Multipart>): Promise<Multipart | undefined> {
  try {
    const { value, done } = await parts.next()
    return done ? undefined : value
  } catch {
    throw invalidField('file', 'must come in a complete multipart/form-data form')
  }
}

const fileMissing = () =>
  refuse({
    code: 'fields_invalid',
    fields: [{ field: 'file', message: 'is required, as a file', missing: true }],
  })

/** A sender who is refused half-way reads the answer only when all is sent, so the rest is taken and forgotten. */
export function readRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
