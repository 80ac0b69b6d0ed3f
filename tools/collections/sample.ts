/** A JSON schema, as far as the documents use them. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  minLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** What fits where the schema gives no example; the document's words are asked first. */
const byName: Record<string, string> = {
  city: 'Paris',
  company: 'Le Petit Verre',
  first_name: 'Ada',
  last_name: 'Cave',
  lot: 'A',
  name: 'Example',
  password: 'choose-a-long-one',
  street1: '8 rue des Lilas',
  url: 'https://shop.example.com/hooks/caveau',
  zipcode: '75011',
}
const byFormat: Record<string, string> = {
  country: 'FR',
  date: '2026-12-01',
  'date-time': '2026-12-01T09:30:00+01:00',
  email: 'ada@example.com',
  litres: '0.75',
  price: '12.50',
}

/**
 * A value that the schema takes: its own example, or the least that it demands. Of an object these are the fields that must be
 * there, and all of them where none must.
 */
export function sampleOf(schema: Schema, name = ''): unknown {
  const [given] = [schema.const, ...(schema.examples ?? []), schema.default, ...(schema.enum ?? [])].filter(
    (each) => each !== undefined,
  )
  if (given !== undefined) return given
  const type = [schema.type].flat()[0] ?? 'object'
  if (type === 'object') return objectOf(schema)
  if (type === 'array') return schema.items ? [sampleOf(schema.items, name)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  return byName[name] ?? byFormat[schema.format ?? ''] ?? 'example'
}

function objectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(
    ([name]) => required.length === 0 || required.includes(name),
  )
  return Object.fromEntries(wanted.map(([name, schema]) => [name, sampleOf(schema, name)]))
}
