import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../core/deps.ts'
import { type KeptFile, openFile } from '../../core/files/open-file.ts'

/** For the document: the answer of a route that sends a file is its bytes. */
export const downloadAnswers = {
  200: { description: 'The file', content: { 'application/octet-stream': { schema: {} } } },
}

/** Answers with a file, to be saved and never shown: it may be a page of somebody else's making. */
export async function sendFile(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptFile,
): Promise<FastifyReply> {
  const lost = (error: Error) => request.log.error({ err: error }, 'an attached file is lost')
  const { name, mediaType, size, stream } = await openFile(deps, kept, lost)
  reply.headers({
    'content-type': mediaType,
    'content-length': size,
    'content-disposition': attachmentCalled(name),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  return reply.send(stream)
}

/** Answers with a document that was just drawn, to be saved under its name. */
export const sendPdf = (
  reply: FastifyReply,
  { name, bytes }: { name: string; bytes: Buffer },
): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': attachmentCalled(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    .send(bytes)

/**
 * The header in both of its spellings (RFC 6266): one in plain letters for old programs, one in UTF-8. Both are quoted, because a
 * name is whatever somebody called their file.
 */
export function attachmentCalled(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
