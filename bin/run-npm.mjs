import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const unreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)$/

// `npm ci` refuses a lock file that leaves out the packages of other platforms; this installs the locked
// versions all the same, and what came of it is compared with the lock file afterwards.
const installArguments = [
  ...['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
]

/** Installs into the folder; returns undefined, or why it failed as a sentence. */
export async function npmInstall(folder) {
  const isOffline = !(await canReachRegistry(folder))
  const { code, errors } = await npm(
    folder,
    isOffline ? [...installArguments, '--offline'] : installArguments,
  )
  return code === 0 ? undefined : phraseFailure(errors)
}

/**
 * Without a network npm tries hundreds of packages for minutes before it gives up, so one is asked for first;
 * with an empty cache, because npm answers from its cache when it cannot do better.
 */
async function canReachRegistry(folder) {
  const cache = await mkdtemp(join(tmpdir(), 'caveau-npm-'))
  try {
    const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']
    const { code, errors } = await npm(folder, ['view', 'fastify', 'version', `--cache=${cache}`, ...retries])
    return code === 0 || !unreachable.test(errorCode(errors))
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

function npm(folder, args) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
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

const errorCode = (errors) => /npm error code (\w+)/.exec(errors)?.[1] ?? ''

export function phraseFailure(errors) {
  const code = errorCode(errors)
  if (unreachable.test(code)) {
    return 'The packages cannot be fetched because the npm registry is out of reach: start again with a network connection, or copy node_modules from a machine that has one.'
  }
  if (code === 'ENOSPC') return 'The packages cannot be installed: the disk is full.'
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) {
    return `The packages cannot be installed: this user may not write node_modules (${code}).`
  }
  if (errors === 'npm error code ENOENT') {
    return 'The packages cannot be installed because there is no npm: install npm, or copy node_modules from a machine that has it.'
  }
  if (/npm error signal SIG/.test(errors)) {
    return 'The installation of the packages was broken off; the next start begins it anew.'
  }
  const words = errors
    .split('\n')
    .filter((line) => line.startsWith('npm error') && !line.includes('complete log'))
  return `The packages cannot be installed. npm says:\n${words.slice(0, 8).join('\n')}`
}
