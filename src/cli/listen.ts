import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefusal } from '../start-refusal.ts'

type Place = { host: string; port: number; setting: string }

/** Listens, or says in a sentence why it cannot. Resolves to the port, which matters when 0 was asked for. */
export async function listen(server: Server, { host, port, setting }: Place): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartRefusal(reasonFor(error, { host, port, setting }))
  }
  return (server.address() as AddressInfo).port
}

function reasonFor(error: unknown, { host, port, setting }: Place): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program; set ${setting} to a free one, such as ${setting}=${port + 1}.`
    case 'EACCES':
      return `Port ${port} may not be opened by this user; set ${setting} to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; set HOST to one that is, such as 127.0.0.1.`
    default:
      return `Port ${port} on ${host} cannot be opened: ${error}.`
  }
}

/** Finishes running requests; those that take longer than the limit are cut off. */
export async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  // A connection falls idle when its last answer is out, and would stay open until its keep-alive time has passed.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cutOff)
}
