// The examples in the document of v1 are answers of the service to the demo's first owner. `npm run openapi` records them anew.
import { expect, test } from 'vitest'
import { exampleHost, recordExamples, textOf } from '../support/record-examples.ts'
import { demoService } from '../support/service.ts'
import { v1Walk } from '../v1/all-routes.ts'
import { badInput } from '../v1/bad-values.ts'

const service = await demoService(exampleHost)
const recorded = await recordExamples(await v1Walk(service), badInput)

test('the examples of v1 are what the service answers; if not, run npm run openapi', async () => {
  await expect(textOf(recorded)).toMatchFileSnapshot('../../src/api/examples/v1.json')
})
