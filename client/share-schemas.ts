// The documents write every schema out wherever it occurs; types are short and have names only when schemas are shared.

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
type Schema = { [key: string]: Json }
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId: string
  requestBody?: Content
  responses: Record<string, Content & { description: string }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components?: Schema }

/** Names of schemas, and the place that defines each, such as `answer of getOrder` or `element of listBottles`. */
export type NamedSchemas = Record<string, string>

/** The document with named schemas in its components and references wherever the same schema occurs, without whole examples. */
export function shareSchemas(document: Document, names: NamedSchemas): Document {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const named = Object.entries(names).map(([name, place]) => [name, schemaAt(operations, place)] as const)
  const failure = failureOf(operations)
  const nameOf = new Map([...named, ['Failure', failure] as const].map(([name, it]) => [textOf(it), name]))

  const shared = (node: Json, isDefinition = false): Json => {
    if (node === null || typeof node !== 'object') return node
    const name = isDefinition ? undefined : nameOf.get(textOf(node))
    if (name) return { $ref: `#/components/schemas/${name}` }
    return Array.isArray(node)
      ? node.map((each) => shared(each))
      : Object.fromEntries(
          Object.entries(node)
            .filter(([key]) => !(isContent(node) && key.startsWith('example')))
            .map(([key, value]) => [key, shared(value)]),
        )
  }
  const schemas = Object.fromEntries(named.map(([name, schema]) => [name, shared(schema, true)]))
  const { paths, components, ...rest } = document
  return {
    ...rest,
    paths: shared(paths as unknown as Json) as unknown as Document['paths'],
    components: { ...components, schemas: { ...schemas, Failure: withErrorNames(failure, operations) } },
  }
}

/** A body or an answer. A parameter has a schema as well, and its example is a word that is good to read beside it. */
const isContent = (node: Schema) => 'schema' in node && !('in' in node)

/** Two schemas that differ in their description alone are the same. */
const textOf = (node: Json) =>
  JSON.stringify(node !== null && typeof node === 'object' ? { ...node, description: undefined } : node)

function schemaAt(operations: readonly Operation[], place: string): Schema {
  const [kind, id] = place.split(' of ')
  const operation = operations.find(({ operationId }) => operationId === id)
  const holder = kind === 'body' ? operation?.requestBody : operation?.responses['200']
  const schema = jsonOf(holder)
  const found = kind === 'element' ? schema?.items : schema
  if (!found) throw new Error(`The document has no ${place}.`)
  return found as Schema
}

const jsonOf = (holder: Content | undefined) => holder?.content?.['application/json']?.schema

/** What every refusal looks like. */
function failureOf(operations: readonly Operation[]): Schema {
  const schema = jsonOf(operations[0]?.responses['500'])
  if (!schema) throw new Error('The document does not say what a failure looks like.')
  return schema
}

/** The document lists the names of errors in words, beside the answers that carry them. */
function withErrorNames(failure: Schema, operations: readonly Operation[]): Schema {
  const descriptions = operations
    .flatMap(({ responses }) => Object.entries(responses))
    .flatMap(([status, { description }]) => (Number(status) >= 400 ? [description] : []))
  const names = descriptions.flatMap((words) => /^Error: ([\w, ]+)\.$/.exec(words)?.[1]?.split(', ') ?? [])
  if (names.length === 0) throw new Error('The document names no error.')
  const { description, ...schema } = failure
  const properties = schema.properties as Schema
  const name = { type: 'string', enum: [...new Set(names)].toSorted() }
  return { ...schema, properties: { ...properties, name } }
}
