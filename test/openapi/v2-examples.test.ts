// The examples in the document of v2 are answers of the service to the demo's first owner. `npm run openapi` records them anew.
import { expect, test, vi } from 'vitest'
import { exampleHost, recordExamples, textOf } from '../support/record-examples.ts'
import { demoService } from '../support/service.ts'
import { v2Walk } from '../v2/all-routes.ts'
import { badInput } from '../v2/bad-values.ts'

const service = await demoService(exampleHost)
const walk = await v2Walk(service)
const { rows } = await service.pool.query<{ told: number }>(
  `select count(*)::int as told from events where account_id = 1 and subject <> 'test'`,
)
// The list waits for every transaction that runs on the server, also for those of other tests.
const listed = async () => (await service.readV2<{ events: unknown[] }>('/events')).events.length
await vi.waitUntil(async () => (await listed()) === rows[0]?.told, { timeout: 60_000, interval: 20 })
const recorded = await recordExamples(walk, badInput)

test('the examples of v2 are what the service answers; if not, run npm run openapi', async () => {
  await expect(textOf(recorded)).toMatchFileSnapshot('../../src/api/examples/v2.json')
})
