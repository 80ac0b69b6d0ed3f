/** One page of a list. */
export type Page<T> = {
  records: T[]
  /** How many records there are on all pages. */
  total: number
  /** The query of the next page, if there is one. */
  next: Record<string, string> | undefined
}

export const pageOf = <T>(records: T[], headers: Headers): Page<T> => ({
  records,
  total: Number(headers.get('x-total-count')),
  next: nextQuery(headers.get('link')),
})

/**
 * What the link to the next page asks. Its path is the one just asked: only the query is taken from it, so that a proxy
 * may mount the service elsewhere, and credentials go to no address that an answer names.
 */
function nextQuery(link: string | null): Page<unknown>['next'] {
  for (const [, address = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel="?next"?\s*(;|,|$)/i.test(parameters))
      return Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''))
  return undefined
}

type Read<T> = (query: Record<string, string> | undefined) => Promise<Page<T>>

/**
 * Every record of every page, each page read when the one before has been used up. A record that moves to the next page
 * while it is read, because a newer one came in, is told once.
 */
export async function* allRecords<T>(read: Read<T>): AsyncGenerator<T, void, undefined> {
  let told = new Set<unknown>()
  let page: Page<T> | undefined
  do {
    page = await read(page?.next)
    yield* page.records.filter((record) => !told.has(idOf(record)))
    told = new Set(page.records.map(idOf))
  } while (page.next)
}

const idOf = (record: unknown): unknown => (record as { id?: unknown }).id
