// What is published: types that fit the documents, and plain modules that run wherever fetch is.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { generatedFile, typesOf, versions } from '../../client/generate-types.ts'
import { demoService } from '../support/service.ts'

const { origin, owner } = await demoService()
const project = fileURLToPath(new URL('../../', import.meta.url))
const sources = join(project, 'client/src')

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

test('the built package runs as it is', async () => {
  // Inside the project, so that it finds its dependency.
  mkdirSync(join(project, 'node_modules/.cache'), { recursive: true })
  const built = mkdtempSync(join(project, 'node_modules/.cache/client-'))
  afterAll(() => rm(built, { recursive: true, force: true }))
  const run = promisify(execFile)
  const compiler = join(project, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '--project', join(project, 'client'), '--outDir', built])
  const program = `
    import { createClient } from ${JSON.stringify(join(built, 'client.js'))}
    const client = createClient(${JSON.stringify({ baseUrl: origin, token: owner.bearerToken })})
    for await (const { id } of client.orders.all({ count: 2 })) { console.log(id > 0); break }`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('true\n')
})
