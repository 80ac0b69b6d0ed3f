import { RefusedAddress } from './guarded-connection.ts'

const words: Record<string, string> = {
  ENOTFOUND: 'The name has no address.',
  ENODATA: 'The name has no address.',
  EAI_AGAIN: 'The name could not be looked up.',
  ESERVFAIL: 'The name could not be looked up.',
  ETIMEOUT: 'The name could not be looked up in time.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EPIPE: 'The connection was reset.',
  EHOSTUNREACH: 'The address cannot be reached.',
  ENETUNREACH: 'The address cannot be reached.',
  ETIMEDOUT: 'No connection could be made in time.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection could be made in time.',
  UND_ERR_SOCKET: 'The connection was closed before the answer was whole.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
}

/** Why a message got no answer, for the owner of the address to read. */
export function inWords(error: unknown): string {
  const cause = rootOf(error)
  if (cause instanceof RefusedAddress) return cause.message
  const { code = '', name = '', message = '' } = cause as { code?: string; name?: string; message?: string }
  const known = words[code]
  if (known) return `${known} (${code})`
  if (/^(ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `No TLS connection could be made. (${code})`
  if (name === 'HTTPParserError') return `The answer is not valid HTTP. (${code || name})`
  return code
    ? `The message could not be sent. (${code})`
    : `The message could not be sent: ${message.slice(0, 200)}`
}

/** When several addresses were tried, the fault of the first; and of a wrapped fault the one inside. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError) return rootOf(error.errors[0])
  const isWrapped = error instanceof Error && error.cause !== undefined
  return isWrapped ? rootOf(error.cause) : error
}
