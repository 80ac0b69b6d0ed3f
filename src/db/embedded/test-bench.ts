import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach } from 'vitest'
import type { Connection } from './connection.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { sharedFolder } from './private-home.ts'
import { removeSocketFolder } from './socket-folder.ts'
import { removeAbandoned } from './throwaway-clusters.ts'

const folders: string[] = []
const children: ChildProcess[] = []

/** Also after a failed test no server, process or folder stays behind. */
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const folder of folders.splice(0)) {
    const cluster = await realpath(join(folder, 'data/postgres')).catch(() => undefined)
    const server = cluster && findPostmaster(cluster)
    if (server) {
      await stopPostmaster(cluster)
      await removeSocketFolder(server.socketFolder)
    }
    await rm(folder, { recursive: true, force: true })
    if (cluster?.startsWith(`${sharedFolder}/`)) await removeAbandoned(dirname(cluster))
  }
})

/** A folder that the server's user may pass through, unless `mode` says otherwise. */
export async function disposableFolder(mode = 0o755): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'caveau-test-')))
  folders.push(folder)
  await chmod(folder, mode)
  return folder
}

/** The place of a data folder and of its cluster, both still to be made. */
export async function freshSite(mode = 0o755) {
  const dataDir = join(await disposableFolder(mode), 'data')
  return { dataDir, cluster: join(dataDir, 'postgres') }
}

export async function query<T extends object>(connection: Connection, sql: string): Promise<T[]> {
  const client = new Client({ ...connection, ssl: false })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const childScript = `
const { startEmbeddedServer } = await import(${JSON.stringify(new URL('./embedded-server.ts', import.meta.url).href)})
const [dataDir, afterwards] = process.argv.slice(1)
try {
  const server = await startEmbeddedServer({ dataDir, fastAndLossy: true })
  process.stdout.write(JSON.stringify(server.connection) + '\\n')
  if (afterwards === 'stay') process.stdin.once('data', () => server.stop().then(() => process.stdin.destroy()))
} catch (error) {
  process.stderr.write(error.message)
  process.exitCode = 1
}`

/** Another Caveau process. One that is to stay stops its use of the server when `leave` is called. */
export function startInChild(dataDir: string, afterwards: 'stay' | 'return', owner: { uid?: number } = {}) {
  const args = ['--input-type=module', '--eval', childScript, dataDir, afterwards]
  const group = owner.uid === undefined ? {} : { uid: owner.uid, gid: owner.uid }
  const child = spawn(process.execPath, args, { ...group, stdio: ['pipe', 'pipe', 'pipe'], cwd: '/' })
  children.push(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const printed = once(child.stdout.setEncoding('utf8'), 'data').then(
    ([line]) => JSON.parse(line) as Connection,
  )
  const failed = exited.then((code) => {
    throw new Error(`The child ended with ${code} before it was connected: ${errors}`)
  })
  failed.catch(() => {})
  const leave = () => {
    child.stdin.end('leave\n')
    return exited
  }
  return { child, connected: Promise.race([printed, failed]), exited, leave }
}
