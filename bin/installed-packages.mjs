import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules holds what package-lock.json asks for. The witness is the record that npm itself
 * writes at the end of an installation, so one made by hand counts, and one broken off in the middle does not.
 */
export function isInstalled(folder, machine = process) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const found = readPackages(recordOf(folder))
  if (!wanted || !found) return false
  return Object.entries(wanted)
    .filter(([path, entry]) => /(^|\/)node_modules\//.test(path) && isNeeded(entry, machine))
    .every(([path, entry]) => isSame(entry, found[path]) && existsSync(join(folder, path, 'package.json')))
}

/** Written last by npm. */
export const recordOf = (folder) => join(folder, 'node_modules', '.package-lock.json')

function isSame(wanted, found) {
  return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity
}

/** Of the optional packages only those made for this machine count: its PostgreSQL and its Node are among them. */
function isNeeded({ optional, devOptional, os, cpu, libc }, { platform, arch }) {
  if (!optional && !devOptional) return true
  return libc === undefined && [os].flat().includes(platform) && [cpu].flat().includes(arch)
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
