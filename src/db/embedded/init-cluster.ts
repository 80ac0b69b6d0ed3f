import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from './atomic-folder.ts'
import { runAs } from './run-as.ts'
import type { ServerAccount } from './server-account.ts'
import { refusingFor, StartRefusal } from './start-refusal.ts'

type NewCluster = { folder: string; account: ServerAccount; native: string; fastAndLossy: boolean }

// The built-in C.UTF-8 knows upper and lower case of accented letters and is the same on every machine.
const initdbOptions = [
  ...['--username=caveau', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
]

export async function initCluster({ folder, account, native, fastAndLossy }: NewCluster): Promise<void> {
  await refusingFor(folder, () =>
    buildFolder(folder, async (temporary) => {
      if (!account.isThisProcess) await chown(temporary, account.uid, account.gid)
      const options = fastAndLossy ? [...initdbOptions, '--no-sync'] : initdbOptions
      const initdb = await runAs(account, join(native, 'bin/initdb'), ['--pgdata', temporary, ...options])
      if (!initdb.succeeded) throw new StartRefusal(phrase(folder, initdb.output))
    }),
  )
}

function phrase(folder: string, output: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return `The folder ${folder} cannot be used for the database: the disk is full.`
  }
  return `The database could not be created in ${folder}. PostgreSQL says:\n${output}`
}
