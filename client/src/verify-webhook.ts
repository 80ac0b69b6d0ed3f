import type { GetOutRequest, Invoice as LegacyInvoice, Putaway as LegacyPutaway } from './generated/v1.ts'
import type { Invoice, Order, Putaway } from './generated/v2.ts'

/** What the service tells an address of version 2: what changed, and the record as it was right after that. */
export type WebhookEvent =
  | EventOf<'order', Order>
  | EventOf<'putaway', Putaway>
  | EventOf<'invoice', Invoice>
  | EventOf<'stock', Record<string, unknown>>

/** What the service tells an address of version 1. */
export type LegacyWebhookEvent =
  | EventOf<'getoutrequest', GetOutRequest>
  | EventOf<'putaway', LegacyPutaway>
  | EventOf<'invoice', LegacyInvoice>
  | EventOf<'stock', Record<string, unknown>>

type EventOf<Type extends string, Data> = {
  id: string
  type: Type
  event: 'create' | 'update' | 'delete'
  created_at: string
  data: Data
}

/** The message is not from the service, not for this address, or too old to be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeadersLike = Headers | Record<string, string | string[] | undefined>

const toleranceSeconds = 5 * 60

/**
 * The event in a message that was signed with the secret of the address (Standard Webhooks). The body must be as it came in, to
 * the byte: JSON that was parsed and written again has another signature.
 */
export async function verifyWebhook<Event extends WebhookEvent | LegacyWebhookEvent = WebhookEvent>(
  secret: string,
  headers: HeadersLike,
  rawBody: string | Uint8Array,
): Promise<Event> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The message lacks a header webhook-id, -timestamp or -signature.')
  const ageSeconds = Date.now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookVerificationError('The message is older or newer than five minutes.')

  const encoder = new TextEncoder()
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body)
  const key = await keyOf(secret)
  for (const each of signatures.split(' ')) {
    const [version, signature] = each.split(',')
    if (version !== 'v1' || !signature) continue
    const bytes = bytesOf(signature)
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(new TextDecoder().decode(body))
  }
  throw new WebhookVerificationError('The message is not signed with this secret.')
}

function readHeader(headers: HeadersLike, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('The secret of a webhook is whsec_ and base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
