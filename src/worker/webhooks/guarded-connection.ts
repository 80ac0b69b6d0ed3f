import { promises as dns } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { mayReach, type WebhookTargets } from '../../core/webhooks/check-target.ts'

export type ResolvedAddress = { address: string; family: number }
/** Every address that a name has at this moment. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** A connection to where messages may not go. It tells nobody what a name of the inside resolves to. */
export class RefusedAddress extends Error {
  constructor() {
    super('The address is not a public one.')
  }
}

/**
 * By asking the servers of names directly: the system's own way keeps one of a few threads for as long as a slow server takes, and
 * one receiver's name would hold up those of the others.
 */
const resolvePublicly: Resolve = async (host) => {
  const resolver = new dns.Resolver({ timeout: 3000, tries: 2 })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  return found
}

/** The system's way knows the names of the machine and of its network as well. */
const resolveLocally: Resolve = (host) => dns.lookup(host, { all: true })

export const usualResolve = (targets: WebhookTargets): Resolve =>
  targets === 'public' ? resolvePublicly : resolveLocally

type Guard = { targets: WebhookTargets; resolve: Resolve; timeoutMs: number; ca?: string }

/**
 * Connects only where messages may go. What is decided on are the addresses that the socket is then given, and not a name that
 * could lead elsewhere a moment later; and once more the address at the other end of it.
 */
export function guardedConnector({ targets, resolve, timeoutMs, ca }: Guard): buildConnector.connector {
  const mayGo = (address: string) => mayReach(address, targets)
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found
        if (!first)
          return callback(Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' }), '')
        if (!found.every(({ address }) => mayGo(address))) return callback(new RefusedAddress(), '')
        return all ? callback(null, [...found]) : callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
  const connect = buildConnector({ lookup, timeout: timeoutMs, allowH2: false, ...(ca && { ca }) })
  return (options, callback) => {
    // An address in place of a name is not looked up.
    if (isIP(options.hostname) !== 0 && !mayGo(options.hostname)) {
      callback(new RefusedAddress(), null)
      return
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (mayGo(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      return callback(new RefusedAddress(), null)
    })
  }
}
