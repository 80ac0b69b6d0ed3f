import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/**
 * What happens to a request on its way: `pass` brings it there and back; `reset` cuts the line before the service has seen it,
 * `lose` after the service has done it, `cut` in the middle of the answer; `silence` never answers. An object is answered as it is.
 */
export type Mishap =
  | 'pass'
  | 'reset'
  | 'lose'
  | 'cut'
  | 'silence'
  | { status: number; headers?: Record<string, string>; body?: string }
type Seen = { method: string; key: string | undefined; contentType: string | undefined; at: number }

/** A real server before the service. Requests meet the mishaps one after the other, and then none. */
export async function unreliableProxy(origin: string) {
  let mishaps: Mishap[] = []
  let seen: Seen[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const key = headers['idempotency-key'] as string | undefined
    seen.push({ method, key, contentType: headers['content-type'], at: performance.now() })
    const mishap = mishaps.shift() ?? 'pass'
    if (typeof mishap === 'object') {
      response.writeHead(mishap.status, mishap.headers).end(mishap.body)
      return
    }
    if (mishap === 'silence') return
    if (mishap === 'reset') return void response.socket?.resetAndDestroy()
    const { host, connection, 'content-length': _length, 'transfer-encoding': _encoding, ...others } = headers
    const answer = await fetch(origin + url, {
      method,
      headers: others as Record<string, string>,
      body: body.length > 0 ? new Uint8Array(body) : null,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (mishap === 'lose') return void response.socket?.resetAndDestroy()
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-length': bytes.length,
    })
    if (mishap === 'pass') response.end(bytes)
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.resetAndDestroy())
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From here on. */
    meet(...next: Mishap[]): void {
      mishaps = next
      seen = []
    },
    seen: () => seen,
  }
}
