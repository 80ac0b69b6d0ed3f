import { randomBytes } from 'node:crypto'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { canEnter } from './run-as.ts'
import type { ServerAccount } from './server-account.ts'
import { refusingFor, StartRefusal, undefinedWhen } from './start-refusal.ts'
import { forgetLink, noteLink, removeAbandoned } from './throwaway-clusters.ts'

/** Where root keeps what the server's user must reach while the project or its data lie in a private folder. */
export const sharedFolder = '/var/lib/caveau'

/**
 * Makes the place of a cluster a link to a folder that the server's user can enter. The name is random, not
 * made from the path: who removes the data folder and starts again expects an empty database. Of two
 * processes that come here at once, the second finds the link of the first.
 */
export async function linkClusterOutside(
  place: string,
  account: ServerAccount,
  isThrowaway: boolean,
): Promise<void> {
  const clusters = join(sharedFolder, 'clusters')
  await refusingFor(clusters, async () => {
    await makePassable(sharedFolder)
    await makePassable(clusters)
  })
  if (!(await canEnter(account, clusters))) {
    throw new StartRefusal(
      `Neither the data folder of ${place} nor ${clusters} can be entered by the user ${account.name}, who runs ` +
        'PostgreSQL for root: set DATA_DIR to a folder that everybody may pass through.',
    )
  }
  const cluster = join(clusters, randomBytes(8).toString('hex'))
  if (isThrowaway) {
    await removeAbandoned(clusters)
    await noteLink(cluster, place)
  }
  const linked = await symlink(cluster, place).then(() => true, undefinedWhen('EEXIST'))
  if (!linked) await forgetLink(cluster)
}

/** An existing folder keeps its modes, they are somebody's decision. A new one must not depend on the umask. */
export async function makePassable(folder: string): Promise<void> {
  const made = await mkdir(folder).then(() => true, undefinedWhen('EEXIST'))
  if (made) await chmod(folder, 0o755)
}
