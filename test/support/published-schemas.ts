import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Schema = { [keyword: string]: unknown }
type Operation = { responses: Record<string, { content?: Record<string, { schema?: Schema }> }> }
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

const apis = [/^\/v1\//, /^\/api\/v2\//, /^\/operator\//, /^\/sandbox(\/|$)/]
const slugs = ['v1', 'v2', 'operator', 'sandbox'] as const

/** Whether an answer is what the documents promise: a status that they name, and not a field more or less than its schema. */
export function publishedSchemas(read: (slug: string) => Promise<OpenApi>) {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, inlineRefs: false })
  const documents = new Map<number, Promise<Known[]>>()
  const compiled = new Map<string, ValidateFunction>()

  return async (method: string, address: string, status: number, body: unknown): Promise<void> => {
    const [path = ''] = address.split('?')
    const api = apis.findIndex((prefix) => prefix.test(path))
    const slug = slugs[api]
    if (!slug) return
    if (!documents.has(api)) documents.set(api, read(slug).then(knownPaths))
    const known = (await documents.get(api)) ?? []
    const found = known.find(({ pattern, verbs }) => pattern.test(path) && verbs[method.toLowerCase()])
    if (!found) {
      if (status !== 404 && status !== 400 && status !== 429)
        throw new Error(`${method} ${path} answered ${status} and is in no document`)
      return
    }
    const title = `${method} ${found.path} ${status}`
    const response = found.verbs[method.toLowerCase()]?.responses[status]
    if (!response) throw new Error(`${title}: the document names no such status (${JSON.stringify(body)})`)
    const schema = response.content?.['application/json']?.schema
    if (!schema || body === undefined) return
    let validate = compiled.get(title)
    if (!validate) {
      validate = ajv.compile(strict(schema))
      compiled.set(title, validate)
    }
    if (!validate(body))
      throw new Error(
        `${title} is not as published: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
      )
  }
}

type Known = { path: string; pattern: RegExp; verbs: Record<string, Operation> }

/** Paths without a parameter come first: /orders/delivery-cost is not an order. */
const knownPaths = ({ paths }: OpenApi): Known[] =>
  Object.entries(paths)
    .map(([path, verbs]) => ({
      path,
      verbs,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    }))
    .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

/** The same schema, in which an object has the fields that it names and no others. */
function strict(schema: unknown): Schema {
  if (Array.isArray(schema)) return schema.map(strict) as unknown as Schema
  if (typeof schema !== 'object' || schema === null) return schema as unknown as Schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'examples' ? value : strict(value),
    ]),
  )
  const isClosed = 'properties' in copy && !('additionalProperties' in copy) && !('patternProperties' in copy)
  return isClosed ? { ...copy, additionalProperties: false } : copy
}
