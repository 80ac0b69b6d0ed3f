// The examples in the operator's document are what its GET routes answer on the demo. `npm run openapi` records them anew.
import { expect, inject, test } from 'vitest'
import { allRoutes } from '../support/all-routes.ts'
import { exampleHost, keepAnswer, type Recorded, textOf } from '../support/record-examples.ts'
import { demoService } from '../support/service.ts'

const { call, read, pool, clock } = await demoService(exampleHost)
// The tariff that comes with the schema bears the moment at which the schema was made.
await pool.query('update delivery_tariffs set created_at = $1', [clock.now])
const headers = { authorization: `Bearer ${inject('demoCredentials').operator.token}` }
const get = (path: string, options: object = { headers }) => call('GET', path, { ...options, keys: null })
const routes = (await allRoutes(read, 'operator')).filter(({ method }) => method === 'GET')

/** The path with the ids of the first records of the lists that it goes through; undefined where there is no such list. */
async function addressOf(path: string): Promise<string | undefined> {
  const [, before, name, after] = /^(.*?)\/\{(\w+)\}(.*)$/.exec(path) ?? []
  if (before === undefined || name === undefined) return path
  const { body } = await get(before)
  const [first] = (Array.isArray(body) ? body : []) as Record<string, unknown>[]
  const id = first?.[name]
  return id === undefined ? undefined : addressOf(`${before}/${id}${after}`)
}

const recorded: Recorded = {}
for (const route of routes) {
  const path = await addressOf(route.path)
  if (path === undefined) continue
  const reply = await get(path)
  if (reply.status !== 200 || reply.text === '[]') continue
  keepAnswer(recorded, route, reply)
  if (!recorded[route.operationId]) continue
  keepAnswer(recorded, route, await get(path, {}))
  const [id] = route.ids
  if (id) keepAnswer(recorded, route, await get(path.replace(/\/\d+/, '/999999999')))
}

test("the examples of the operator's side are what the service answers; if not, run npm run openapi", async () => {
  expect(Object.keys(recorded).length).toBeGreaterThan(routes.length / 2)
  await expect(textOf(recorded)).toMatchFileSnapshot('../../src/api/examples/operator.json')
})
