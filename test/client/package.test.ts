// What is published: types that fit the documents, and plain modules that run wherever fetch is.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { generatedFile, typesOf, versions } from '../../client/generate-types.ts'
import { demoService } from '../support/service.ts'

const { origin, owner } = await demoService()
const project = fileURLToPath(new URL('../../', import.meta.url))
const sources = join(project, 'client/src')
const run = promisify(execFile)
const compile = (args: string[]) =>
  run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), ...args])

/** Inside the project, so that what is written there finds its packages. */
function scratchFolder(): string {
  mkdirSync(join(project, 'node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(join(project, 'node_modules/.cache/client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test.each(versions)(
  'the types of %s are those of docs/openapi; "npm run openapi" writes both',
  async (version) => {
    expect(await readFile(generatedFile(version), 'utf8')).toBe(await typesOf(version))
  },
)

test('the sources import openapi-fetch and each other, and nothing of Node', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ts'),
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(/\b(?:from|import\() ?['"]([^'"]+)['"]/g)].map(
      ([, from = '']) => from,
    ),
  )
  expect([...new Set(imported.filter((from) => !from.startsWith('./')))]).toEqual(['openapi-fetch'])
})

test('no source is longer than 250 lines, but for what is generated', () => {
  const files = readdirSync(sources, { encoding: 'utf8' }).filter((each) => each.endsWith('.ts'))
  const lengths = files.map((file) => readFileSync(join(sources, file), 'utf8').split('\n').length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(250)
})

test('the programs in the README have the right types', async () => {
  const folder = scratchFolder()
  const text = readFileSync(join(project, 'client/README.md'), 'utf8')
  const programs = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program = '']) => program)
  expect(programs.length).toBeGreaterThan(7)
  // Those after the first go on with its client.
  const client = `import type { CaveauClient } from '@caveau/client'\ndeclare const client: CaveauClient\n`
  programs.forEach((program, index) => {
    const isComplete = !/\bclient\.|const client =/.test(program) || program.includes('const client =')
    writeFileSync(join(folder, `${index}.ts`), `${isComplete ? '' : client}${program}\nexport {}\n`)
  })
  const options = { extends: join(project, 'tsconfig.json'), include: ['*.ts'] }
  const paths = { '@caveau/client': [join(sources, 'client.ts')] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ ...options, compilerOptions: { paths, noUnusedLocals: false } }),
  )
  const { stdout } = await compile(['--project', folder]).catch((failure: { stdout: string }) => failure)
  expect(stdout).toBe('')
})

test('the built package runs as it is', async () => {
  const built = scratchFolder()
  await compile(['--project', join(project, 'client'), '--outDir', built])
  const program = `
    import { createClient } from ${JSON.stringify(join(built, 'client.js'))}
    const client = createClient(${JSON.stringify({ baseUrl: origin, token: owner.bearerToken })})
    for await (const { id } of client.orders.all({ count: 2 })) { console.log(id > 0); break }`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('true\n')
})
