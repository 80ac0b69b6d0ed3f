import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Pool } from 'undici'
import { afterAll, inject } from 'vitest'
import { buildServer } from '../../src/server.ts'
import { testDatabase } from './database.ts'
import { withoutPreview } from './preview.ts'
import { type OpenApi, publishedSchemas } from './published-schemas.ts'

export type Keys = { accessKey: string; secretKey: string }
export type Reply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  body: unknown
}
export type Call = { body?: unknown; rawBody?: string; headers?: Record<string, string>; keys?: Keys | null }

/** What a reply says in short: `200 ok`, `404 not_found`. */
export function outcome({ status, body }: Pick<Reply, 'status' | 'body'>): string {
  const { result, name } = (body ?? {}) as { result?: string; name?: string }
  return `${status} ${result === 'error' ? name : 'ok'}`
}

type Choice = { content: 'empty' | 'demo'; environment?: NodeJS.ProcessEnv }

/**
 * The service over real HTTP on a database of the calling file's own. Calls carry `keys` unless told otherwise. Every answer is
 * held against the published documents.
 */
export async function startService({ content, environment = {} }: Choice, usualKeys: Keys | null = null) {
  const database = await testDatabase({ content, environment })
  const lines: string[] = []
  const log = pino(
    { level: environment.CAVEAU_LOG_LEVEL ?? 'silent' },
    { write: (line: string) => lines.push(line) },
  )
  const app = await buildServer({ ...database, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const client = new Pool(origin, { connections: 10 })
  const expectPublished = publishedSchemas(async (slug) => {
    const response = await client.request({ method: 'GET', path: `/docs/${slug}.json` })
    const document = (await response.body.json()) as OpenApi
    // It is the test's own question and not for those who count the lines.
    const asked = lines.findIndex((line) => line.includes(`/docs/${slug}.json`))
    if (asked >= 0) lines.splice(asked, 1)
    return document
  })
  afterAll(async () => {
    await client.close()
    await app.close()
  })

  async function call(method: string, path: string, options: Call = {}): Promise<Reply> {
    const { body, rawBody, headers, keys = usualKeys } = options
    const response = await client.request({
      method: method as 'GET',
      path,
      headers: {
        'content-type': 'application/json',
        ...(keys && { AccessKey: keys.accessKey, SecretKey: keys.secretKey }),
        ...headers,
      },
      body: rawBody ?? (body === undefined ? null : JSON.stringify(body)),
    })
    const text = await response.body.text()
    const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json')
    const reply = {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
    const published = headers?.['x-preview-v2'] ? withoutPreview(reply.body) : reply.body
    await expectPublished(method, path, reply.status, published)
    return reply
  }

  /** What a GET answers, when it answers 200. */
  async function read<T>(path: string, options: Call = {}): Promise<T> {
    const { status, body, text } = await call('GET', path, options)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
    return body as T
  }

  /** A call of v2 with a bearer token. */
  const callV2 = (method: string, path: string, { token, ...options }: Call & { token?: string } = {}) =>
    call(method, `/api/v2${path}`, {
      ...options,
      keys: null,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    })

  return { ...database, app, origin, call, read, callV2, lines }
}

/** The service with the demo cellar in it. Calls carry the first owner's keys unless told otherwise. */
export async function demoService(environment: NodeJS.ProcessEnv = {}) {
  const [owner, stranger] = inject('demoCredentials').owners
  if (!owner || !stranger) throw new Error('The demo has two owners')
  const service = await startService({ content: 'demo', environment }, owner)
  const callV2 = (method: string, path: string, options: Call & { token?: string } = {}) =>
    service.callV2(method, path, { token: owner.bearerToken, ...options })
  async function readV2<T>(path: string, options: Call & { token?: string } = {}): Promise<T> {
    const { status, body, text } = await callV2('GET', path, options)
    if (status !== 200) throw new Error(`GET /api/v2${path} answered ${status}: ${text}`)
    return body as T
  }
  return { ...service, callV2, readV2, owner, stranger }
}
