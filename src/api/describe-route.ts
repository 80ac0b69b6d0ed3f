import type { FastifySchema, RouteOptions } from 'fastify'
import { operationIdOf } from './operation-id.ts'
import { type RouteExamples, readExamples } from './route-examples.ts'
import type { ApiDocument } from './shared/api-document.ts'
import { ErrorBody } from './shared/schemas.ts'

type Described = { schema: FastifySchema; url: string; route: RouteOptions }
type Response = { type?: string; description?: string }

/** Completes what the API's document says of a route: its name, its group, every way in which it says no, and examples. */
export function describeRoute(document: ApiDocument) {
  const examples = readExamples(document.slug)
  return ({ schema, url, route }: Described): { schema: FastifySchema; url: string } => {
    if (!schema || schema.hide) return { schema, url }
    const path = url.slice(document.prefix.length)
    const method = String(route.method)
    const responses = (schema.response ?? {}) as Record<string, Response>
    const isList = Object.values(responses).some(({ type }) => type === 'array')
    const operationId = schema.operationId ?? operationIdOf(method, path, isList)
    const described = Object.entries(responses).map(([status, response]) => [
      status,
      { description: successWords[status] ?? 'Done.', ...response },
    ])
    const response = { ...Object.fromEntries(described), ...failuresOf(document, method, schema) }
    return {
      url,
      schema: {
        ...schema,
        operationId,
        tags: [path.split('/')[1] || document.slug],
        description: [`${schema.summary}.`, schema.description].filter(Boolean).join(' '),
        ...withExamples({ body: schema.body, response }, examples[operationId]),
      },
    }
  }
}

const successWords: Record<string, string> = {
  '200': 'The answer.',
  '201': 'What was made.',
  '202': 'Taken on; the record tells how far it is.',
  '204': 'Done; there is nothing to tell.',
}

/** A request that names no record cannot miss one, and one that only reads meets no state that forbids it. */
function failuresOf({ errors }: ApiDocument, method: string, { params, querystring, body }: FastifySchema) {
  const namesRecord = [params, querystring, body].some((part) => part !== undefined)
  const possible = Object.entries(errors).filter(
    ([status]) => (status !== '404' || namesRecord) && (status !== '409' || method !== 'GET'),
  )
  return Object.fromEntries(
    possible.map(([status, names]) => [status, { ...ErrorBody, description: `Error: ${names.join(', ')}.` }]),
  )
}

type Parts = { body: unknown; response: Record<string, Response> }

const exampleOf = (schema: unknown, example: unknown) =>
  example === undefined ? schema : { ...(schema as object), examples: [example] }

function withExamples({ body, response }: Parts, { request, answers }: RouteExamples = { answers: {} }) {
  const answered = Object.entries(response).map(([status, schema]) => [
    status,
    exampleOf(schema, answers[status]),
  ])
  return {
    ...(body !== undefined && { body: exampleOf(body, request) }),
    response: Object.fromEntries(answered),
  }
}
