import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartRefusal } from '../start-refusal.ts'
import { openapiCommand } from './openapi.ts'

const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  vi.stubEnv('DATABASE_URL', 'postgres://x@127.0.0.1:1/x')
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe.each(['v1', 'v2', 'operator', 'sandbox', 'events'])('openapi %s', (slug) => {
  test('prints the document, which docs/openapi holds as it is; if not, run npm run openapi', async () => {
    expect(await openapiCommand.run([slug])).toBe(0)
    const lines = printed.join('\n').split('\n')
    const kept = await readFile(new URL(`../../docs/openapi/${slug}.json`, import.meta.url), 'utf8')
    const keptLines = kept.trimEnd().split('\n')
    // The first line that differs says more than the whole of both.
    const first = lines.findIndex((line, index) => line !== keptLines[index])
    expect(
      [first, lines[first], lines.length],
      `docs/openapi/${slug}.json is stale: run npm run openapi`,
    ).toEqual([-1, undefined, keptLines.length])
  })
})

test.each([[[]], [['v3']], [['v1', 'v2']], [['--nonsense']]])('%j is refused by a sentence', async (args) => {
  await expect(openapiCommand.run(args)).rejects.toThrow(StartRefusal)
  expect(printed).toEqual([])
})

test('has help', () => {
  expect(openapiCommand.help).toMatch(/^Usage: caveau openapi v1\|v2\|operator/)
  expect(openapiCommand.summary).toMatch(/./)
})
