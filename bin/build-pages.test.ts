import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { projectFolder } from './bootstrap.mjs'
import { buildPages, digestOfSources } from './build-pages.mjs'

const folders: string[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A copy of the project with nothing built, and one small page in place of the real ones. */
async function copyOfProject() {
  const folder = await mkdtemp(join(tmpdir(), 'caveau-pages-'))
  folders.push(folder)
  for (const part of ['app', 'console', 'src/app'])
    await mkdir(join(folder, 'dashboard', part), { recursive: true })
  for (const file of ['package.json', 'vite.config.ts'])
    await cp(join(projectFolder, 'dashboard', file), join(folder, 'dashboard', file))
  await cp(join(projectFolder, 'package-lock.json'), join(folder, 'package-lock.json'))
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
  for (const part of ['app', 'console'])
    await writeFile(
      join(folder, 'dashboard', part, 'index.html'),
      '<!doctype html><script type="module" src="/src/app/small.ts"></script>',
    )
  const source = join(folder, 'dashboard/src/app/small.ts')
  await writeFile(source, 'document.title = "one"')
  return { folder, source, page: () => readFile(join(folder, 'dashboard/dist/app/index.html'), 'utf8') }
}

test('pages are built when they are missing or older than their sources, and else left alone', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { folder, source, page } = await copyOfProject()
  await buildPages(folder, process.execPath)
  expect(said.mock.calls).toEqual([['Building the pages…']])
  const first = await page()
  expect(first).toContain('/app/assets/')
  await buildPages(folder, process.execPath)
  expect(said).toHaveBeenCalledTimes(1)
  await writeFile(source, 'document.title = "two"')
  await buildPages(folder, process.execPath)
  expect(said).toHaveBeenCalledTimes(2)
  expect(await page()).not.toBe(first)
}, 60_000)

test('pages that cannot be built are told of, and the old ones stay', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { folder, source, page } = await copyOfProject()
  await buildPages(folder, process.execPath)
  const first = await page()
  await writeFile(source, 'this is no TypeScript')
  await buildPages(folder, process.execPath)
  expect(said.mock.calls.at(-1)?.[0]).toContain('The pages at /app and /console could not be built: ')
  expect(await page()).toBe(first)
}, 60_000)

test('a project without pages has none to build', async () => {
  expect(digestOfSources('/nowhere')).toBeUndefined()
})
