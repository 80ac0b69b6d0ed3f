// This file and those it imports run on Node 20, before anything is installed: no packages, no TypeScript.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install-packages.mjs'
import { Refusal } from './refusal.mjs'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = 24

/** Installs what is missing and returns the Node that Caveau runs on. */
export async function prepare() {
  await installPackages(projectFolder)
  return chooseNode(projectFolder)
}

/** The running Node when it is new enough, else the one that comes with the packages. */
export function chooseNode(folder, running = process) {
  if (Number.parseInt(running.versions.node, 10) >= oldestNode) return running.execPath
  const platform = `${running.platform}-${running.arch}`
  const packaged = join(folder, 'node_modules', `node-${platform}`, 'bin', 'node')
  if (existsSync(packaged)) return packaged
  throw new Refusal(
    `Caveau needs Node ${oldestNode} or newer, this is ${running.versions.node}, and no packaged Node fits ${platform}: install Node ${oldestNode}.`,
  )
}
