import type { Deps } from '../deps.ts'
import { tellOwner } from '../mails/tell-owner.ts'

type Named = { name: string; url: string }

/** Where it leads, without the rest of the address, which may hold a secret. */
const placeOf = ({ url }: Named) => new URL(url).host

/** Once for each time that an address begins to fail. */
export const tellOfFailing = (deps: Deps, accountId: number, endpoint: Named): Promise<void> =>
  tellOwner(deps, accountId, {
    kind: 'webhook_failing',
    copies: 'none',
    subject: `Webhook "${endpoint.name}" is failing`,
    body: [
      `An event could not be delivered to your webhook "${endpoint.name}" at ${placeOf(endpoint)}: all attempts over three days failed.`,
      'Its recent deliveries show what was answered. Later events are still sent to it. Once it works again, have those that failed sent once more.',
      '',
    ].join('\n\n'),
  })

export const tellOfGone = (deps: Deps, accountId: number, endpoint: Named): Promise<void> =>
  tellOwner(deps, accountId, {
    kind: 'webhook_gone',
    copies: 'none',
    subject: `Webhook "${endpoint.name}" was switched off`,
    body: [
      `Your webhook "${endpoint.name}" at ${placeOf(endpoint)} answered with the status 410 Gone, so nothing more is sent to it.`,
      'If that was not meant, resume it.',
      '',
    ].join('\n\n'),
  })
