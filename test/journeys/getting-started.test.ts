// docs/guides/getting-started.md, pasted block by block into bash beside a service that has just been started.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { embeddedSite } from '../support/embedded-site.ts'
import { serveProcesses } from '../support/serve-process.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../', import.meta.url))
const hasPrograms = await run('bash', ['-c', 'command -v curl']).then(
  () => true,
  () => false,
)
const site = await embeddedSite()
const startServe = serveProcesses()

// Inside the project, so that the client finds what it needs.
mkdirSync(join(project, 'node_modules/.cache'), { recursive: true })
const folder = mkdtempSync(join(project, 'node_modules/.cache/getting-started-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = [
  ...readFileSync(join(project, 'docs/guides/getting-started.md'), 'utf8').matchAll(
    /^```sh\n([\s\S]*?)^```/gm,
  ),
].map(([, block = '']) => block)
const isForNpm = (block: string) => block.startsWith('npm ')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** What `npm run build -w @caveau/client` does, for this folder alone. */
async function installClient(): Promise<void> {
  const home = join(folder, 'node_modules/@caveau/client')
  mkdirSync(home, { recursive: true })
  copyFileSync(join(project, 'client/package.json'), join(home, 'package.json'))
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [
    compiler,
    '--project',
    join(project, 'client'),
    '--outDir',
    join(home, 'dist'),
  ])
}

test.skipIf(!hasPrograms)(
  'every block of the guide does what the guide says',
  { timeout: 120_000 },
  async () => {
    expect(blocks.filter(isForNpm)).toEqual(['npm start\n', 'npm run build -w @caveau/client\n'])
    await startServe({ DATA_DIR: site.dataDir, CAVEAU_DEMO: 'on' })
    symlinkSync(site.dataDir, join(folder, 'data'))
    await installClient()
    const script = ['set -euo pipefail', ...blocks.filter((block) => !isForNpm(block))]
      .join('\n')
      .replaceAll('9009', String(await freePort()))
      .replaceAll('9010', String(await freePort()))

    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env })

    for (const words of [
      /^told: test\.create/m,
      /^told: order\.create \d+ NEW$/m,
      /^told: stock\.update/m,
      /^told: order\.update \d+ PROCESSING$/m,
      /^told: order\.update \d+ READY$/m,
      /^processing$/m,
      /^ready$/m,
      /^\{"cost":\d/m,
      /^NEW, ready on \d{4}-\d{2}-\d{2} from \d{2}:\d{2}$/m,
      /^%PDF$/m,
      /^order\.update delivered$/m,
      /^Refused: Vous ne pouvez pas sortir plus de/m,
      /^Order \d+: ready on /m,
      /^Saved delivery-slip-\d+\.pdf$/m,
      /^order\.create \d+\norder\.delete \d+$/m,
    ])
      expect(stdout).toMatch(words)
    expect(stdout).not.toContain('not signed')
  },
)
