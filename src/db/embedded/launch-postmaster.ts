import { spawn } from 'node:child_process'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { programEnvironment } from './run-as.ts'
import { credentialsOf, type ServerAccount } from './server-account.ts'
import { refusingFor, undefinedWhen } from './start-refusal.ts'

type Launch = {
  clusterFolder: string
  socketFolder: string
  logFile: string
  native: string
  account: ServerAccount
  fastAndLossy: boolean
}

/** `whyItEnded` tells the last words of a server that is no longer there. */
export type Launched = { whyItEnded: () => Promise<string | undefined> }

const serverSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements that fail are the application's to log; with them this file could grow without end.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const lossySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts the server in a session of its own: Ctrl-C in the terminal is for us, we then stop it in order. */
export async function launchPostmaster(launch: Launch): Promise<Launched> {
  const log = await refusingFor(launch.logFile, () => openFreshLog(launch.logFile))
  const server = spawn(join(launch.native, 'bin/postgres'), serverArguments(launch), {
    ...credentialsOf(launch.account),
    cwd: '/',
    env: programEnvironment,
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  })
  let lastWords: Promise<string> | undefined
  server.once('error', (error) => {
    lastWords ??= Promise.resolve(error.message)
  })
  server.once('exit', () => {
    lastWords ??= lastLines(launch.logFile)
  })
  server.unref()
  await log.close()
  return { whyItEnded: async () => lastWords }
}

function serverArguments({ clusterFolder, socketFolder, fastAndLossy }: Launch): string[] {
  const settings = {
    ...serverSettings,
    ...(fastAndLossy ? lossySettings : {}),
    // The setting is a list, and quotes keep a comma in the path from splitting it.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  return [
    '-D',
    clusterFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Keeps the log of the run before. Never opens what is there: the folder may hold a link made by another. */
async function openFreshLog(logFile: string) {
  await rename(logFile, logFile.replace(/\.log$/, '.previous.log')).catch(undefinedWhen('ENOENT'))
  return open(logFile, 'wx', 0o600)
}

export async function lastLines(logFile: string): Promise<string> {
  const text = (await readFile(logFile, 'utf8').catch(undefinedWhen('ENOENT'))) ?? ''
  return text.trim().split('\n').slice(-8).join('\n')
}
