// Drives the built client in Chromium against a running service. By hand, after "npm run build -w @caveau/client":
//   node client/browser-check.ts http://127.0.0.1:8080 TOKEN
// Once on a page of this machine, and once on a plain HTTP page of another name, where browsers withhold part of Web Crypto.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const [service = 'http://127.0.0.1:8080', token = ''] = process.argv.slice(2)
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const fileAt = (path: string) => readFile(fileURLToPath(new URL(path, import.meta.url)))
const files: Record<string, [path: string, type: string]> = {
  '/': ['browser-check.html', 'text/html'],
  '/openapi-fetch.js': ['../node_modules/openapi-fetch/dist/index.mjs', 'text/javascript'],
}

/** The keys of orders whose answer was lost once already. */
const lost = new Set<string>()

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', headers } = request
  const file =
    files[url] ?? (/^\/client\/[\w/-]+\.js$/.test(url) && [url.replace('/client', 'dist'), 'text/javascript'])
  if (file) {
    response.writeHead(200, { 'content-type': file[1] }).end(await fileAt(file[0]))
  } else if (url === '/webhook') response.end(JSON.stringify(signedMessage()))
  else if (url.startsWith('/cut/')) response.socket?.resetAndDestroy()
  else if (!url.startsWith('/silence/')) await passOn(request, response, String(headers['idempotency-key']))
}

async function passOn(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
  const { method = 'GET', url = '' } = request
  const { authorization = '', 'content-type': type, 'idempotency-key': own } = request.headers
  const body = await buffer(request)
  const answer = await fetch(service + url, {
    method,
    headers: { authorization, ...(type && { 'content-type': type }), ...(own && { 'idempotency-key': key }) },
    body: body.length > 0 ? new Uint8Array(body) : null,
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (body.includes('lose the answer') && !lost.has(key)) {
    lost.add(key)
    response.socket?.resetAndDestroy()
    return
  }
  const { 'content-encoding': _, 'transfer-encoding': __, ...kept } = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, { ...kept, 'content-length': bytes.length }).end(bytes)
}

function signedMessage() {
  const secret = Buffer.from('a secret of thirty-two bytes, or so')
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'order',
    event: 'create',
    created_at: '',
    data: { id: 17 },
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  return { secret: `whsec_${secret.toString('base64')}`, headers, body }
}

const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--host-resolver-rules=MAP shop.test 127.0.0.1'],
})
try {
  console.log(`Chromium ${browser.version()}`)
  for (const host of ['127.0.0.1', 'shop.test']) {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    await page.goto(`http://${host}:${port}/`)
    await page.waitForFunction('window.isReady')
    const told = (await page.evaluate(`window.run(${JSON.stringify(token)})`)) as Record<string, string>
    const isSecure = await page.evaluate('isSecureContext')
    console.log(`\n${host} (${isSecure ? 'secure' : 'not a secure'} context)`)
    for (const [title, outcome] of Object.entries(told)) console.log(`  ${outcome.padEnd(6)} ${title}`)
    if (Object.values(told).some((outcome) => outcome !== 'ok')) process.exitCode = 1
  }
} finally {
  await browser.close()
  server.closeAllConnections()
  server.close()
}
