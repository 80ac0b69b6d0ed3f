import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A message as it came in. */
export type Received = {
  id: string
  headers: IncomingMessage['headers']
  rawBody: string
  body: {
    id: string
    type: string
    event: string
    created_at: unknown
    changed?: string[]
    data: Record<string, unknown> & { id: number }
  }
  path: string
  at: number
}
export type Handler = (message: Received, response: ServerResponse) => unknown

const thank: Handler = (_message, response) => response.writeHead(204).end()

/** A receiver on this machine that takes everything unless told otherwise, until it is closed. */
export async function openReceiver(answer: Handler = thank) {
  const messages: Received[] = []
  const receiver = { answer, messages, url: '', mostAtOnce: 0 }
  let atOnce = 0
  const server = createServer(async (request, response) => {
    atOnce += 1
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, atOnce)
    response.on('close', () => {
      atOnce -= 1
    })
    const rawBody = await textOf(request)
    // Whoever sent it was killed half-way.
    if (rawBody === undefined) return
    const { headers, url: path = '' } = request
    const message = {
      ...{ id: String(headers['webhook-id']), headers, rawBody, body: JSON.parse(rawBody), path },
      at: performance.now(),
    }
    messages.push(message)
    receiver.answer(message, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return Object.assign(receiver, { close })
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

async function textOf(request: IncomingMessage): Promise<string | undefined> {
  let text = ''
  request.setEncoding('utf8')
  try {
    for await (const chunk of request) text += chunk
    return text
  } catch {
    return undefined
  }
}

/** Answers with a status and nothing else. */
export const answering =
  (status: number): Handler =>
  (_message, response) =>
    response.writeHead(status).end()

/** The body, if the published library takes the message for genuine. */
export const verified = (secret: string, { rawBody, headers }: Received): unknown =>
  new Webhook(secret).verify(rawBody, headers as Record<string, string>)
