// The rules of the house (ARCHITECTURE.md) as data: who may import whom, no cycle, no wire word in the business.
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from './support/source-files.ts'

type Part = { files: RegExp; uses: string[]; packages: string[] }

// Read from the bottom up. `types of x` allows `import type` only. A package ending in a slash stands for all below it.
const parts: Record<string, Part> = {
  'start-refusal': { files: /^start-refusal\.ts$/, uses: [], packages: [] },
  config: { files: /^(config|setting-values|production-rules)\.ts$/, uses: ['start-refusal'], packages: [] },
  db: {
    files: /^db\//,
    uses: ['start-refusal', 'types of config'],
    packages: ['pg', 'graphile-worker'],
  },
  core: {
    files: /^core\//,
    uses: ['start-refusal', 'types of config', 'db'],
    packages: ['pg', 'temporal-polyfill', '@aws-sdk/', 'csv-parse', 'pdfkit'],
  },
  'api/shared': {
    files: /^api\/shared\//,
    uses: ['types of config', 'types of db', 'core'],
    packages: ['fastify', '@fastify/', 'typebox', 'ajv'],
  },
  // What records look like on the wire, for whoever sends them.
  'shapes of v1': {
    files: /^api\/v1\/[\w-]+-shapes?\.ts$/,
    uses: ['core', 'api/shared'],
    packages: ['typebox'],
  },
  'api/v1': {
    files: /^api\/v1\/(?![\w-]+-shapes?\.ts$)/,
    uses: ['core', 'api/shared', 'shapes of v1'],
    packages: ['fastify', '@fastify/', 'typebox'],
  },
  'shapes of v2': {
    files: /^api\/v2\/[\w-]+-shapes?\.ts$/,
    uses: ['core', 'api/shared'],
    packages: ['typebox'],
  },
  'api/v2': {
    files: /^api\/v2\/(?![\w-]+-shapes?\.ts$)/,
    uses: ['core', 'api/shared', 'shapes of v2'],
    packages: ['fastify', '@fastify/', 'typebox'],
  },
  'api/operator': {
    files: /^api\/operator\//,
    uses: ['core', 'api/shared'],
    packages: ['fastify', '@fastify/', 'typebox'],
  },
  'api/dashboard': {
    files: /^api\/dashboard\//,
    uses: ['core', 'api/shared'],
    packages: ['fastify', '@fastify/', 'typebox'],
  },
  'api/sandbox': {
    files: /^api\/sandbox\//,
    uses: ['types of config', 'core', 'api/shared', 'shapes of v2'],
    packages: ['fastify', '@fastify/', 'typebox', 'temporal-polyfill'],
  },
  // Writes what v2 would have shown into answers of v1, so that neither version needs to know of the other.
  'api/preview': {
    files: /^api\/preview\//,
    uses: ['core', 'api/shared', 'shapes of v2'],
    packages: ['fastify', 'typebox'],
  },
  // What stands around the versions: health asks whether the database has the schema, docs writes the API page.
  'around the api': {
    files: /^(api\/[\w-]+|metrics)\.ts$/,
    uses: ['types of config', 'db', 'api/shared', 'shapes of v1', 'shapes of v2'],
    packages: ['fastify', '@fastify/', '@scalar/', 'typebox', 'pg', 'prom-client'],
  },
  server: {
    files: /^server\.ts$/,
    uses: [
      'types of config',
      'core',
      'api/shared',
      'api/v1',
      'api/v2',
      'api/operator',
      'api/dashboard',
      'api/preview',
      'api/sandbox',
      'around the api',
    ],
    packages: ['fastify', '@fastify/', 'pg', 'pino'],
  },
  worker: {
    files: /^worker\//,
    uses: ['types of config', 'core', 'shapes of v1', 'shapes of v2'],
    packages: ['graphile-worker', 'nodemailer', 'pg', 'pino', 'undici'],
  },
  demo: { files: /^demo\//, uses: ['db', 'core'], packages: ['temporal-polyfill'] },
  // The package for callers of the API, which the commands that call it use as anybody would.
  client: { files: /^\.\.\/client\/src\//, uses: [], packages: ['openapi-fetch'] },
  cli: {
    files: /^cli\//,
    uses: ['start-refusal', 'config', 'db', 'core', 'server', 'around the api', 'worker', 'demo', 'client'],
    packages: ['fastify', 'pg', 'pino'],
  },
  main: { files: /^main\.ts$/, uses: ['start-refusal', 'cli'], packages: [] },
}

const files = sourceFiles()
const partOf = (path: string) =>
  Object.keys(parts).find((name) => parts[name]?.files.test(path)) ?? `no part (${path})`

test('every module belongs to exactly one part', () => {
  for (const { path } of files)
    expect(
      Object.values(parts).filter((part) => part.files.test(path)),
      path,
    ).toHaveLength(1)
})

test('a module imports only what its part may', () => {
  const breaches = files.flatMap(({ path, imports }) => {
    const own = partOf(path)
    const { uses = [], packages = [] } = parts[own] ?? {}
    return imports
      .filter(({ from, isTypeOnly }) => {
        if (from.startsWith('node:')) return false
        if (!from.endsWith('.ts'))
          return !packages.some((each) => from === each || (each.endsWith('/') && from.startsWith(each)))
        const other = partOf(from)
        return !(other === own || uses.includes(other) || (isTypeOnly && uses.includes(`types of ${other}`)))
      })
      .map(({ from }) => `${path} (${own}) imports ${from}`)
  })
  expect(breaches).toEqual([])
})

test('imports go round in no circle', () => {
  const imported = new Map(files.map(({ path, imports }) => [path, imports.map((each) => each.from)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const next of imported.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  expect(circles).toEqual([])
})

const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
const linesWith = (folder: RegExp, pattern: RegExp) =>
  files
    .filter(({ path }) => folder.test(path))
    .flatMap(({ path, text }) =>
      code(text)
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )

test('the business speaks no word of a wire', () => {
  const wireWords =
    /get-?_?out-?_?request|appelation|millesime|expeditor|withdrawed|is_pickup|auto_qty|STATUS_|status-name|wine-(id|price|comment)|(format|bottle)-quantity|company_invoicing/i
  expect(linesWith(/^(core|db|demo|worker)\//, wireWords)).toEqual([])
})

test('the business never reads the clock by itself', () => {
  expect(linesWith(/^core\//, /new Date\(\)|Date\.now\(\)|performance\.now\(\)|Temporal\.Now/)).toEqual([])
})

test('a wire version holds no SQL and no transaction', () => {
  expect(
    linesWith(
      /^api\/(v\d|operator|dashboard|preview)\//,
      /\bstatement\(|\.query\(|\.transaction\(|\b(select|insert into|update) \S+ (from|set)\b/,
    ),
  ).toEqual([])
})

test('nothing is called utils, helper, manager or service', () => {
  const named = /(^|[/-])(utils?|helpers?|managers?|services?)(-|\.ts|\/)/
  // Opens the service itself: the one thing that is called so.
  const allowed = ['cli/open-service.ts']
  expect(files.map(({ path }) => path).filter((path) => named.test(path) && !allowed.includes(path))).toEqual(
    [],
  )
})

test('no file only passes on what others export', () => {
  const barrels = files.filter(({ text }) => !/^(?!(import|export) .* from |\s*$).+/m.test(code(text)))
  expect(barrels.map(({ path }) => path)).toEqual([])
})

test('no file is longer than 250 lines, but for data', () => {
  const data = ['demo/wine-labels.ts']
  const long = files.filter(({ path, text }) => text.split('\n').length > 250 && !data.includes(path))
  expect(long.map(({ path }) => path)).toEqual([])
})

test('no class is declared twice', () => {
  const classes = files.flatMap(({ text }) =>
    [...text.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name]) => name),
  )
  expect(classes.filter((name, index) => classes.indexOf(name) !== index)).toEqual([])
})

describe('imports are read', () => {
  test.each<[string, string, boolean]>([
    [`import type { A } from '../b.ts'`, 'core/b.ts', true],
    [`import { type A, type B } from '../b.ts'`, 'core/b.ts', true],
    [`import { type A, b } from '../b.ts'`, 'core/b.ts', false],
    [`import {\n  a,\n  b,\n} from './b.ts'`, 'core/a/b.ts', false],
    [`import a from 'fastify'`, 'fastify', false],
    [`import a, { type B } from 'pg'`, 'pg', false],
    [`import './b.ts'`, 'core/a/b.ts', false],
    [`const a = await import('../../db/b.ts')`, 'db/b.ts', false],
    [`export { a } from './b.ts'`, 'core/a/b.ts', false],
  ])('%s', (text, from, isTypeOnly) => expect(importsOf('core/a/x.ts', text)).toEqual([{ from, isTypeOnly }]))

  test('from every file that has any', () => {
    for (const { path, text, imports } of files)
      expect(imports.length, path).toBe(
        [...text.matchAll(/^(import|export)\b[^;]*?'[^']+'$|\bimport\('/gm)].filter(([line]) =>
          /from '|^import '|import\('/.test(line),
        ).length,
      )
  })
})
