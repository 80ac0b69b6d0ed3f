import { fromEvent as inVersion1 } from '../../api/v1/event-shape.ts'
import { fromEvent as inVersion2 } from '../../api/v2/event-shape.ts'
import type { Deps } from '../../core/deps.ts'
import type { ClaimedDelivery } from '../../core/webhooks/claim-delivery.ts'
import { messageIdOf, signMessage } from '../../core/webhooks/sign-message.ts'
import type { Outgoing } from './send-message.ts'

type Settings = Pick<Deps['settings'], 'baseUrl' | 'trackingBaseUrl'>

/**
 * The message of a delivery, signed at this moment. The moment is that of the real clock, whatever the account lives by: receivers
 * hold it against theirs.
 */
export function writeMessage(
  { baseUrl, trackingBaseUrl }: Settings,
  { id, url, isOfKey, secrets, event }: ClaimedDelivery,
  timestamp: number,
): Outgoing {
  const links = { baseUrl, trackingBaseUrl }
  const body = JSON.stringify(isOfKey ? inVersion1(event, links) : inVersion2(event, links))
  const message = { id: messageIdOf(id), timestamp, body }
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Caveau-Webhooks/1',
      'webhook-id': message.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(secrets, message),
    },
  }
}
