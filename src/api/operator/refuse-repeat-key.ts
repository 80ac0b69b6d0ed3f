import type { FastifyRequest } from 'fastify'
import { invalidField } from '../../core/problems.ts'

/**
 * For requests that carry a secret or are answered with one. A repeat would need the answer, and a digest of the body, to be kept:
 * the one holds the secret in clear, by the other a password can be guessed. So these cannot be repeated by key.
 */
export async function refuseRepeatKey(request: FastifyRequest): Promise<void> {
  if (request.headers['idempotency-key'] !== undefined)
    throw invalidField(
      'Idempotency-Key',
      'is not taken with a secret, because the answer would be kept; look into the list before you ask again',
    )
}
