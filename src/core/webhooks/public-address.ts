import { isIPv4, isIPv6 } from 'node:net'

/*
 * Which addresses are out in the world, after the registries of special-purpose addresses that the IANA keeps. Of IPv6 only what is
 * given out as global unicast counts; that leaves out IPv4 in disguise (mapped, translated) without a rule of its own.
 */
const notPublicV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // between a provider and its customers; also the metadata of one cloud
  '127.0.0.0/8', // this machine
  '168.63.129.16/32', // the host of a virtual machine in one cloud, though the number is a public one
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; the metadata of one cloud
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]
const globalUnicast = '2000::/3'
const notPublicV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '3fff::/20', // documentation
]

// Where clouds tell a machine who it is, and with which keys: never a receiver, also where any address is taken.
const metadata = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'fe80::/10',
]
const holdingV4 = ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96']

type Range = { first: bigint; last: bigint }

const v4Bits = (address: string): bigint =>
  address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)

function v6Bits(address: string): bigint {
  // The last 32 bits may be written as IPv4.
  const [, ending] = /:([\d.]+\.[\d.]+)$/.exec(address) ?? []
  const embedded = ending === undefined ? 0n : v4Bits(ending)
  const groups =
    ending === undefined
      ? address
      : `${address.slice(0, -ending.length)}${(embedded >> 16n).toString(16)}:${(embedded & 0xffffn).toString(16)}`
  const [before = '', after] = groups.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => BigInt(`0x${group}`)))
  const [head, tail] = [read(before), read(after ?? '')]
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => 0n)
  return [...head, ...gap, ...tail].reduce((sum, group) => sum * 0x10000n + group, 0n)
}

function rangeOf(written: string): Range {
  const [address = '', length = ''] = written.split('/')
  const [bits, size] = address.includes(':') ? [v6Bits(address), 128n] : [v4Bits(address), 32n]
  return { first: bits, last: bits + (1n << (size - BigInt(length))) - 1n }
}

const v4Ranges = notPublicV4.map(rangeOf)
const v6Ranges = notPublicV6.map(rangeOf)
const world = rangeOf(globalUnicast)
const metadataV4 = metadata.filter((range) => !range.includes(':')).map(rangeOf)
const metadataV6 = metadata.filter((range) => range.includes(':')).map(rangeOf)
const v4Holders = holdingV4.map(rangeOf)

const isIn = (bits: bigint) => (range: Range) => bits >= range.first && bits <= range.last

/** Whether an IP address is one of the public internet. What is no IP address, or names a network card (`fe80::1%eth0`), is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !v4Ranges.some(isIn(v4Bits(address)))
  if (!isIPv6(address) || address.includes('%')) return false
  const bits = v6Bits(address)
  return isIn(bits)(world) && !v6Ranges.some(isIn(bits))
}

/** Whether an IP address is one at which a cloud tells a machine about itself, in whatever way it is written. */
export function isMetadataAddress(address: string): boolean {
  if (isIPv4(address)) return isMetadataV4(v4Bits(address))
  if (!isIPv6(address)) return false
  const bits = v6Bits(address.replace(/%.*$/, ''))
  const held = v4Holders.some(isIn(bits)) ? bits & 0xffff_ffffn : undefined
  return metadataV6.some(isIn(bits)) || (held !== undefined && isMetadataV4(held))
}
const isMetadataV4 = (bits: bigint) => metadataV4.some(isIn(bits))
