import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { transactionInLine } from '../../core/account-queue.ts'
import {
  claimOrFindAnswer,
  type KeptAnswer,
  keepAnswer,
  type RepeatableRequest,
  type Sender,
} from '../../core/accounts/idempotent-answers.ts'
import type { Deps } from '../../core/deps.ts'
import { invalidField } from '../../core/problems.ts'

/** `forRepeats` is what a repeat is told in place of `body`, when that holds something that may be told once only. */
export type Answer<T> = { status: number; body: T; forRepeats?: T }

/**
 * Runs the work of an owner's POST and gives the body to answer with. With an Idempotency-Key the answer is kept in the
 * transaction that makes the change, so that a repeat finds either both or neither, whatever crashed in between. A refusal
 * changes nothing and is not kept. A body that is read as a stream is gone by now: its `fingerprint` stands for it.
 */
export async function answerOnce<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (deps: Deps) => Promise<Answer<T>>,
  fingerprint?: string,
): Promise<T> {
  const { deps, caller } = request
  const { accountId } = caller
  const repeatable = readRepeatable(request, { kind: 'account', id: accountId }, fingerprint)
  if (!repeatable) {
    const { status, body } = await work(deps)
    reply.code(status)
    return body
  }
  const answer = await transactionInLine(deps.db, accountId, (db) =>
    workOrFindAnswer({ ...deps, db }, repeatable, reply, work),
  )
  return sendKept<T>(reply, answer)
}

/** The request with its key, or undefined when it carries none. */
export function readRepeatable(
  request: FastifyRequest,
  sender: Sender,
  fingerprint?: string,
): RepeatableRequest | undefined {
  const key = readKey(request)
  if (key === undefined) return undefined
  const requestHash = hashOf(request, fingerprint ?? JSON.stringify(request.body ?? null))
  return { sender, key, requestHash }
}

type Settled = KeptAnswer & { replayed: boolean }

/** Within a transaction: the answer that was kept, or the work and its answer, kept from now on. */
export async function workOrFindAnswer<T>(
  within: Deps,
  repeatable: RepeatableRequest,
  reply: FastifyReply,
  work: (deps: Deps) => Promise<Answer<T>>,
): Promise<Settled> {
  const kept = await claimOrFindAnswer(within, repeatable)
  if (kept) return { ...kept, replayed: true }
  const { status, body, forRepeats = body } = await work(within)
  const write = (what: T) => String(reply.serializeInput(what as Record<string, unknown>, String(status)))
  await keepAnswer(within.db, repeatable, { status, text: write(forRepeats) })
  return { status, text: write(body), replayed: false }
}

export function sendKept<T>(reply: FastifyReply, { status, text, replayed }: Settled): T {
  if (replayed) reply.header('idempotent-replayed', 'true')
  reply.code(status).type('application/json; charset=utf-8')
  // The text is that body, serialised: it goes out to the byte as it was kept.
  return text as T
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  return key
}

const hashOf = ({ method, url }: FastifyRequest, content: string): Buffer =>
  createHash('sha256').update(`${method} ${url}\n${content}`).digest()
