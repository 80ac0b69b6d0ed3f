import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'

type PageNumbers = { page: number; count: number }
const pageProperties = {
  page: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  count: Type.Integer({ minimum: 1, maximum: 1000, default: 30 }),
}

/** The query of a list: `page` and `count` may be left out and then have their defaults. */
export const pagedQuery = <P extends Type.TProperties>(filters: P) => {
  const schema = Type.Object(filters)
  return Type.Unsafe<Static<typeof schema> & PageNumbers>({
    ...schema,
    properties: { ...pageProperties, ...filters },
  })
}
export const PageQuery = pagedQuery({})

type Paged<T> = { records: T[]; total: number }

/** The records of one page. The body is a bare array, so where it stands in the whole is told in headers. */
export function sendPage<T>(
  request: FastifyRequest<{ Querystring: PageNumbers }>,
  reply: FastifyReply,
  { records, total }: Paged<T>,
  filterOfTheBody: Record<string, string> = {},
): T[] {
  const { page, count } = request.query
  const last = Math.max(1, Math.ceil(total / count))
  const pages: [string, number][] = [['first', 1]]
  if (page > 1) pages.push(['prev', Math.min(page - 1, last)])
  if (page < last) pages.push(['next', page + 1])
  pages.push(['last', last])
  reply.header('x-total-count', total)
  addLinks(
    reply,
    pages.map(
      ([relation, number]) =>
        `<${addressOf(request, { ...filterOfTheBody, page: String(number) })}>; rel="${relation}"`,
    ),
  )
  return records
}

function addressOf(request: FastifyRequest, changed: Record<string, string>): string {
  const [path = '', query = ''] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value)
  return `${path}?${parameters}`
}

/** Link may already hold something: a version's pointer to its successor, for example. */
export function addLinks(reply: FastifyReply, links: readonly string[]): void {
  const present = reply.getHeader('link')
  reply.header('link', [...(present ? [String(present)] : []), ...links].join(', '))
}
