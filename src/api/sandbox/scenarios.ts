import Type from 'typebox'
import { loadScenario } from '../../core/sandbox/load-scenario.ts'
import { getSandbox } from '../../core/sandbox/sandbox.ts'
import { listScenarios, scenarioNames } from '../../core/sandbox/scenarios.ts'
import { answerOnce } from '../shared/idempotency.ts'
import { NoBody } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { fromSandbox, SandboxShape } from './sandbox-shape.ts'

const sizes = {
  bottles: Type.Integer({ description: 'Bottles in stock.' }),
  wines: Type.Integer({ description: 'Wines that they are of.' }),
  warehouses: Type.Integer({ description: 'Warehouses that they lie in.' }),
}
const ScenarioShape = Type.Object({
  name: Type.String({ examples: ['small'] }),
  title: Type.String(),
  description: Type.String(),
  ...sizes,
})
const LoadedShape = Type.Object({ ...SandboxShape.properties, ...sizes })
const NameParams = Type.Object({
  name: Type.String({ description: `One of ${scenarioNames.join(', ')}.`, examples: ['small'] }),
})

export function scenarioRoutes(app: TypedApp): void {
  app.get(
    '/scenarios',
    {
      schema: {
        summary: 'The cellars that an account can begin with',
        response: { 200: Type.Array(ScenarioShape) },
      },
    },
    async () => [...listScenarios()],
  )
  app.post(
    '/scenarios/:name',
    {
      schema: {
        operationId: 'loadScenario',
        summary: 'Empty the account and fill it with a scenario',
        description:
          'Orders, bottles, putaways, invoices, events, notes and addresses of this account go, and those of the scenario take their place; no other account is touched. People, keys, tokens, webhook addresses, settings and the clock stay. The same scenario is always the same cellar, but for the ids and for its days, which count back from the day of the account. Webhooks tell nothing of it.',
        params: NameParams,
        body: NoBody,
        response: { 200: LoadedShape },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (within) => {
        const { accountId } = request.caller
        const { bottles, wines, warehouses } = await loadScenario(within, accountId, request.params.name)
        const state = fromSandbox(within.settings.env, accountId, await getSandbox(within, accountId))
        return { status: 200, body: { ...state, bottles, wines, warehouses } }
      }),
  )
}
