import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInstalled, recordOf } from './installed-packages.mjs'
import { Refusal } from './refusal.mjs'

// `npm ci` refuses a lock file that leaves out the packages of other platforms; this installs the locked
// versions all the same, and what came of it is compared with the lock file afterwards.
const npmArguments = [
  ...['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional'],
  ...['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-mintimeout=1000'],
  '--fetch-retry-maxtimeout=5000',
]
const longestWaitMs = 15 * 60_000

/** Installs what package-lock.json asks for, unless it is there or another copy of Caveau is at it already. */
export async function installPackages(folder) {
  if (isInstalled(folder)) return
  const lock = await takeLock(folder)
  try {
    if (isInstalled(folder)) return
    await runNpm(folder)
  } finally {
    lock?.close()
  }
}

async function runNpm(folder) {
  const start = Date.now()
  console.error('Installing the packages that Caveau needs. This happens once and takes about a minute.')
  // Without its record an installation counts as broken off; npm does not repair one, so it begins anew.
  const record = takeRecord(folder)
  if (record === undefined) rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  const { code, errors } = await npm(folder)
  if (code !== 0) {
    // npm that fails, unlike npm that is killed, puts back what was there before.
    if (record !== undefined) writeFileSync(recordOf(folder), record)
    throw new Refusal(phraseFailure(errors))
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

function npm(folder) {
  return new Promise((resolve) => {
    const child = spawn('npm', npmArguments, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text
    })
    const forward = (signal) => child.kill(signal)
    process.on('SIGTERM', forward)
    child.once('error', (error) => resolve({ code: 1, errors: `npm error code ${error.code}` }))
    child.once('close', (code) => {
      process.off('SIGTERM', forward)
      resolve({ code, errors })
    })
  })
}

export function phraseFailure(errors) {
  const code = /npm error code (\w+)/.exec(errors)?.[1] ?? ''
  if (/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)$/.test(code)) {
    return `The packages cannot be fetched because the npm registry is out of reach (${code}): start again with a network connection, or copy node_modules from a machine that has one.`
  }
  if (code === 'ENOSPC') return 'The packages cannot be installed: the disk is full.'
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) {
    return `The packages cannot be installed: this user may not write node_modules (${code}).`
  }
  if (code === 'ENOENT' && !errors.includes('\n')) {
    return 'The packages cannot be installed because there is no npm: install npm, or copy node_modules from a machine that has it.'
  }
  const words = errors
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('complete log'))
  return `The packages cannot be installed. npm says:\n${words.slice(0, 8).join('\n')}`
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
