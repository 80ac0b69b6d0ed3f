import { once } from 'node:events'
import { createServer, request as forward, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { testCertificate, testKey } from './certificate.ts'

/** A proxy on loopback with a door for HTTP and one for HTTPS, which tells the service behind it by which a request came. */
export async function proxyTo(origin: string): Promise<{ http: string; https: string }> {
  const pass =
    (proto: string): RequestListener =>
    (request, response) => {
      // Whatever a caller says of itself is written over.
      const headers = { ...request.headers, 'x-forwarded-proto': proto }
      const onward = forward(
        new URL(request.url ?? '/', origin),
        { method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      request.pipe(onward)
    }
  const doors = [
    createServer(pass('http')),
    createTlsServer({ cert: testCertificate, key: testKey }, pass('https')),
  ] as const
  afterAll(() => doors.forEach((door) => void door.close()))
  for (const door of doors) await once(door.listen(0, '127.0.0.1'), 'listening')
  const [http, https] = doors.map((door) => (door.address() as AddressInfo).port)
  return { http: `http://127.0.0.1:${http}`, https: `https://127.0.0.1:${https}` }
}
