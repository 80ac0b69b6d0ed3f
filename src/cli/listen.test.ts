import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { StartRefusal } from '../start-refusal.ts'
import { closeGracefully, listen } from './listen.ts'

const host = '127.0.0.1'

async function openServer(handler: Parameters<typeof createServer>[1] = () => {}) {
  const server = createServer(handler)
  onTestFinished(() => void (server.listening && server.close()))
  const port = await listen(server, { host, port: 0, setting: 'PORT' })
  return { server, port }
}
async function refusalOf(place: { host: string; port: number; setting: string }): Promise<string> {
  const error = await listen(createServer(), place).catch((each: unknown) => each)
  expect(error).toBeInstanceOf(StartRefusal)
  return (error as Error).message
}

test('port 0 takes a free one and tells which', async () => {
  const { server, port } = await openServer()
  expect(port).toBe((server.address() as AddressInfo).port)
  expect(port).toBeGreaterThan(0)
})

test('a port that is taken is told with the setting to change', async () => {
  const { port } = await openServer()
  expect(await refusalOf({ host, port, setting: 'CAVEAU_METRICS_PORT' })).toBe(
    `Port ${port} on ${host} is taken by another program; set CAVEAU_METRICS_PORT to a free one, such as CAVEAU_METRICS_PORT=${port + 1}.`,
  )
})

test.each(['203.0.113.7', 'no-such-host.invalid'])('%s is no address of this machine', async (elsewhere) => {
  expect(await refusalOf({ host: elsewhere, port: 0, setting: 'PORT' })).toMatch(/HOST|cannot be opened/)
})

test('closing finishes running requests, and takes no new ones', async () => {
  let answer = () => {}
  const arrived = Promise.withResolvers<void>()
  const { server, port } = await openServer((_request, response) => {
    answer = () => response.end('done')
    arrived.resolve()
  })
  const running = fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } }).then((each) =>
    each.text(),
  )
  await arrived.promise
  const closed = closeGracefully(server, 60_000)
  await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
  answer()
  expect(await running).toBe('done')
  await closed
})

test('a request that takes longer than the limit is cut off', async () => {
  const arrived = Promise.withResolvers<void>()
  const { server, port } = await openServer(() => arrived.resolve())
  const running = fetch(`http://${host}:${port}/`)
  const failed = expect(running).rejects.toThrow()
  await arrived.promise
  await closeGracefully(server, 0)
  await failed
})

test('a connection without a request does not hold the closing up', async () => {
  const { server, port } = await openServer((_request, response) => response.end())
  await (await fetch(`http://${host}:${port}/`)).text()
  const idle = connect(port, host)
  onTestFinished(() => void idle.destroy())
  await closeGracefully(server, 1000)
  expect(server.listening).toBe(false)
})

test('a server that never listened is closed already', async () => {
  await closeGracefully(createServer(), 60_000)
})
