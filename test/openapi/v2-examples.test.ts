// The examples in the document of v2 are answers of the service to the demo's first owner. `npm run openapi` records them anew.
import { expect, test } from 'vitest'
import { exampleHost, recordExamples, textOf } from '../support/record-examples.ts'
import { demoService } from '../support/service.ts'
import { v2Walk } from '../v2/all-routes.ts'
import { badInput } from '../v2/bad-values.ts'

const service = await demoService(exampleHost)
const recorded = await recordExamples(await v2Walk(service), badInput)

test('the examples of v2 are what the service answers; if not, run npm run openapi', async () => {
  await expect(textOf(recorded)).toMatchFileSnapshot('../../src/api/examples/v2.json')
})
