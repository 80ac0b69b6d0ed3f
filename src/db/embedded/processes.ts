import { readdirSync, readFileSync, statSync } from 'node:fs'
import { errorCode } from './start-refusal.ts'

type ProcessState = { name: string; parent: number; startedAt: string }

/** When this process started, in the kernel's own count: with the pid it names one process for ever. */
export const ownStart = () => readProcess(process.pid)?.startedAt ?? 'unknown'

/** A zombie counts as gone: nobody may be there to reap it, as in a container without an init process. */
export function readProcess(pid: number): ProcessState | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = stat.lastIndexOf(')')
    const [state, ...rest] = stat.slice(nameEnd + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
    return { name, parent: Number(rest[0]), startedAt: rest[18] ?? '' }
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
  return isPostgres(pid) && (worksIn(folder, pid) ?? argumentsOf(pid).includes(folder))
}

/** Whether any process of a server of this folder is left; in doubt yes. A server of another user is not. */
export function mayHavePostgresIn(folder: string): boolean {
  const owner = statSync(folder).uid
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgres(pid))
    .filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === owner)
    .some((pid) => worksIn(folder, pid) ?? mayBeToldOf(folder, pid))
}

const isPostgres = (pid: number) => readProcess(pid)?.name === 'postgres'

/** Only the main process has the folder among its arguments; one that has lost it leaves us in doubt. */
function mayBeToldOf(folder: string, pid: number): boolean {
  const parent = readProcess(pid)?.parent ?? 0
  const words = argumentsOf(isPostgres(parent) ? parent : pid)
  return !words.includes('-D') || words.includes(folder)
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

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
