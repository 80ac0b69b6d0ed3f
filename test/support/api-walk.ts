import type pg from 'pg'
import type { Route } from './all-routes.ts'
import type { Call, Reply } from './service.ts'

/** A form goes out as it is; everything else as JSON. */
export type Good = {
  path: string
  body?: Record<string, unknown>
  form?: { rawBody: string; headers: Record<string, string> }
}
type Caller = (method: string, path: string, options?: Call) => Promise<Reply>

/** All that the walks over an API need to know of it. */
export type WalkedApi = {
  /** What every path of it starts with. */
  prefix: string
  routes: readonly Route[]
  /** A request that each route takes, by the title of the route. */
  good: Readonly<Record<string, Good>>
  /** Requests that the state of a record forbids, by the title of the route. */
  tooLate: Readonly<Record<string, Good>>
  /** Calls as the owner of the records in the good requests. */
  call: Caller
  /** Calls as another owner. */
  callAsStranger: Caller
  /** Calls without credentials, but for those in the headers. */
  callAsNobody: Caller
  pool: pg.Pool
}

export const goodOf = (api: WalkedApi, route: Route): Good => api.good[route.title] ?? { path: route.path }

/** What is sent with a good request, as the caller of a service takes it. */
export const contentOf = ({ body, form }: Good): Call => ({ body, ...form })

/** The path of a good request with another value in the place of one of its ids. */
export function pathWithId({ path: template }: Route, { path }: Good, name: string, value: string): string {
  const place = template.split('/').indexOf(`{${name}}`)
  const [address = '', query] = path.split('?')
  const changed = address.split('/').with(place, value).join('/')
  return query === undefined ? changed : `${changed}?${query}`
}

/** The path of a good request with another value for one name of its query; undefined leaves it out. */
export function pathWithQuery({ path }: Good, name: string, value: string | undefined): string {
  const [address, query = ''] = path.split('?')
  const others = query.split('&').filter((each) => each && !each.startsWith(`${name}=`))
  const all = value === undefined ? others : [...others, `${name}=${value.replace('{name}', name)}`]
  return all.length > 0 ? `${address}?${all.join('&')}` : `${address}`
}

/** A file in a form, to the byte. */
export const formWithFile = (content: string) => ({
  rawBody: `--x\r\nContent-Disposition: form-data; name="files"; filename="picking-list.csv"\r\n\r\n${content}\r\n--x--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
})
