import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeTurn } from './take-turn.mjs'

/** Builds the web pages when they are missing or older than their sources; says so in a sentence when that fails. */
export async function buildPages(folder, node) {
  const sources = digestOfSources(folder)
  if (sources === undefined || digestOfBuilt(folder) === sources) return
  const turn = await takeTurn(folder, { name: 'pages', doing: 'building the pages' })
  try {
    if (digestOfBuilt(folder) !== sources) await buildAnew(folder, node, sources)
  } catch (error) {
    console.error(`The pages at /app and /console could not be built: ${error.message}`)
  } finally {
    turn?.close()
  }
}

const stampOf = (built) => join(built, '.sources')

function digestOfBuilt(folder) {
  try {
    return readFileSync(stampOf(join(folder, 'dashboard/dist')), 'utf8')
  } catch {
    return undefined
  }
}

/** What the pages are made of: their own files, and the packages in the versions of the lock file. */
export function digestOfSources(folder) {
  const home = join(folder, 'dashboard')
  if (!existsSync(join(home, 'src'))) return undefined
  const files = ['src', 'app', 'console'].flatMap((part) =>
    readdirSync(join(home, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      // Node 20 before 20.12 knows the folder of an entry by its older name only.
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  files.push(join(home, 'package.json'), join(home, 'vite.config.ts'), join(folder, 'package-lock.json'))
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Beside the old ones and then in their place, so that a service that runs has pages all the while. */
async function buildAnew(folder, node, sources) {
  console.error('Building the pages…')
  const [built, next, old] = ['dist', 'dist.next', 'dist.old'].map((name) => join(folder, 'dashboard', name))
  await runVite(folder, node, ['build', 'dashboard', '--outDir', 'dist.next', '--emptyOutDir'])
  writeFileSync(stampOf(next), sources)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(built)) renameSync(built, old)
  renameSync(next, built)
  rmSync(old, { recursive: true, force: true })
}

function runVite(folder, node, args) {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(node, [vite, ...args, '--logLevel', 'warn'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || `exit ${code}`))))
  })
}
