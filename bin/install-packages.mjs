import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, recordOf } from './installed-packages.mjs'
import { Refusal } from './refusal.mjs'
import { npmInstall } from './run-npm.mjs'

const longestWaitMs = 15 * 60_000

/** Installs what package-lock.json asks for, unless it is there or another copy of Caveau is at it already. */
export async function installPackages(folder) {
  if (isInstalled(folder)) return
  const lock = await takeLock(folder)
  try {
    if (isInstalled(folder)) return
    await installAnew(folder)
  } finally {
    lock?.close()
  }
}

async function installAnew(folder) {
  const start = Date.now()
  console.error('Installing the packages that Caveau needs. This happens once and takes about a minute.')
  // Without its record an installation counts as broken off; npm does not repair one, so it begins anew.
  const record = takeRecord(folder)
  if (record === undefined) rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  const failure = await npmInstall(folder)
  if (failure !== undefined) {
    // npm that fails, unlike npm that is killed, puts back what was there before.
    if (record !== undefined && existsSync(join(folder, 'node_modules')))
      writeFileSync(recordOf(folder), record)
    throw new Refusal(failure)
  }
  if (!isInstalled(folder)) {
    throw new Refusal(
      'The installed packages are not those of package-lock.json: run "npm install" and see whether it changes that file.',
    )
  }
  console.error(`Installed in ${Math.round((Date.now() - start) / 1000)} s.`)
}

function takeRecord(folder) {
  try {
    const record = readFileSync(recordOf(folder), 'utf8')
    rmSync(recordOf(folder))
    return record
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new Refusal(
      `The packages cannot be installed: this user may not write node_modules (${error.code}).`,
    )
  }
}

/** A socket in the abstract namespace of Linux: the kernel frees it when its holder dies, however that happens. */
async function takeLock(folder) {
  if (process.platform !== 'linux') return undefined
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  // Older versions of Node fill the name up to this length with zeros, so all must use it in full.
  const name = `\0caveau-install-${hash}`.padEnd(108, '-')
  const start = Date.now()
  for (let isFirst = true; Date.now() - start < longestWaitMs; isFirst = false) {
    const lock = await tryToListen(name)
    if (lock) return lock
    if (isFirst) console.error('Another copy of Caveau is installing the packages: waiting for it.')
    await pause(200)
  }
  throw new Refusal(
    'Another copy of Caveau has been installing the packages for very long: end it and start again.',
  )
}

function tryToListen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}
