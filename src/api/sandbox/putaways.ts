import Type, { type Static } from 'typebox'
import { mostBottles, mostLines } from '../../core/putaways/putaway.ts'
import { listPutaways } from '../../core/putaways/putaway-reads.ts'
import { newestCount } from '../../core/sandbox/newest-records.ts'
import { announceOwn, arriveOwn, refuseOwn, validateOwn } from '../../core/sandbox/simulate-putaway.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { linksFor } from '../shared/links.ts'
import { Day, FilledText, Id, IdParams, NoBody, OrNull } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromPutaway, PutawayShape } from '../v2/putaway-shape.ts'
import { goodsFields, inOwnNames, toLines } from './goods-body.ts'

const closed = { additionalProperties: false }
const Line = (maxLength: number) => Type.String({ format: 'line', maxLength })
const Count = (minimum: number) => Type.Integer({ minimum, maximum: mostBottles })

const AnnounceBody = Type.Object(
  {
    expeditor: Type.Optional(Line(200)), // Wire spelling.
    reference: Type.Optional(Line(200)),
    warehouse: Type.Optional(
      OrNull(Type.Integer({ ...Id, description: 'Where most bottles are unless said otherwise.' })),
    ),
    expected_on: Type.Optional(OrNull(Day)),
    content: Type.Array(Type.Object({ ...goodsFields, quantity: Count(1) }, closed), {
      minItems: 1,
      maxItems: mostLines,
    }),
  },
  closed,
)
const CameLine = Type.Object(
  {
    ...goodsFields,
    quantity: Type.Integer({ ...Count(0), description: 'Whole bottles that came.' }),
    broken: Type.Optional(Count(0)),
  },
  closed,
)
const ValidateBody = OrNull(
  Type.Object(
    {
      content: Type.Optional(
        Type.Array(CameLine, {
          maxItems: mostLines,
          description:
            'All that came; what it leaves out is missing. Without it everything came as announced.',
        }),
      ),
    },
    closed,
  ),
)
const RefuseBody = OrNull(Type.Object({ reason: Type.Optional(FilledText(500)) }, closed))

/** Goods on their way into the cellar, and the warehouse that takes them in. */
export function putawayRoutes(app: TypedApp): void {
  app.get(
    '/putaways',
    {
      schema: {
        summary: `The newest ${newestCount} putaways, as version 2 shows them`,
        response: { 200: Type.Array(PutawayShape) },
      },
    },
    async (request) => {
      const page = { page: 1, count: newestCount }
      const { records } = await listPutaways(request.deps.db, request.caller.accountId, page)
      const links = linksFor(request)
      return records.map((putaway) => fromPutaway(putaway, links))
    },
  )

  app.post(
    '/putaways',
    {
      schema: {
        summary: 'Announce bottles that are to come in',
        description: 'Each line names a kind of bottle by its reference, or by wine, format and box.',
        body: AnnounceBody,
        response: { 201: PutawayShape },
      },
    },
    (request, reply) => {
      const { body, caller } = request
      const putaway = toPutaway(body)
      return answerOnce(request, reply, async (within) => {
        const made = await inOwnNames(body.content, () => announceOwn(within, caller.accountId, putaway))
        return { status: 201, body: fromPutaway(made, linksFor(request)) }
      })
    },
  )

  app.post(
    '/putaways/:id/arrive',
    {
      schema: {
        summary: 'The goods stand in the warehouse, not counted yet',
        params: IdParams,
        body: NoBody,
        response: { 200: PutawayShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const putaway = await arriveOwn(within, request.caller.accountId, request.params.id)
        return { status: 200, body: fromPutaway(putaway, linksFor(request)) }
      }),
  )

  app.post(
    '/putaways/:id/validate',
    {
      schema: {
        summary: 'What has arrived is counted and taken into stock',
        params: IdParams,
        body: ValidateBody,
        response: { 200: PutawayShape },
      },
    },
    (request, reply) => {
      const { content } = request.body ?? {}
      const came = content ? toCame(content) : null
      return answerOnce(request, reply, async (within) => {
        const { caller, params } = request
        const work = () => validateOwn(within, caller.accountId, params.id, came)
        return { status: 200, body: fromPutaway(await inOwnNames(content ?? [], work), linksFor(request)) }
      })
    },
  )

  app.post(
    '/putaways/:id/refuse',
    {
      schema: {
        summary: 'All of it goes back, or never comes',
        params: IdParams,
        body: RefuseBody,
        response: { 200: PutawayShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const { reason = 'Refused in the sandbox' } = request.body ?? {}
        const putaway = await refuseOwn(within, request.caller.accountId, request.params.id, reason)
        return { status: 200, body: fromPutaway(putaway, linksFor(request)) }
      }),
  )
}

const toPutaway = (body: Static<typeof AnnounceBody>) => ({
  shipper: body.expeditor ?? 'Sandbox',
  reference: body.reference ?? '',
  expectedOn: body.expected_on ?? null,
  warehouseId: body.warehouse ?? null,
  lines: toLines(body.content).map(({ body: { quantity }, ...goods }) => ({ ...goods, quantity })),
})

const toCame = (content: readonly Static<typeof CameLine>[]) =>
  toLines(content).map(({ body: { quantity, broken = 0 }, ...goods }) => ({ ...goods, quantity, broken }))
