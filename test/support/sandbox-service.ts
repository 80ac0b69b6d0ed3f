import { type Call, demoService, type Reply } from './service.ts'

export type Clock = { now: string; real_now: string; frozen: boolean; real: boolean }
export type Moved = Clock & {
  happened: { at: string; what: string; id: number; refusal: string | null }[]
  happened_total: number
}

/** The service with the demo cellar, and calls of its sandbox by the first owner's token unless told otherwise. */
export async function sandboxService(environment: NodeJS.ProcessEnv = {}) {
  const service = await demoService(environment)
  const { owner, call } = service
  const callSandbox = (
    method: string,
    path: string,
    { token = owner.bearerToken, ...options }: Call & { token?: string | null } = {},
  ): Promise<Reply> =>
    call(method, `/sandbox${path}`, {
      keys: null,
      ...options,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    })

  /** What a call answers, when it answers 200 or 201. */
  async function done<T>(
    method: string,
    path: string,
    body?: unknown,
    options: Call & { token?: string | null } = {},
  ): Promise<T> {
    const reply = await callSandbox(method, path, { ...(body !== undefined && { body }), ...options })
    if (reply.status > 201) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return reply.body as T
  }

  const setClock = (now: string, frozen = true, token = owner.bearerToken): Promise<Moved> =>
    done('PUT', '/clock', { now, frozen }, { token })
  const advance = (by: string, token = owner.bearerToken): Promise<Moved> =>
    done('POST', '/clock/advance', { by }, { token })
  return { ...service, callSandbox, done, setClock, advance }
}
