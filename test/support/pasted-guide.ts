import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { embeddedSite } from './embedded-site.ts'
import { serveProcesses } from './serve-process.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../', import.meta.url))

export const hasCurl = await run('bash', ['-c', 'command -v curl']).then(
  () => true,
  () => false,
)

/** A guide whose blocks are pasted into bash, one after the other, beside a service that has just been started. */
export async function pastedGuide(path: string) {
  const site = await embeddedSite()
  const startServe = serveProcesses()
  // Inside the project, so that the client finds what it needs.
  mkdirSync(join(project, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(project, 'node_modules/.cache/guide-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const blocks = [...readFileSync(join(project, path), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, block = '']) => block,
  )
  const isForNpm = (block: string) => block.startsWith('npm ')

  /** What all blocks print but for those of npm. Each of `ports` is replaced by one that is free here. */
  async function paste(ports: readonly number[] = []): Promise<string> {
    await startServe({ DATA_DIR: site.dataDir, CAVEAU_DEMO: 'on' })
    symlinkSync(site.dataDir, join(folder, 'data'))
    let script = ['set -euo pipefail', ...blocks.filter((block) => !isForNpm(block))].join('\n')
    for (const port of ports) script = script.replaceAll(String(port), String(await freePort()))
    const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
    return (await run('bash', ['-c', script], { cwd: folder, env })).stdout
  }
  return { npmBlocks: blocks.filter(isForNpm), paste, installClient: () => installClient(folder) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** What `npm run build -w @caveau/client` does, for this folder alone. */
async function installClient(folder: string): Promise<void> {
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
