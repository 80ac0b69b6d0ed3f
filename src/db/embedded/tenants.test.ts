import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownStart } from './processes.ts'
import { accountForNewCluster } from './server-account.ts'
import { hasTenants, registerTenant, removeTenantsFolder, unregisterTenant } from './tenants.ts'
import { disposableFolder } from './test-bench.ts'

const place = async () => join(await disposableFolder(), 'postgres')

test('a process counts as often as it came', async () => {
  const cluster = await place()
  const first = await registerTenant(cluster, accountForNewCluster())
  const second = await registerTenant(cluster, accountForNewCluster())
  await unregisterTenant(cluster, first)
  expect(await hasTenants(cluster)).toBe(true)
  await unregisterTenant(cluster, second)
  expect(await hasTenants(cluster)).toBe(false)
  await removeTenantsFolder(cluster)
})

test('dead processes, and others that were given their number, are struck off', async () => {
  const cluster = await place()
  const folder = `${cluster}.tenants`
  await mkdir(folder)
  const dead = `999999999-${ownStart()}-aa`
  const reused = `${process.pid}-${Number(ownStart()) - 1}-bb`
  for (const name of [dead, reused]) await writeFile(join(folder, name), '')
  expect(await hasTenants(cluster)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('a folder without tenants has none', async () => {
  expect(await hasTenants(await place())).toBe(false)
})
