import type { Client } from 'openapi-fetch'
import { type CallOptions, splitOptions } from './call-options.ts'
import { errorFrom } from './errors.ts'
import type {
  Answer,
  BodyArguments,
  Element,
  Operation,
  PathWith,
  PlainArguments,
  UploadArguments,
} from './operation-types.ts'
import { allRecords, type Page, pageOf } from './paging.ts'

type Given = { args: readonly unknown[]; body?: unknown; parseAs?: 'blob'; query?: Record<string, unknown> }
type Send = (request: Request, options: CallOptions) => Promise<Response>
type LooseClient = {
  request: (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>
}

/**
 * Makes the methods of a client out of methods and paths. Every method takes the values of the path first, then the body, and
 * last one object with the query and the options of the call.
 */
export function callerFor<Paths extends object>(http: Client<Paths>, send: Send) {
  // The types of each method come from its path; behind them all calls are alike.
  const { request } = http as unknown as LooseClient

  async function call(method: string, path: string, { args, body, parseAs, query: more }: Given) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const { query, options } = splitOptions(args[names.length] as object | undefined)
    const { data, error, response } = await request(method, path, {
      params: {
        path: Object.fromEntries(names.map((name, index) => [name, args[index]])),
        query: { ...query, ...more },
      },
      body,
      parseAs: parseAs ?? 'text',
      signal: options.signal,
      fetch: (each: Request) => send(each, options),
    })
    if (!response.ok) throw errorFrom(response, error)
    return { data: parseAs ? data : readJson(response, String(data)), headers: response.headers }
  }

  /** The body stands behind the values of the path. */
  function withoutBody(path: string, args: readonly unknown[]) {
    const place = path.split('{').length - 1
    return { body: args[place], args: args.toSpliced(place, 1) }
  }

  return {
    /** A call that sends nothing but its address. */
    plain:
      <M extends 'get' | 'delete' | 'post', P extends PathWith<Paths, M>>(method: M, path: P) =>
      async (...args: PlainArguments<P, Operation<Paths, P, M>>): Promise<Answer<Operation<Paths, P, M>>> =>
        (await call(method, path, { args })).data as Answer<Operation<Paths, P, M>>,

    /** A call that sends a body. */
    withBody:
      <M extends 'post' | 'put' | 'delete', P extends PathWith<Paths, M>>(method: M, path: P) =>
      async (...args: BodyArguments<P, Operation<Paths, P, M>>): Promise<Answer<Operation<Paths, P, M>>> =>
        (await call(method, path, withoutBody(path, args))).data as Answer<Operation<Paths, P, M>>,

    /** The three ways to read a list that comes in pages. */
    paged<P extends PathWith<Paths, 'get'>>(path: P) {
      type Args = PlainArguments<P, Operation<Paths, P, 'get'>>
      type Item = Element<Answer<Operation<Paths, P, 'get'>>>
      const page = async (args: Args, query?: Record<string, string>): Promise<Page<Item>> => {
        const { data, headers } = await call('get', path, { args, ...(query && { query }) })
        return pageOf(data as Item[], headers)
      }
      return {
        /** The records of one page. */
        list: async (...args: Args): Promise<Item[]> => (await page(args)).records,
        /** One page, with what is said of the whole. */
        page: (...args: Args): Promise<Page<Item>> => page(args),
        /** Every record of every page, to be used with `for await`. */
        all: (...args: Args): AsyncGenerator<Item, void, undefined> =>
          allRecords((query) => page(args, query)),
      }
    },

    /** A call that sends files. */
    upload:
      <P extends PathWith<Paths, 'post'>>(path: P) =>
      async (
        ...args: UploadArguments<P, Operation<Paths, P, 'post'>>
      ): Promise<Answer<Operation<Paths, P, 'post'>>> => {
        const { body: files, args: others } = withoutBody(path, args)
        const form = new FormData()
        for (const file of [files as File | File[]].flat()) form.append('files', file)
        const { data } = await call('post', path, { args: others, body: form })
        return data as Answer<Operation<Paths, P, 'post'>>
      },

    /** A call that gives a file. */
    download:
      <P extends PathWith<Paths, 'get'>>(path: P) =>
      async (...args: PlainArguments<P, Operation<Paths, P, 'get'>>): Promise<Blob> =>
        (await call('get', path, { args, parseAs: 'blob' })).data as Blob,
  }
}

/** What answers in the place of the service, such as a page to sign in, may well say that all is fine. */
function readJson(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw errorFrom(response, undefined)
  }
}
