import Type, { type Static } from 'typebox'
import {
  type BoxCode,
  createBoxCode,
  deleteBoxCode,
  listBoxCodes,
  relabelBoxCode,
} from '../../core/catalogue/box-codes.ts'
import type { Deps } from '../../core/deps.ts'
import { PageQuery, sendPage } from '../shared/paging.ts'
import { FilledText } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'

const Code = Type.String({ pattern: '^[A-Z0-9]{1,20}$', examples: ['CBO6'] })
const CodeParams = Type.Object({ code: Code })
const Label = FilledText(200)
const BoxCodeShape = Type.Object({
  code: Type.String(),
  bottle_count: Type.Integer(),
  label: Type.String(),
})
const CreateBody = Type.Object(
  { code: Code, bottle_count: Type.Integer({ minimum: 1, maximum: 1000 }), label: Label },
  { additionalProperties: false },
)
const LabelBody = Type.Object({ label: Label }, { additionalProperties: false })

const fromBoxCode = ({ code, bottleCount, label }: BoxCode): Static<typeof BoxCodeShape> => ({
  code,
  bottle_count: bottleCount,
  label,
})

export function boxCodeRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/box-codes',
    {
      config: readBy(),
      schema: {
        summary: 'Box codes, by their codes',
        querystring: PageQuery,
        response: { 200: Type.Array(BoxCodeShape) },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listBoxCodes(deps.db, request.query)).map(fromBoxCode),
  )

  app.post(
    '/box-codes',
    {
      config: writtenBy('box-code.create', 'warehouse'),
      schema: { summary: 'Add a box code', body: CreateBody, response: { 201: BoxCodeShape } },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { code, bottle_count: bottleCount, label } = request.body
        return { status: 201, body: fromBoxCode(await createBoxCode(within, { code, bottleCount, label })) }
      }),
  )

  app.put(
    '/box-codes/:code',
    {
      config: writtenBy('box-code.edit', 'warehouse'),
      schema: {
        summary: 'Change the label of a box code',
        params: CodeParams,
        body: LabelBody,
        response: { 200: BoxCodeShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { code } = request.params
        const { label } = request.body
        return {
          status: 200,
          body: fromBoxCode(await relabelBoxCode(within, code, label)),
          detail: { code, label },
        }
      }),
  )

  app.delete(
    '/box-codes/:code',
    {
      config: writtenBy('box-code.delete', 'warehouse'),
      schema: {
        summary: 'Delete a box code that nothing uses',
        params: CodeParams,
        response: { 204: Type.Null() },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { code } = request.params
        await deleteBoxCode(within, code)
        return { status: 204, body: null, detail: { code } }
      }),
  )
}
