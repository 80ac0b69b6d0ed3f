import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled, recordOf } from './installed-packages.mjs'
import { Refusal } from './refusal.mjs'
import { npmInstall } from './run-npm.mjs'
import { takeTurn } from './take-turn.mjs'

/** Installs what package-lock.json asks for, unless it is there or another copy of Caveau is at it already. */
export async function installPackages(folder) {
  if (isInstalled(folder)) return
  const turn = await takeTurn(folder, { name: 'install', doing: 'installing the packages' })
  try {
    if (isInstalled(folder)) return
    await installAnew(folder)
  } finally {
    turn?.close()
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
