import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Origin, recordAudit } from '../../core/audit/record-audit.ts'
import type { Deps } from '../../core/deps.ts'
import { inTransaction } from '../../core/in-transaction.ts'
import type { SignedInStaff } from '../../core/staff/staff.ts'
import { type Answer, readRepeatable, sendKept, workOrFindAnswer } from '../shared/idempotency.ts'

/** What a write came to: its answer, and whose record it was. `detail` takes the place of the request in the audit. */
export type Done<T> = Answer<T> & {
  accountId?: number | null
  subjectId?: number | null
  detail?: Record<string, unknown>
}

/**
 * Runs a write of the operator's side in one transaction with its row in the audit, and with the answer that is kept when the
 * request carries an Idempotency-Key. A body that is read as a stream is gone by now: its `fingerprint` stands for it.
 */
export async function audited<T>(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (within: Deps) => Promise<Done<T>>,
  fingerprint?: string,
): Promise<T> {
  const recorded = async (within: Deps) => {
    const done = await work(within)
    await recordAudit(within.db, originOf(request, request.staff), deedOf(request, done), within.now())
    return done
  }
  const repeatable = readRepeatable(request, { kind: 'staff', id: request.staff.id }, fingerprint)
  if (repeatable) {
    const answer = await inTransaction(deps, (within) =>
      workOrFindAnswer(within, repeatable, reply, recorded),
    )
    return sendKept<T>(reply, answer)
  }
  const { status, body } = await inTransaction(deps, recorded)
  reply.code(status)
  return body
}

export const originOf = (request: FastifyRequest, staff: SignedInStaff): Origin => ({
  via: staff.via,
  staffId: staff.id,
  staffName: staff.name,
  tokenId: staff.tokenId,
  address: request.ip,
  requestId: request.id,
})

function deedOf(request: FastifyRequest, { accountId, subjectId, detail }: Done<unknown>) {
  const { action } = request.routeOptions.config
  if (!action) throw new Error(`${request.routeOptions.url} writes and has no name for the audit`)
  const { id } = (request.params ?? {}) as { id?: number }
  return {
    action,
    accountId: accountId ?? null,
    subjectId: subjectId ?? id ?? null,
    detail: detail ?? withoutSecrets((request.body ?? {}) as Record<string, unknown>),
  }
}

const withoutSecrets = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, /password|secret|token/i.test(name) ? '…' : value]),
  )
