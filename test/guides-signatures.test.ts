// The programs of docs/guides/events.md that verify a signature, each in its own language where that is installed.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { makeWebhookSecret, signMessage } from '../src/core/webhooks/sign-message.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../docs/guides/events.md', import.meta.url), 'utf8')
const snippet = (language: string, name: string): string => {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))]
  return blocks.map(([, code = '']) => code).find((code) => code.includes(name)) ?? ''
}

type Message = { secret: string; headers: Record<string, string>; body: string }
const [secret, other] = [makeWebhookSecret(), makeWebhookSecret()]
const seconds = () => Math.floor(Date.now() / 1000)
const message = ({
  secrets = [secret],
  age = 0,
  sent,
}: {
  secrets?: string[]
  age?: number
  sent?: string
} = {}): Message => {
  const signed = { id: 'msg_7', timestamp: seconds() - age, body: '{"data":{"wine":"Clos « Ö » 🍷"}}' }
  const headers = {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': signMessage(secrets, signed),
  }
  return { secret, headers, body: sent ?? signed.body }
}
const cases: [string, () => Message, boolean][] = [
  ['takes a message as it was signed', () => message(), true],
  ['takes one that is signed with two secrets', () => message({ secrets: [other, secret] }), true],
  ['refuses one of another secret', () => message({ secrets: [other] }), false],
  ['refuses one that was changed on its way', () => message({ sent: '{}' }), false],
  ['refuses an old one', () => message({ age: 400 }), false],
  ['refuses one without headers', () => ({ ...message(), headers: {} }), false],
]

const programs = {
  node: {
    command: [process.execPath, '--input-type=module', '--eval'],
    code: `${snippet('js', 'isFromCaveau')}
const { secret, headers, body } = JSON.parse(process.argv[1])
console.log(isFromCaveau(secret, headers, body))`,
  },
  python: {
    command: ['python3', '-c'],
    code: `${snippet('python', 'is_from_caveau')}
import json, sys
m = json.loads(sys.argv[1])
print(str(is_from_caveau(m["secret"], m["headers"], m["body"].encode())).lower())`,
  },
  php: {
    command: ['php', '-r'],
    code: `${snippet('php', 'is_from_caveau').replace('<?php', '')}
$m = json_decode($argv[1], true);
var_export(is_from_caveau($m['secret'], $m['headers'], $m['body']));`,
  },
}

describe.each(Object.entries(programs))('%s', async (_language, { command, code }) => {
  const [program = '', ...flags] = command
  const isInstalled = await run(program, ['--version']).then(
    () => true,
    () => false,
  )
  test('is in the guide', () => expect(code.split('\n').length).toBeGreaterThan(10))
  test.skipIf(!isInstalled).each(cases)('%s', async (_title, make, isGenuine) => {
    const { stdout } = await run(program, [...flags, code, JSON.stringify(make())])
    expect(stdout.trim()).toBe(String(isGenuine))
  })
})
