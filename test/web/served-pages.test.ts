import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { webPages } from '../../src/api/web-pages.ts'
import { builtPages } from '../support/browser.ts'
import { startService } from '../support/service.ts'

const { call } = await startService({ content: 'empty' })
beforeAll(builtPages)

const pageOf = async (path: string) => {
  const { status, headers, text } = await call('GET', path)
  return { status, text, policy: String(headers['content-security-policy']), cache: headers['cache-control'] }
}

test('the bare address leads to the pages of owners', async () => {
  const { status, headers } = await call('GET', '/')
  expect([status, headers.location]).toEqual([302, '/app/'])
})

describe('a page', () => {
  test.each(['/app', '/app/', '/app/sign-in', '/app/no/such/page', '/console', '/console/access-requests'])(
    '%s is answered with the document of its part, which is asked for anew each time',
    async (path) => {
      const { status, text, cache } = await pageOf(path)
      expect([status, cache]).toEqual([200, 'no-cache'])
      expect(text).toContain('<!doctype html>')
      expect(text.includes('Caveau console')).toBe(path.startsWith('/console'))
    },
  )

  test('tells the environment before any script has run', async () => {
    expect((await pageOf('/app/sign-in')).text).toContain('data-environment="preproduction"')
  })

  test('allows what this service serves, and styles that name its nonce, another each time', async () => {
    const [one, other] = [await pageOf('/app/'), await pageOf('/app/')]
    const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(one.policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-")
    expect(one.policy).not.toContain('unsafe')
    expect(one.text).toContain(`nonce="${nonceOf(one.policy)}"`)
    expect(one.text).not.toContain('__NONCE__')
    expect(nonceOf(one.policy)).not.toBe(nonceOf(other.policy))
  })

  test('has no script or style of its own in it', async () => {
    const { text } = await pageOf('/app/')
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)/)
  })
})

describe('a file of the pages', () => {
  test('may be kept for good, because its name changes with it', async () => {
    const [file] = /\/app\/assets\/[\w-]+\.js/.exec((await pageOf('/app/')).text) ?? []
    const { status, headers } = await call('GET', file ?? '')
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  test.each(['/app/assets/none.js', '/app/assets/../index.html', '/app/assets/%2e%2e/%2e%2e/.sources'])(
    '%s is none',
    async (path) => expect((await call('GET', path)).status).not.toBe(200),
  )
})

test('without built pages the service runs, and says how to build them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caveau-pages-'))
  const app = Fastify()
  await app.register(webPages, { env: 'production', folder })
  const { statusCode, body, headers } = await app.inject('/app/sign-in')
  expect([statusCode, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(body).toContain('npm run build -w dashboard')
  await app.close()
  await rm(folder, { recursive: true })
})
