import { type Schema, sampleOf } from './sample.ts'

/** One request of a collection, whichever program will send it. */
export type SampleRequest = {
  operationId: string
  title: string
  about: string
  method: string
  path: string
  pathValues: Value[]
  query: (Value & { isOn: boolean })[]
  body: Body | undefined
  needsCredentials: boolean
}
export type Value = { name: string; value: string; about: string }
export type Body = { kind: 'json'; text: string } | { kind: 'form' } | { kind: 'file'; mediaType: string }
export type Folder = { name: string; about: string; requests: SampleRequest[] }
export type Api = { slug: string; title: string; about: string; folders: Folder[] }

type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: Schema
  example?: unknown
  description?: string
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  security?: unknown[]
}
export type Document = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** The requests of an API, in its own groups, with values that its document gives as examples. */
export function readApi(slug: string, document: Document): Api {
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ path, method, operation })),
  )
  const folders = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === name)
    const titles = own.map(({ operation }) => operation.summary)
    const requests = own.map(({ path, method, operation }) => {
      const isOnlyOne = titles.indexOf(operation.summary) === titles.lastIndexOf(operation.summary)
      const title = isOnlyOne ? operation.summary : `${operation.summary} (${method.toUpperCase()})`
      return { ...requestOf(document, path, method, operation), title }
    })
    return { name, about: description, requests }
  })
  const { title, description } = document.info
  return { slug, title, about: description, folders: folders.filter(({ requests }) => requests.length > 0) }
}

function requestOf(document: Document, path: string, method: string, operation: Operation): SampleRequest {
  const parameters = operation.parameters ?? []
  const answer = answerOf(operation)
  const filledIn = ({ name, example, schema, description = '' }: Parameter, known: unknown): Value => ({
    name,
    value: String(example ?? known ?? sampleOf(schema, name)),
    about: description,
  })
  return {
    operationId: operation.operationId,
    title: operation.summary,
    about: operation.description ?? operation.summary,
    method: method.toUpperCase(),
    path,
    pathValues: parameters
      .filter((each) => each.in === 'path')
      .map((each) => filledIn(each, idIn(document, path, each.name))),
    query: parameters
      .filter((each) => each.in === 'query')
      .map((each) => ({
        ...filledIn(each, each.schema.enum ? switchOf(each) : shownIn(answer, each.name)),
        isOn: each.required === true,
      })),
    body: method === 'get' ? undefined : bodyOf(operation),
    needsCredentials: operation.security?.length !== 0,
  }
}

/** A switch that may be left out is there to be switched on. */
const switchOf = ({ required, schema }: Parameter) =>
  !required && schema.enum?.includes('1') ? '1' : undefined

/** What is asked for is often told as well; version 1 writes some of its names with a hyphen. */
const shownIn = (answer: Record<string, unknown> | undefined, name: string) =>
  answer?.[name] ?? answer?.[name.replaceAll('_', '-')]

/** The record, or the first of the records, that an operation is shown to answer with. */
function answerOf({ responses }: Operation): Record<string, unknown> | undefined {
  const [status = ''] = Object.keys(responses).filter((each) => each.startsWith('2'))
  const example = responses[status]?.content?.['application/json']?.example
  return (Array.isArray(example) ? example[0] : example) as Record<string, unknown> | undefined
}

/** An id that leads somewhere: of the record, or the list, at the place of the path where the id stands. */
function idIn({ paths }: Document, path: string, name: string): unknown {
  const before = path.slice(0, path.indexOf(`/{${name}}`))
  for (const place of [`${before}/{${name}}`, before]) {
    const operation = paths[place]?.get
    const answer = operation && answerOf(operation)
    const id = answer?.[name] ?? (path.indexOf('{') === before.length + 1 ? answer?.id : undefined)
    if (id !== undefined && typeof id !== 'object') return id
  }
  return undefined
}

function bodyOf({ requestBody }: Operation): Body | undefined {
  const [[mediaType = '', { schema = {}, example } = {}] = []] = Object.entries(requestBody?.content ?? {})
  if (!mediaType) return undefined
  if (mediaType === 'multipart/form-data') return { kind: 'form' }
  if (mediaType !== 'application/json') return { kind: 'file', mediaType }
  return { kind: 'json', text: JSON.stringify(example ?? sampleOf(schema), null, 2) }
}
