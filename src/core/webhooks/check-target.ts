import { isIP } from 'node:net'
import type { Settings } from '../../config.ts'
import { invalidField } from '../problems.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'

export type WebhookTargets = Settings['webhookTargets']

/** Whether messages may go to an IP address. */
export const mayReach = (address: string, targets: WebhookTargets): boolean =>
  targets === 'any' ? !isMetadataAddress(address) : isPublicAddress(address)

/** The host as it is connected to: an IPv6 address without its brackets, a name without the dot of the root. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** What is wrong with an address that messages are to be sent to, or undefined. Names are looked up only when it is connected to. */
export function faultInTarget(url: string, targets: WebhookTargets): string | undefined {
  if (!URL.canParse(url)) return 'must be an address such as https://example.com/caveau'
  const parsed = new URL(url)
  if (!(parsed.protocol === 'https:' || (targets === 'any' && parsed.protocol === 'http:')))
    return targets === 'any' ? 'must start with https:// or http://' : 'must start with https://'
  if (parsed.username !== '' || parsed.password !== '') return 'must not hold a user name or a password'
  if (parsed.port === '0') return 'must not name port 0'
  const host = hostOf(parsed)
  const isLocalName = host === 'localhost' || host.endsWith('.localhost')
  const isRefused = isIP(host) === 0 ? targets === 'public' && isLocalName : !mayReach(host, targets)
  return isRefused ? 'must be a public address' : undefined
}

export function requireTarget(url: string, targets: WebhookTargets): void {
  const fault = faultInTarget(url, targets)
  if (fault) throw invalidField('url', fault)
}
