import { execFile } from 'node:child_process'
import { credentialsOf, type ServerAccount } from './server-account.ts'
import { errorCode, StartRefusal } from './start-refusal.ts'
import { patienceMs } from './wait-for.ts'

/** Only what the programs need: PGDATA or LD_PRELOAD of the caller must not change what they do. */
export const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

type Outcome = { succeeded: boolean; output: string }

/** Runs a program to its end as the server's user. */
export function runAs(account: ServerAccount, program: string, args: string[]): Promise<Outcome> {
  const options = {
    ...credentialsOf(account),
    cwd: '/',
    env: programEnvironment,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  } as const
  return new Promise((resolve, reject) => {
    try {
      execFile(program, args, options, (error, stdout, stderr) => {
        const reason = error?.killed ? `It took longer than ${patienceMs / 1000} seconds.` : error?.message
        const complaint = stderr.trim() || stdout.trim() || reason || ''
        resolve({ succeeded: !error, output: error ? complaint : stdout })
      })
    } catch (error) {
      reject(errorCode(error) === 'EPERM' ? mayNotBecome(account) : error)
    }
  })
}

const mayNotBecome = ({ name }: ServerAccount) =>
  new StartRefusal(
    `PostgreSQL does not run as root, and this process may not start it as the user ${name}: start Caveau as an ` +
      'ordinary user, or set DATABASE_URL.',
  )

/** Really tries it as that user, because modes alone do not tell about access lists and mount options. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  const { succeeded } = await runAs(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])
  return succeeded
}
