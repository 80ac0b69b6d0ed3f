import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { errorCode, StartRefusal } from './start-refusal.ts'
import { patienceMs, waitFor } from './wait-for.ts'

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Lets one process of this machine at a time start or stop the server of a cluster. The lock is a socket in
 * the abstract namespace: the kernel frees it when its holder dies, so there is no stale lock to detect.
 * Where that cannot work (two containers on one folder) PostgreSQL's own lock file still protects the data.
 */
export async function exclusively<T>(clusterFolder: string, work: () => Promise<T>): Promise<T> {
  const name = `\0caveau-cluster-${shortHash(clusterFolder)}`
  const lock = await waitFor(() => tryToListen(name))
  if (!lock) {
    throw new StartRefusal(
      `Another Caveau process has been starting or stopping the database in ${clusterFolder} for ` +
        `${patienceMs / 1000} seconds: start again when it is done.`,
    )
  }
  try {
    return await work()
  } finally {
    await new Promise((resolve) => lock.close(resolve))
  }
}

function tryToListen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    // Without `exclusive` the workers of a node cluster would share one socket, and so the lock.
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}
