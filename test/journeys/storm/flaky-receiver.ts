import type { Random } from '../../../src/demo/random.ts'
import {
  type Handler,
  openReceiver,
  type Received,
  type Receiver,
  verified,
} from '../../support/open-receiver.ts'

/** Messages that failed here, and what was wrong with those that came. */
export type FlakyReceiver = {
  receiver: Receiver
  trust: (secret: string) => void
  failed: Set<string>
  faults: string[]
}

/**
 * Each message fails once at most, in one of several ways, so that the storm ends in time. Those of the stock do not: all of an
 * owner's are of one wine, and would wait for each other.
 */
export async function openFlakyReceiver(random: Random): Promise<FlakyReceiver> {
  const failed = new Set<string>()
  const faults: string[] = []
  let secret = ''
  const answer: Handler = (message, response) => {
    const { id, body } = message
    const fault = faultIn(secret, message)
    if (fault) faults.push(fault)
    const fails = body.type !== 'stock' && !failed.has(id) && random.chance(12)
    if (!fails) return response.writeHead(200).end()
    failed.add(id)
    return random.pick([
      () => response.writeHead(500).end('no'),
      () => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      () => response.destroy(),
      () => response.end('x'.repeat(100_000)),
    ])()
  }
  const receiver = await openReceiver(answer)
  const trust = (given: string) => {
    secret = given
  }
  return { receiver, trust, failed, faults }
}

function faultIn(secret: string, message: Received): string | undefined {
  try {
    verified(secret, message)
  } catch (error) {
    return `${message.id} is not signed: ${error}`
  }
  return message.rawBody.includes('rolled back') ? `${message.id} tells what was rolled back` : undefined
}
