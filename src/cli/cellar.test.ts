// The cellar on the command line, and what every command that talks to a running service has in common.
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { demoService } from '../../test/support/service.ts'
import { StartRefusal } from '../start-refusal.ts'
import { cellarCommand } from './cellar.ts'

const { origin, owner, readV2 } = await demoService()
const dataDir = mkdtempSync(join(tmpdir(), 'caveau-cellar-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const printed: string[] = []
const complained: string[] = []
beforeEach(() => {
  vi.stubEnv('CELLAR_URL', origin)
  vi.stubEnv('CELLAR_TOKEN', owner.bearerToken)
  vi.stubEnv('DATA_DIR', dataDir)
  printed.length = 0
  complained.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void complained.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function run(...args: string[]) {
  printed.length = 0
  const code = await cellarCommand.run(args)
  return { code, text: printed.join('\n'), complaint: complained.join('\n') }
}
const refusalOf = async (...args: string[]) => {
  const error = await cellarCommand.run(args).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as Error).message
}

type Row = { reference: string; wine: string; quantity: number }
const rows = await readV2<Row[]>('/bottles')
const bottleCount = rows.reduce((sum, { quantity }) => sum + quantity, 0)

describe('caveau cellar', () => {
  test('shows every row and the sum', async () => {
    const { code, text } = await run()
    expect(code).toBe(0)
    expect(text).toMatch(/^Reference +Wine +Vintage +Colour +Appellation +Bottles +Price +Comment\n/)
    for (const { reference } of rows) expect(text).toContain(`\n${reference} `)
    expect(text).toMatch(new RegExp(`\\n\\n${bottleCount} bottles in ${rows.length} rows\\.$`))
  })

  test('--json gives what the service answers', async () => {
    expect(JSON.parse((await run('--json')).text)).toEqual(rows)
  })

  test('--future shows what is announced', async () => {
    const future = await readV2<Row[]>('/bottles?future=1')
    expect(JSON.parse((await run('--future', '--json')).text)).toEqual(future)
  })

  test('--search wants every word, whatever its letters and accents', async () => {
    const wine = rows[0]?.wine ?? ''
    const words = wine.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
    const found: Row[] = JSON.parse((await run('--search', words, '--json')).text)
    expect(found).toEqual(rows.filter((row) => row.wine === wine))
    expect((await run('--search', `${words} nowhere`)).text).toBe('No bottles.')
  })
})

describe('the service and the token', () => {
  test('can be given on the command line', async () => {
    vi.stubEnv('CELLAR_URL', 'http://127.0.0.1:9')
    vi.stubEnv('CELLAR_TOKEN', 'wrong')
    expect((await run('--url', origin, '--token', owner.bearerToken)).code).toBe(0)
  })

  test('are those of the demo on this machine when nothing is said', async () => {
    vi.stubEnv('CELLAR_URL', '')
    vi.stubEnv('CELLAR_TOKEN', '')
    vi.stubEnv('PORT', new URL(origin).port)
    expect(await refusalOf()).toContain('A bearer token is needed: --token TOKEN')
    await writeFile(join(dataDir, 'demo.json'), JSON.stringify({ baseUrl: origin, owners: [owner] }))
    expect((await run()).code).toBe(0)
    expect((await run('--url', `${origin}/`)).code).toBe(0)
    expect(await refusalOf('--url', 'https://caveau.example')).toContain('A bearer token is needed')
  })

  test.each([
    ['caveau.example', '"caveau.example" is not the address of a service'],
    ['ftp://caveau.example', 'it begins with http:// or https://'],
    ['http://', '"http://" is not the address of a service'],
  ])('%s is no address', async (url, sentence) => {
    expect(await refusalOf('--url', url)).toContain(sentence)
  })

  test('a refusal of the service is a sentence, and ends with 1', async () => {
    const { code, complaint, text } = await run('--token', 'wrong')
    expect([code, text]).toEqual([1, ''])
    expect(complaint).toMatch(/^.+ \(credentials_invalid, request [0-9a-f-]{36}\)$/)
  })

  test('with --json it is an object', async () => {
    const { code, complaint } = await run('--token', 'wrong', '--json')
    expect([code, JSON.parse(complaint)]).toMatchObject([1, { name: 'credentials_invalid', status: 401 }])
  })

  test('a service that is not there ends with 2', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<number>()
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
    const place = `http://127.0.0.1:${await closed}`
    const { code, complaint } = await run('--url', place)
    expect([code, complaint]).toEqual([
      2,
      expect.stringContaining(`The service at ${place} cannot be reached: `),
    ])
  })
})
