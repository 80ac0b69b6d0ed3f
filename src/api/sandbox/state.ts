import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { getSandbox } from '../../core/sandbox/sandbox.ts'
import { writeAuto } from '../../core/sandbox/sandbox-writes.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromSandbox, SandboxShape } from './sandbox-shape.ts'

const AutoBody = Type.Object({ auto: Type.Boolean() }, { additionalProperties: false })

export function stateRoutes(app: TypedApp): void {
  app.get(
    '/',
    {
      schema: {
        operationId: 'getSandbox',
        summary: 'The sandbox of the account',
        response: { 200: SandboxShape },
      },
    },
    async (request) => tellState(request),
  )
  app.put(
    '/auto',
    {
      schema: {
        summary: 'Let the warehouse work by itself, or not',
        description:
          'In auto mode each order is started, made ready and sent on its day, and putaways come in on theirs, as the clock of the account passes.',
        body: AutoBody,
        response: { 200: SandboxShape },
      },
    },
    async (request) => {
      await writeAuto(request.deps.db, request.caller.accountId, request.body.auto)
      return tellState(request)
    },
  )
}

export async function tellState({ deps, caller }: FastifyRequest) {
  return fromSandbox(deps.settings.env, caller.accountId, await getSandbox(deps, caller.accountId))
}
