import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { settingTable } from './config.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** Name and default of each row of the table of settings, as the page writes them. */
const documented = Object.fromEntries(
  read('docs/operations.md')
    .split('\n')
    .map((line) => /^\| `([A-Z0-9_]+)` +\| (?:`([^`]*)`|none) +\| .+ \|$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name, fallback]) => [name, fallback]),
)
const defaults = Object.fromEntries(
  Object.entries(settingTable).map(([name, { fallback }]) => [name, fallback]),
)

test('docs/operations.md shows every setting and its default, and no other', () =>
  expect(documented).toStrictEqual(defaults))

test('caveau.env.example holds every setting but the one that names the file, and sets none', () => {
  const text = read('caveau.env.example')
  const { CAVEAU_SETTINGS_FILE, ...settings } = defaults
  const examples = parseEnv(text.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''))
  expect(Object.keys(examples).sort()).toEqual(Object.keys(settings).sort())
  for (const [name, fallback] of Object.entries(settings))
    if (fallback !== undefined) expect(examples[name], name).toBe(fallback)
  expect(parseEnv(text)).toEqual({})
})
