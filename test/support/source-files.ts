import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Import = { from: string; isTypeOnly: boolean }
export type SourceFile = { path: string; text: string; imports: Import[] }

const root = fileURLToPath(new URL('../../src/', import.meta.url))
const statements =
  /^(?:import|export)\s+(type\s+)?([^'"]*?)\s*from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

/** The imports of a module; those of files in src are paths from src. */
export function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(statements)].map(([, type, names = '', named, bare, dynamic]) => {
    const from = named ?? bare ?? dynamic ?? ''
    const specifiers = /^\{([\s\S]*)\}$/
      .exec(names.trim())?.[1]
      ?.split(',')
      .map((each) => each.trim()) ?? ['value']
    const isTypeOnly = Boolean(type) || specifiers.filter(Boolean).every((each) => each.startsWith('type '))
    return { from: from.startsWith('.') ? normalize(join(dirname(path), from)) : from, isTypeOnly }
  })
}

const isForTests = (path: string) => /\.test\.ts$|\/test-bench\.ts$/.test(path)

/** Every module of the product. */
export const sourceFiles = (): SourceFile[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !isForTests(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
