import { readdirSync, readFileSync, statSync } from 'node:fs'
import { errorCode } from './start-refusal.ts'

type ProcessState = { name: string; startedAt: string }

/** When this process started, in the kernel's own count: with the pid it names one process for ever. */
export const ownStart = () => readProcess(process.pid)?.startedAt ?? 'unknown'

/** A zombie counts as gone: nobody may be there to reap it, as in a container without an init process. */
export function readProcess(pid: number): ProcessState | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = stat.lastIndexOf(')')
    const [state, ...rest] = stat.slice(nameEnd + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), startedAt: rest[18] ?? '' }
  } catch {
    return undefined
  }
}

export const isRunning = (pid: number, startedAt: string) => readProcess(pid)?.startedAt === startedAt

/** True also for zombies and for strangers that were given the number of a dead process. */
export function isPidTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The main process of the server of this folder. */
export function isPostmasterOf(folder: string, pid: number): boolean {
  return readProcess(pid)?.name === 'postgres' && (worksIn(folder, pid) ?? isToldAbout(folder, pid))
}

/** Whether any process of a server of this folder is left; in doubt yes. */
export function mayHavePostgresIn(folder: string): boolean {
  return readdirSync('/proc')
    .map(Number)
    .some((pid) => pid > 0 && readProcess(pid)?.name === 'postgres' && worksIn(folder, pid) !== false)
}

/**
 * Compares folders by device and inode, because one folder may be mounted at two paths. Undefined when it
 * cannot be known: in a container even root may not look at the working folder of another user's process.
 */
function worksIn(folder: string, pid: number): boolean | undefined {
  try {
    const wanted = statSync(folder)
    const found = statSync(`/proc/${pid}/cwd`)
    return wanted.dev === found.dev && wanted.ino === found.ino
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errorCode(error) ?? '') ? undefined : false
  }
}

function isToldAbout(folder: string, pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
  } catch {
    return false
  }
}
