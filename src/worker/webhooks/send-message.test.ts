// Real receivers of every bad kind: each ends as an attempt that failed, in time, and says why.
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { testCertificate, testKey } from '../../../test/support/certificate.ts'
import type { Resolve } from './guarded-connection.ts'
import { openSender } from './send-message.ts'

const senders = {
  any: openSender({ targets: 'any', ca: testCertificate }),
  hasty: openSender({ targets: 'any', timeoutMs: 1000 }),
  public: openSender({ targets: 'public' }),
}
afterAll(() => Promise.all(Object.values(senders).map(({ close }) => close())))
const never = new AbortController().signal
const post = (url: string, sender: Pick<typeof senders.any, 'send'> = senders.any) =>
  sender.send({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' }, never)

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const http = async (handler: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttpServer(handler))}/`
const tcp = async (onConnection: (socket: Socket) => void) => listening(createTcpServer(onConnection))

describe('an answer', () => {
  test('is kept with its status, headers and the beginning of its body', async () => {
    const url = await http((_request, response) =>
      response
        .writeHead(202, { 'x-trace': 'abc', 'set-cookie': 'session=1' })
        .end(`é\0\ud83c${'x'.repeat(10_000)}`),
    )
    const answer = await post(url)
    expect(answer).toMatchObject({
      status: 202,
      error: null,
      responseHeaders: { 'x-trace': 'abc' },
      responseBody: expect.stringMatching(/^é�x+$/),
    })
    expect(answer.responseBody).toHaveLength(4096)
    expect(answer.responseHeaders).not.toHaveProperty('set-cookie')
  })

  test('comes to a POST with path and query, and nothing of an earlier connection', async () => {
    const seen: string[] = []
    const url = await http((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
      response.writeHead(200).end()
    })
    await post(`${url}a/b?c=d#e`)
    await post(url)
    expect(seen).toEqual(['POST /a/b?c=d application/json', 'POST / application/json'])
  })

  test('may be as long as 64 KiB and no longer', async () => {
    const url = await http((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))))
    expect(await post(`${url}65536`)).toMatchObject({ status: 200, error: null })
    expect(await post(`${url}65537`)).toMatchObject({
      status: 200,
      error: 'The answer is longer than 64 KiB.',
    })
  })

  test('comes over TLS from a receiver whose certificate is good', async () => {
    const server = createHttpsServer({ cert: testCertificate, key: testKey }, (_request, response) =>
      response.end('safe'),
    )
    const port = await listening(server)
    expect(await post(`https://localhost:${port}/`)).toMatchObject({ status: 200, responseBody: 'safe' })
    const distrusting = openSender({ targets: 'any' })
    onTestFinished(() => distrusting.close())
    expect(await post(`https://localhost:${port}/`, distrusting)).toMatchObject({
      status: null,
      error: expect.stringContaining('No TLS connection could be made.'),
    })
  })
})

describe('a receiver that', () => {
  test.each([301, 302, 303, 307, 308])('redirects with %d is not followed', async (status) => {
    let asked = 0
    const goal = await http((_request, response) => {
      asked += 1
      response.end()
    })
    const url = await http((_request, response) => response.writeHead(status, { location: goal }).end())
    expect(await post(url)).toMatchObject({ status, error: 'Redirects are not followed.' })
    expect(asked).toBe(0)
  })

  test('sends a gigabyte is cut off', async () => {
    let sentBytes = 0
    const chunk = Buffer.alloc(1024 * 1024)
    const url = await http((_request, response) => {
      const write = () => {
        while (sentBytes < 1024 * chunk.length) {
          sentBytes += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    expect(await post(url)).toMatchObject({ error: 'The answer is longer than 64 KiB.' })
    expect(sentBytes).toBeLessThan(64 * chunk.length)
  })

  test('resets the connection', async () => {
    const port = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: 'The connection was reset. (ECONNRESET)',
    })
  })

  test('hangs up before its answer is whole', async () => {
    const port = await tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')),
    )
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: expect.stringContaining('closed before the answer was whole'),
    })
  })

  test('is not there', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    server.close()
    await once(server, 'close')
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      error: 'The connection was refused. (ECONNREFUSED)',
    })
  })

  test('speaks no TLS where it should', async () => {
    const port = await tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      status: null,
      error: expect.stringContaining('No TLS connection could be made.'),
    })
  })

  test('speaks no HTTP', async () => {
    const port = await tcp((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'))
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      error: expect.stringContaining('not valid HTTP'),
    })
  })

  test('sends headers without end', async () => {
    const port = await tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        if (socket.writable) socket.write(`x-a: ${'x'.repeat(8000)}\r\n`, () => setImmediate(more))
      }
      more()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      error: 'The headers of the answer are too large. (UND_ERR_HEADERS_OVERFLOW)',
    })
  })

  const hanging = async (behave: (socket: Socket) => unknown) => {
    const port = await tcp((socket) => {
      behave(socket)
    })
    return `http://127.0.0.1:${port}/`
  }
  const repeating = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 50)
    socket.on('close', () => clearInterval(timer))
  }

  test.each<[string, (socket: Socket) => unknown]>([
    ['takes the connection and says nothing', () => {}],
    ['says that it is thinking for ever', (socket) => repeating(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
    [
      'sends its answer one byte at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        repeating(socket, '1\r\nx\r\n')
      },
    ],
    ['answers and never ends', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc')],
  ])('%s is given up when the time is over', async (_what, behave) => {
    expect(await post(await hanging(behave), senders.hasty)).toMatchObject({
      status: null,
      error: 'No whole answer came within 1 s.',
    })
  })

  test('hangs gets 15 s', { timeout: 30_000 }, async () => {
    const begin = performance.now()
    expect(await post(await hanging(() => {}))).toMatchObject({ error: 'No whole answer came within 15 s.' })
    expect(Math.round((performance.now() - begin) / 1000)).toBeGreaterThanOrEqual(15)
  })

  test('has a name that nobody answers for is given up when the time is over', async () => {
    const resolve = () => new Promise<never>(() => {})
    const sender = openSender({ targets: 'public', timeoutMs: 1000, resolve })
    onTestFinished(() => sender.close())
    expect(await post('https://slow.example/', sender)).toMatchObject({
      error: 'No whole answer came within 1 s.',
    })
  })
})

describe('where only public addresses are taken', () => {
  const refusal = { status: null, error: 'The address is not a public one.' }
  const resolvingTo = (...answers: string[][]) => {
    const asked: string[] = []
    const resolve: Resolve = async (host) => {
      asked.push(host)
      const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    const sender = openSender({ targets: 'public', resolve })
    onTestFinished(() => sender.close())
    return { sender, asked }
  }

  test.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['10.1.2.3'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['fd00:ec2::254'],
    ['0.0.0.0'],
  ])('a name that resolves to %s is refused before anything is sent', async (address) => {
    const { sender, asked } = resolvingTo([address])
    expect(await post('https://inside.example/', sender)).toMatchObject(refusal)
    expect(asked).toEqual(['inside.example'])
  })

  test('one bad address among good ones is enough to be refused', async () => {
    const { sender } = resolvingTo(['93.184.215.14', '127.0.0.1'])
    expect(await post('https://both.example/', sender)).toMatchObject(refusal)
  })

  test('a name that leads elsewhere the second time is refused the second time', async () => {
    const { sender, asked } = resolvingTo(['192.0.0.9'], ['127.0.0.1'], ['169.254.169.254'])
    for (let each = 0; each < 3; each++)
      expect(await post('https://rebound.example/', sender)).toMatchObject(refusal)
    expect(asked).toHaveLength(3)
  })

  test('the name is looked up once for a connection, and exactly what was checked is connected to', async () => {
    let hits = 0
    const server = createHttpsServer({ cert: testCertificate, key: testKey }, (_request, response) => {
      hits += 1
      response.end()
    })
    const port = await listening(server)
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.9', family: 4 }]]
    const asked: string[] = []
    const resolve: Resolve = async (host) => {
      asked.push(host)
      return answers[asked.length - 1] ?? []
    }
    const sender = openSender({ targets: 'any', resolve, ca: testCertificate })
    onTestFinished(() => sender.close())
    expect(await post(`https://localhost:${port}/`, sender)).toMatchObject({ status: 200 })
    expect([asked, hits]).toEqual([['localhost'], 1])
  })

  test('a name without an address is told so', async () => {
    const { sender } = resolvingTo([])
    expect(await post('https://none.example/', sender)).toMatchObject({
      error: 'The name has no address. (ENOTFOUND)',
    })
  })

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2130706433/',
    'https://[::ffff:7f00:1]/',
    'http://example.com/',
  ])('%s is refused, whenever it was stored', async (url) => {
    expect(await post(url, senders.public)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^The address must (be a public address|start with https:\/\/)\.$/),
    })
  })

  test('a proxy of the environment is not asked', async () => {
    let asked = 0
    const proxy = await http((_request, response) => {
      asked += 1
      response.end()
    })
    const before = { ...process.env }
    Object.assign(process.env, {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      http_proxy: proxy,
      https_proxy: proxy,
    })
    const { sender } = resolvingTo(['127.0.0.1'])
    expect(await post('https://inside.example/', sender)).toMatchObject(refusal)
    process.env = before
    expect(asked).toBe(0)
  })
})

test('where any address is taken, a name that leads to what a cloud tells its machines is refused all the same', async () => {
  for (const address of ['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254']) {
    const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
    const sender = openSender({ targets: 'any', resolve })
    onTestFinished(() => sender.close())
    const answer = await post('http://metadata.example/', sender)
    expect(answer).toMatchObject({ status: null, error: 'The address is not a public one.' })
  }
})

test('an IPv6 address is connected to as it stands', async () => {
  const server = createHttpServer((_request, response) => response.end())
  const port = await listening(server, '::1')
  expect(await post(`http://[::1]:${port}/`)).toMatchObject({ status: 200 })
})

test('whoever stops it hears so, and not that the receiver failed', async () => {
  const stop = new AbortController()
  const url = await http(() => stop.abort())
  const sending = senders.any.send({ url, headers: {}, body: '{}' }, stop.signal)
  await expect(sending).rejects.toThrow('aborted')
})
