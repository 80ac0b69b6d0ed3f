import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret of 256 random bits in the form that the Standard Webhooks libraries read. */
export const makeWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

export type Message = { id: string; timestamp: number; body: string }

/** The signature by the Standard Webhooks scheme, once for each secret that holds; a receiver needs to know one of them. */
export const signMessage = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')

/** Who a message is, over all attempts to send it: receivers know a repeat by it. */
export const messageIdOf = (deliveryId: number): string => `msg_${deliveryId}`
