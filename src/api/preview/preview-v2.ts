import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidField, type Problem, Refusal } from '../../core/problems.ts'
import { failureAnswer } from '../shared/answer-errors.ts'
import { addLinks } from '../shared/paging.ts'
import type { Shown } from '../shared/preview.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { describeProblem } from '../v2/failure-shape.ts'
import { type Rehearsed, rehearse } from './rehearse.ts'
import { callOfV2, v2Address } from './v2-calls.ts'

/**
 * The rehearsal of v2 for callers of v1: a request with `X-Preview-V2: 1` is answered as ever, and the answer adds as `preview_v2`
 * what v2 would have shown for the same record. Without the header nothing is done but to look for it.
 */
export function previewV2(app: TypedApp): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const wish = request.headers['x-preview-v2']
    if (wish === undefined) return done()
    if (wish !== '1' && wish !== 'true') return done(invalidField('X-Preview-V2', 'must be 1 or true'))
    request.preview = {}
    done()
  })

  app.addHook('onError', (request, _reply, error: Error, done) => {
    if (request.preview && error instanceof Refusal) request.preview.refused = error.problem
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.preview) return done(null, payload)
    withPreview(request, reply, payload).then(
      (text) => done(null, text),
      (error: Error) => {
        // The work is done and its answer is good: a rehearsal must not spoil it.
        request.log.error({ err: error }, 'no preview of v2')
        done(null, payload)
      },
    )
  })
}

async function withPreview(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { shown, refused } = request.preview ?? {}
  if (reply.statusCode >= 400)
    return refused ? withMember(String(payload), previewOfRefusal(request, refused)) : payload
  if (!shown) {
    pointTo(reply, callOfV2(request, undefined)?.request)
    return payload
  }
  return withRecords(request, reply, String(payload), shown)
}

async function withRecords(request: FastifyRequest, reply: FastifyReply, payload: string, shown: Shown) {
  const { kind, rehearsed } = await rehearse(request, shown)
  const call = callOfV2(request, kind)
  if (!call) return payload
  pointTo(reply, call.request)
  const preview = (record: Rehearsed, asked: string | null) =>
    written({
      request: asked,
      status: asked === null ? null : reply.statusCode,
      note: record.note ?? call.note,
      body: bodyText(reply, record),
    })
  const [single] = rehearsed
  if (!Array.isArray(shown.records))
    return single ? withMember(payload, preview(single, call.request)) : payload
  const records = JSON.parse(payload) as object[]
  const texts = rehearsed.map((record, index) =>
    withMember(
      JSON.stringify(records[index]),
      preview(record, record.alone === undefined ? call.request : `GET ${v2Address(record.alone)}`),
    ),
  )
  return `[${texts.join(',')}]`
}

/** What v2 says no with. Faults of fields are left out: they are about the request, which v2 takes in another form. */
function previewOfRefusal(request: FastifyRequest, problem: Problem): string | undefined {
  const call = callOfV2(request, undefined)
  if (!call || problem.code === 'fields_invalid') return undefined
  if (call.request === null) return written({ ...call, status: null, body: 'null' })
  if (call.noteOfNone !== undefined)
    return written({ request: call.request, status: 200, note: call.noteOfNone, body: 'null' })
  const failure = describeProblem(problem)
  const body = JSON.stringify(failureAnswer(request, failure))
  return written({ ...call, status: failure.status, body })
}

/** By the serialiser that v2 itself would use, so that it is the same to the byte. */
const bodyText = (reply: FastifyReply, { schema, body }: Rehearsed): string =>
  body === null
    ? 'null'
    : String(reply.serializeInput(body as Record<string, unknown>, schema as Record<string, unknown>))

type Preview = { request: string | null; status: number | null; note?: string | undefined; body: string }

/** `body` is JSON already. */
function written({ request, status, note, body }: Preview): string {
  const start = JSON.stringify({ request, status, ...(note !== undefined && { note }) })
  return `${start.slice(0, -1)},"body":${body}}`
}

/** The text of an object with one member more; everything else in it stays as it is, to the byte. */
const withMember = (object: string, preview: string | undefined): string =>
  preview === undefined ? object : `${object.slice(0, -1)},"preview_v2":${preview}}`

/** Where the whole answer is in v2: a list, and a file, which can hold no member. */
function pointTo(reply: FastifyReply, request: string | null | undefined): void {
  if (request?.startsWith('GET ')) addLinks(reply, [`<${request.slice(4)}>; rel="alternate"`])
}
