import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Environment } from '../../config.ts'
import { environmentHeader } from './environment-guard.ts'
import { type Failure, failureBody } from './failures.ts'

const plainOnTls = 'ERR_SSL_HTTP_REQUEST'

const malformed = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    name: 'request_malformed',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    name: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
  [plainOnTls]: {
    status: 400,
    name: 'https_required',
    message: 'This port speaks HTTPS only. Begin the address with https://.',
  },
  other: { status: 400, name: 'request_malformed', message: 'The request is not valid HTTP.' },
} as const satisfies Record<string, Failure>

/** What Node's parser cannot read never becomes a request, so the answer is written by hand. */
export const refuseMalformed =
  (env: Environment) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    const { code = 'other' } = error
    const open = code === plainOnTls ? beneathTls(socket) : socket
    if (code === 'ECONNRESET' || !open?.writable) return void socket.destroy()
    const failure = code in malformed ? malformed[code as keyof typeof malformed] : malformed.other
    const body = JSON.stringify(failureBody(failure))
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      `X-Request-Id: ${randomUUID()}`,
      `${environmentHeader}: ${env}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    open.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => open !== socket && open.destroy())
  }

/**
 * Somebody who speaks plain HTTP to a TLS port can read an answer only beneath the TLS that was never begun. Node has no public
 * name for that socket; where it cannot be found, the connection just ends.
 */
const beneathTls = (socket: Socket): Socket | undefined => (socket as { _parent?: Socket })._parent
