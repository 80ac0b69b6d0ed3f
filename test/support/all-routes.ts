// Every route of an API as the service's own document lists it, so that a new one cannot be forgotten by the tests that walk over all.

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
}
type Media = { schema: Schema }
type Operation = {
  operationId: string
  parameters?: { name: string; in: 'query' | 'path'; required?: boolean }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

export type Route = {
  /** Such as `PUT /v1/addresses/{id}`. */
  title: string
  operationId: string
  method: string
  path: string
  /** The names in the path, from left to right. */
  ids: string[]
  query: string[]
  requiredQuery: string[]
  body: Schema | undefined
  takesForm: boolean
  answersList: boolean
}

export async function allRoutes(
  read: <T>(path: string) => Promise<T>,
  slug: 'v1' | 'v2' | 'operator' | 'sandbox',
): Promise<Route[]> {
  const { paths } = await read<Document>(`/docs/${slug}.json`)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => routeOf(verb.toUpperCase(), path, operation)),
  )
}

function routeOf(method: string, path: string, operation: Operation): Route {
  const { operationId, parameters = [], requestBody, responses } = operation
  const query = parameters.filter((each) => each.in === 'query')
  return {
    title: `${method} ${path}`,
    operationId,
    method,
    path,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: query.map(({ name }) => name),
    requiredQuery: query.filter(({ required }) => required).map(({ name }) => name),
    body: requestBody?.content['application/json']?.schema,
    takesForm: requestBody?.content['multipart/form-data'] !== undefined,
    answersList: responses[200]?.content?.['application/json']?.schema.type === 'array',
  }
}

/** Every field that a body can hold, also inside of objects and lists: `comment`, `address.city`, `content.0.quantity`. */
export const fieldsOf = ({ properties = {}, items }: Schema, within = ''): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    `${within}${name}`,
    ...fieldsOf(schema, `${within}${name}.`),
  ]),
  ...(items ? fieldsOf(items, `${within}0.`) : []),
]

/** The same body with another value for one of its fields; undefined leaves it out. */
export function withField(body: unknown, field: string, value: unknown): unknown {
  const [, name = '', rest] = /^([^.]+)(?:\.(.+))?$/.exec(field) ?? []
  if (Array.isArray(body))
    return body.map((each, index) => (String(index) === name ? changed(each, rest, value) : each))
  const record = (body ?? {}) as Record<string, unknown>
  return { ...record, [name]: changed(record[name], rest, value) }
}
const changed = (part: unknown, rest: string | undefined, value: unknown) =>
  rest === undefined ? value : withField(part, rest, value)
