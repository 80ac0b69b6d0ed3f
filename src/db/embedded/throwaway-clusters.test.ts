import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { disposableFolder } from './test-bench.ts'
import { noteLink, removeAbandoned } from './throwaway-clusters.ts'

test('only clusters with a note that leads nowhere are removed', async () => {
  const folder = await disposableFolder()
  const clusters = join(folder, 'clusters')
  for (const name of ['linked', 'abandoned', 'precious'])
    await mkdir(join(clusters, name), { recursive: true })
  await symlink(join(clusters, 'linked'), join(folder, 'postgres'))
  await noteLink(join(clusters, 'linked'), join(folder, 'postgres'))
  await noteLink(join(clusters, 'abandoned'), join(folder, 'gone', 'postgres'))
  await removeAbandoned(clusters)
  expect((await readdir(clusters)).sort()).toEqual(['linked', 'linked.link', 'precious'])
})

test('a link to another cluster does not keep this one', async () => {
  const folder = await disposableFolder()
  await mkdir(join(folder, 'clusters', 'old'), { recursive: true })
  await symlink(join(folder, 'clusters', 'new'), join(folder, 'postgres'))
  await noteLink(join(folder, 'clusters', 'old'), join(folder, 'postgres'))
  await removeAbandoned(join(folder, 'clusters'))
  expect(await readdir(join(folder, 'clusters'))).toEqual([])
})
