const words = (segment: string) => segment.split('-').map((word) => word[0]?.toUpperCase() + word.slice(1))
const pascal = (segment: string) => words(segment).join('')
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
const isPlural = (segment: string) => segment.endsWith('s')
const singular = (segment: string) =>
  segment
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch)es$/, '$1')
    .replace(/(?<!s)s$/, '')

/**
 * A name for a route that reads well as a function of a generated client: `listOrders`, `getOrder`, `createOrder`, `shipOrder`.
 * `path` is without the prefix of its API, and `isList` tells whether it answers an array.
 */
export function operationIdOf(method: string, path: string, isList: boolean): string {
  const segments = path.split('/').filter(Boolean)
  const isParameter = (segment: string | undefined) => segment?.startsWith(':') ?? false
  const nouns = segments
    .map((segment, index) => (isParameter(segments[index + 1]) ? singular(segment) : segment))
    .filter((segment) => !isParameter(segment))
  const last = nouns.at(-1) ?? ''
  const before = nouns
    .slice(0, -1)
    .map((noun) => pascal(singular(noun)))
    .join('')
  if (method === 'GET') return `${isList ? 'list' : 'get'}${before}${pascal(last)}`
  if (method === 'PUT') return `update${before}${pascal(singular(last))}`
  if (method === 'DELETE') return `delete${before}${pascal(singular(last))}`
  if (isPlural(last) || before === '') return `create${before}${pascal(singular(last))}`
  return `${camel(pascal(last))}${before}`
}
