// The examples in the document of the sandbox are answers of the service to the demo's first owner. `npm run openapi` records them anew.
import { expect, test } from 'vitest'
import { sandboxWalk } from '../sandbox/all-routes.ts'
import { badInput } from '../sandbox/bad-values.ts'
import { exampleHost, keepAnswer, recordExamples, textOf } from '../support/record-examples.ts'
import { sandboxService } from '../support/sandbox-service.ts'

const service = await sandboxService(exampleHost)
const recorded = await recordExamples(await sandboxWalk(service), badInput)
// Scenarios have names in the place of ids, and come last, because they leave nothing of what was there.
for (const [method, path, operationId] of [
  ['GET', '/scenarios', 'listScenarios'],
  ['POST', '/scenarios/small', 'loadScenario'],
] as const)
  for (const options of [{}, { token: null }])
    keepAnswer(recorded, { operationId }, await service.callSandbox(method, path, options))
keepAnswer(
  recorded,
  { operationId: 'loadScenario' },
  await service.callSandbox('POST', '/scenarios/unheard-of'),
)

test('the examples of the sandbox are what the service answers; if not, run npm run openapi', async () => {
  await expect(textOf(recorded)).toMatchFileSnapshot('../../src/api/examples/sandbox.json')
})
