import { Agent, request } from 'undici'
import type { Keys } from '../../support/service.ts'

export type Told = { status: number; replayed: boolean; body: unknown; sentAt: number; answeredAt: number }

/** Sends requests of one account to whatever address it is told, over as many connections as there are requests at once. */
export class RaceClient {
  readonly #agent = new Agent()
  readonly #keys: Keys
  constructor(keys: Keys) {
    this.#keys = keys
  }

  async call(
    origin: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body, key }: { body?: string; key?: string | undefined } = {},
  ): Promise<Told> {
    const sentAt = performance.now()
    const response = await request(`${origin}/v1/get-out-requests${path}`, {
      dispatcher: this.#agent,
      method,
      headers: {
        'content-type': 'application/json',
        AccessKey: this.#keys.accessKey,
        SecretKey: this.#keys.secretKey,
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body: body ?? null,
    })
    const answer = await response.body.json()
    return {
      status: response.statusCode,
      replayed: response.headers['idempotent-replayed'] === 'true',
      body: answer,
      sentAt,
      answeredAt: performance.now(),
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
