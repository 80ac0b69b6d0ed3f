// The rules of the pages as data: who may import whom, and nothing but types from outside.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apis, generatedFile, typesOf } from '../../dashboard/generate-types.ts'
import { importsOf } from '../support/source-files.ts'

const root = fileURLToPath(new URL('../../dashboard/src/', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('generated/'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })

const uses: Record<string, string[]> = {
  ui: ['ui'],
  features: ['features', 'ui', 'generated'],
  app: ['app', 'features', 'ui'],
}

test('app uses features, features use ui, never the other way round', () => {
  const breaches = files.flatMap(({ path, imports }) => {
    const allowed = uses[path.split('/')[0] ?? ''] ?? []
    return imports
      .filter(({ from }) => /\.tsx?$/.test(from) && !from.startsWith('..'))
      .filter(({ from }) => !allowed.includes(from.split('/')[0] ?? ''))
      .map(({ from }) => `${path} imports ${from}`)
  })
  expect(breaches).toEqual([])
})

test('from outside of the pages come types only', () => {
  const breaches = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ from, isTypeOnly }) => from.startsWith('..') && !isTypeOnly)
      .map(({ from }) => `${path} imports ${from}`),
  )
  expect(breaches).toEqual([])
})

test('no file is longer than 250 lines', () => {
  expect(files.filter(({ text }) => text.split('\n').length > 250).map(({ path }) => path)).toEqual([])
})

test.each(apis)('the types of %s are those of its document', async (api) => {
  expect(readFileSync(generatedFile(api), 'utf8')).toBe(await typesOf(api))
})
