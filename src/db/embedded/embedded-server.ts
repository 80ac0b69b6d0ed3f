import { join, resolve } from 'node:path'
import { findShippedBinaries, prepareBinaries, type ShippedBinaries } from './binaries.ts'
import { inspectCluster, locateCluster } from './cluster-folder.ts'
import { type Connection, connectOnce } from './connection.ts'
import { exclusively } from './exclusive-section.ts'
import { initCluster } from './init-cluster.ts'
import { type Launched, lastLines, launchPostmaster } from './launch-postmaster.ts'
import { findPostmaster, isFreeToLaunch, stopPostmaster } from './postmaster.ts'
import { sharedFolder } from './private-home.ts'
import type { ServerAccount } from './server-account.ts'
import { makeSocketFolder, removeSocketFolder, socketFolderOf } from './socket-folder.ts'
import { refusingFor, StartRefusal } from './start-refusal.ts'
import { hasTenants, registerTenant, removeTenantsFolder, unregisterTenant } from './tenants.ts'
import { patienceMs, waitFor } from './wait-for.ts'

export type EmbeddedServer = {
  connection: Connection
  /** Starts the server again when it has died; does nothing while it lives. */
  revive(): Promise<void>
  stop(): Promise<void>
}

type Site = {
  dataDir: string
  folder: string
  account: ServerAccount
  shipped: ShippedBinaries
  fastAndLossy: boolean
}

/** After a crash PostgreSQL replays its journal first, and to give up in the middle of that helps nobody. */
const recoveryPatienceMs = 300_000

/**
 * Serves the database of a data folder, or joins the server that does so already: one of another Caveau
 * process, or one left behind by a process that was killed. `fastAndLossy` is for tests only.
 */
export async function startEmbeddedServer(options: {
  dataDir: string
  fastAndLossy?: boolean
}): Promise<EmbeddedServer> {
  const { fastAndLossy = false } = options
  const dataDir = resolve(options.dataDir)
  const shipped = findShippedBinaries()
  const folder = await locateCluster(dataDir, fastAndLossy)
  return exclusively(folder, async () => {
    const { account, exists } = await refusingFor(folder, () => inspectCluster(folder, shipped.major))
    const site = { dataDir, folder, account, shipped, fastAndLossy }
    const tenant = await registerTenant(folder, account)
    try {
      if (!exists) await initCluster({ folder, account, fastAndLossy, native: await binariesFor(site) })
      const connection = await ensureServer(site)
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= exclusively(folder, () => leave(site, tenant))
        return stopped
      }
      const revive = async () => {
        if (stopped || findPostmaster(folder)) return
        await exclusively(folder, async () => {
          if (!stopped) await ensureServer(site)
        })
      }
      return { connection, revive, stop }
    } catch (error) {
      // The reason of the failed start is what the person must see, not that of the clean-up after it.
      await leave(site, tenant).catch(() => {})
      throw error
    }
  })
}

async function ensureServer(site: Site): Promise<Connection> {
  const { folder } = site
  let launched: Launched | undefined
  const connectOrLaunch = async () => {
    const server = findPostmaster(folder)
    if (server) return server.status === 'ready' ? connectOnce(server) : undefined
    const lastWords = await launched?.whyItEnded()
    if (lastWords !== undefined) {
      if (!/still in use|already exists/.test(lastWords)) throw didNotComeUp(site, lastWords)
      // Processes of a server that was killed are still leaving the folder, so the next try may do.
      launched = undefined
    }
    if (!launched && (await isFreeToLaunch(folder))) launched = await launch(site)
    return undefined
  }
  const isStarting = () => findPostmaster(folder)?.status === 'starting'
  const connection = await waitFor(connectOrLaunch, () => (isStarting() ? recoveryPatienceMs : patienceMs))
  if (connection) return connection
  const mute = findPostmaster(folder)
  if (mute?.status !== 'ready') throw didNotComeUp(site, await lastLines(logFileOf(site)))
  throw new StartRefusal(
    `The database server of ${folder} (process ${mute.pid}) runs but does not answer at ${mute.socketFolder}: ` +
      `stop it with "kill -INT ${mute.pid}" and start again.`,
  )
}

async function launch(site: Site): Promise<Launched> {
  const { folder, account, fastAndLossy } = site
  return launchPostmaster({
    clusterFolder: folder,
    socketFolder: await makeSocketFolder(folder, account),
    logFile: logFileOf(site),
    native: await binariesFor(site),
    account,
    fastAndLossy,
  })
}

/** The last process to leave stops the server, whoever started it. */
async function leave({ folder, account }: Site, tenant: string): Promise<void> {
  await unregisterTenant(folder, tenant)
  if (await hasTenants(folder)) return
  const socketFolder = findPostmaster(folder)?.socketFolder ?? socketFolderOf(folder, account)
  await stopPostmaster(folder)
  await removeSocketFolder(socketFolder)
  await removeTenantsFolder(folder)
}

const logFileOf = ({ dataDir }: Site) => join(dataDir, 'postgres.log')

const binariesFor = ({ shipped, account, dataDir }: Site) =>
  prepareBinaries(shipped, account, account.isThisProcess ? dataDir : sharedFolder)

function didNotComeUp({ folder }: Site, lastWords: string) {
  const reason = /No space left on device/.test(lastWords) ? ': the disk is full' : ''
  return new StartRefusal(
    `The database server of ${folder} did not come up${reason}. The end of its log:\n${lastWords}`,
  )
}
