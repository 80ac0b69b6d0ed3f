import { readFileSync } from 'node:fs'

type Paths = Record<string, Record<string, unknown>>

/** The operations of a kept document, and a fetch that notes which of them it was used for. */
export function watchOperations(version: 'v1' | 'v2' | 'sandbox') {
  const file = new URL(`../../docs/openapi/${version}.json`, import.meta.url)
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Paths }
  // A path of words alone stands before one with places: delivery-cost is no id.
  const templates = Object.keys(paths).toSorted(
    (one, other) => Number(one.includes('{')) - Number(other.includes('{')),
  )
  const templateOf = (pathname: string) =>
    templates.find((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
  const used = new Set<string>()
  return {
    all: Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    used,
    fetch(request: Request): Promise<Response> {
      used.add(`${request.method} ${templateOf(new URL(request.url).pathname)}`)
      return fetch(request)
    },
  }
}
