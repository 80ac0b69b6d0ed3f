// HTTPS by setting, and the headers that guard a browser, in either environment.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildServer } from '../src/server.ts'
import { testCertificate, testKey } from './support/certificate.ts'
import { testDatabase } from './support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'caveau-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const database = await testDatabase({
  environment: {
    CAVEAU_TLS_CERT: file('cert.pem', testCertificate),
    CAVEAU_TLS_KEY: file('key.pem', testKey),
  },
})
const log = pino({ level: 'silent' })

test('with a certificate the port speaks HTTPS, and nothing else', async () => {
  const app = await buildServer({ ...database, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const answer = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/health/live', ca: testCertificate }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(answer).toBe(200)
  const inClear = await fetch(`http://127.0.0.1:${port}/v1/users`)
  expect([inClear.status, await inClear.json()]).toEqual([
    400,
    {
      result: 'error',
      name: 'https_required',
      message: 'This port speaks HTTPS only. Begin the address with https://.',
    },
  ])
  expect(inClear.headers.get('x-caveau-environment')).toBe('preproduction')
  await app.close()
})

test('neither HTTP nor TLS gets the end of the connection', async () => {
  const app = await buildServer({ ...database, log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  socket.on('error', () => {})
  socket.end('nonsense\n')
  await once(socket, 'close')
  expect(said).not.toContain('HTTP/1.1 200')
  await app.close()
})

test.each([
  ['preproduction', undefined],
  ['production', expect.stringMatching(/^max-age=\d{7,}/)],
] as const)('%s', async (env, hsts) => {
  const settings = { ...database.settings, env, tls: undefined, trustedProxies: ['127.0.0.1'] }
  const app = await buildServer({ ...database, settings, log })
  for (const url of ['/v1/users', '/v1/nothing', '/health/live']) {
    const { headers } = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['x-content-type-options'], url).toBe('nosniff')
    expect(headers['content-security-policy'], url).toMatch(/default-src 'self'/)
    expect(headers['strict-transport-security'], url).toEqual(hsts)
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  }
  await app.close()
})
