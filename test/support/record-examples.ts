import { expect, inject } from 'vitest'
import type { RouteExamples } from '../../src/api/route-examples.ts'
import { fieldsOf, type Route, withField } from './all-routes.ts'
import { contentOf, goodOf, pathWithId, pathWithQuery, type WalkedApi } from './api-walk.ts'
import { type BadInput, badValuesOf } from './bad-values.ts'
import type { Call, Reply } from './service.ts'

export type Recorded = Record<string, RouteExamples>

/** Where the examples say that the service is. */
export const exampleHost = { CAVEAU_PUBLIC_URL: 'https://caveau.example' }
const unknownId = '999999999'

/** Makes the good request of every route, and one that is refused for each way to do so, and keeps what is answered. */
export async function recordExamples(api: WalkedApi, bad: BadInput): Promise<Recorded> {
  const recorded: Recorded = Object.fromEntries(
    api.routes.map((route) => {
      const { body } = goodOf(api, route)
      return [route.operationId, { ...(body && { request: body }), answers: {} }]
    }),
  )
  const keep = (route: Route, reply: Reply) => keepAnswer(recorded, route, reply)

  for (const route of api.routes)
    for (const refused of refusalsOf(api, route, bad)) keep(route, await refused())
  for (const route of api.routes.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const good = goodOf(api, route)
    const reply = await api.call(route.method, good.path, contentOf(good))
    expect([200, 201], `${route.title}: ${reply.text}`).toContain(reply.status)
    keep(route, reply)
  }
  for (const [route, reply] of await keyConflicts(api)) keep(route, reply)
  return recorded
}

/** Keeps the first answer of each status, unless it is a file or tells a secret. */
export function keepAnswer(
  recorded: Recorded,
  { operationId }: Pick<Route, 'operationId'>,
  { status, body, text }: Reply,
): void {
  const told = text
    .replaceAll(/\bwhsec_[\w+/=]+/g, 'whsec_…')
    // Where an event stands among others is never twice the same.
    .replaceAll(/("next_cursor": ?)"\d+-\d+"/g, '$1"74210-1204"')
  if (body === undefined || secretsIn(told).length > 0) return
  recorded[operationId] ??= { answers: {} }
  recorded[operationId].answers[status] ??= shortened(JSON.parse(told))
}

/** Lists are as long as it takes to see that they are lists. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}

/** As the files hold them, once it is sure that nothing in them is a secret. */
export function textOf(recorded: Recorded): string {
  const text = `${JSON.stringify(recorded, null, 2)}\n`
  expect(secretsIn(text)).toEqual([])
  return text
}

/** Credentials of the demo, and whatever looks like one. */
function secretsIn(text: string): string[] {
  const { owners, operator } = inject('demoCredentials')
  const known = [...owners, operator].flatMap(({ email: _email, ...secrets }) => Object.values(secrets))
  const alike =
    text.match(/\b(pre|live)_[a-z]{2}_\w{8,}|\bwhsec_\w+|"\w*(password|secret)\w*": ?"(?!whsec_…")[^"]/gi) ??
    []
  return [...known.filter((secret) => text.includes(secret)), ...alike]
}

/** What is read comes first and what is made comes last, so that a record is there as long as somebody asks for it. */
function turnOf({ method, ids }: Route): number {
  if (method === 'POST') return ids.length > 0 ? 2 : 4
  return { GET: 0, PUT: 1, DELETE: 3 }[method] ?? 0
}

type Request = () => Promise<Reply>

function refusalsOf(api: WalkedApi, route: Route, bad: BadInput): Request[] {
  const good = goodOf(api, route)
  const content = contentOf(good)
  const ask =
    (path: string, options: Call = content, caller = api.call): Request =>
    () =>
      caller(route.method, path, options)
  const requests = [ask(good.path, content, api.callAsNobody)]

  const [field] = route.body ? fieldsOf(route.body).filter((each) => each !== 'id') : []
  const [name] = route.query
  const [id] = route.ids
  if (field && good.body) {
    const [value] = badValuesOf(api, route, bad)[field] ?? []
    requests.push(ask(good.path, { body: withField(good.body, field, value) }))
  } else if (name) requests.push(ask(pathWithQuery(good, name, bad.query[name]?.[0])))
  else if (id) requests.push(ask(pathWithId(route, good, id, 'abc')))

  const last = route.ids.at(-1)
  if (last) requests.push(ask(pathWithId(route, good, last, unknownId)))
  else if (route.query.includes('wine_id')) requests.push(ask(pathWithQuery(good, 'wine_id', unknownId)))
  else if (good.body && 'wine_id' in good.body)
    requests.push(ask(good.path, { body: { ...good.body, wine_id: Number(unknownId) } }))

  const late = api.tooLate[route.title]
  if (late) requests.push(ask(late.path, contentOf(late)))
  return requests
}

/** Every other POST with the Idempotency-Key of another one. */
async function keyConflicts(api: WalkedApi): Promise<[Route, Reply][]> {
  const posts = api.routes.filter(({ method, takesForm }) => method === 'POST' && !takesForm)
  const send = (route: Route, key: string) => {
    const good = goodOf(api, route)
    return api.call('POST', good.path, { ...contentOf(good), headers: { 'idempotency-key': key } })
  }
  const [first, second] = posts.filter(({ path }) => /addresses|comments|bottles\/(lose|break)$/.test(path))
  if (!first || !second) throw new Error('There are two kinds of records to add')
  for (const route of [first, second]) await send(route, route.operationId)
  const replies: [Route, Reply][] = []
  for (const route of posts) {
    const { operationId } = route === first ? second : first
    const reply = await send(route, operationId)
    if (reply.status === 409) replies.push([route, reply])
  }
  return replies
}
