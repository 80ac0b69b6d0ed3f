import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stopPostmaster } from './postmaster.ts'
import { undefinedWhen } from './start-refusal.ts'
import { hasTenants } from './tenants.ts'

const noteOf = (cluster: string) => `${cluster}.link`

/**
 * Tests put their data in temporary folders, which are private, and remove them without a thought of a
 * cluster elsewhere. So the clusters of tests, and only those, carry a note of where they are linked from.
 */
export async function noteLink(cluster: string, place: string): Promise<void> {
  await writeFile(noteOf(cluster), place, { flag: 'wx' })
}

export async function forgetLink(cluster: string): Promise<void> {
  await rm(noteOf(cluster), { force: true })
}

/** Removes the clusters whose note leads nowhere. A cluster without a note is never touched. */
export async function removeAbandoned(clustersFolder: string): Promise<void> {
  for (const name of await readdir(clustersFolder)) {
    if (!name.endsWith('.link')) continue
    const cluster = join(clustersFolder, name.slice(0, -'.link'.length))
    const place = await readFile(noteOf(cluster), 'utf8').catch(undefinedWhen('ENOENT'))
    const target = place && (await readlink(place).catch(undefinedWhen('ENOENT', 'ENOTDIR', 'EINVAL')))
    if (target === cluster || (await hasTenants(cluster))) continue
    await stopPostmaster(cluster)
    for (const left of [cluster, `${cluster}.tenants`]) await rm(left, { recursive: true, force: true })
    await forgetLink(cluster)
  }
}
