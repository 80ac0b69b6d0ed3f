import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'

describe('public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '2a00:1450:4007:80e::200e',
    '3fff:1000::1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('not public', () => {
  test.each([
    // IPv4
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.0',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    // IPv6
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'ff02::1',
    'ff0e::1',
    '100::1',
    '2001::1',
    '2001:0:53aa:64c:0:fb5f:f5ff:fffe',
    '2001:2::1',
    '2001:10::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    // IPv4 inside of IPv6, private or not
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:10.0.0.1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2002:808:808::1',
    // What is no address
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '8.8.8.8 ',
    '[::1]',
    '8.8.8.8:80',
    '2606:4700:4700::1111%1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))
})

test('an address is judged the same in every way of writing it', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const short = groups.map((each) => each.toString(16)).join(':')
      const long = groups.map((each) => each.toString(16).padStart(4, '0').toUpperCase()).join(':')
      const [high = 0, low = 0] = groups.slice(6)
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
      const mixed = `${groups
        .slice(0, 6)
        .map((each) => each.toString(16))
        .join(':')}:${dotted}`
      expect(isPublicAddress(long)).toBe(isPublicAddress(short))
      expect(isPublicAddress(mixed)).toBe(isPublicAddress(short))
    }),
  )
})

test('no IPv4 address gets through in the disguise of a mapped one', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false)
    }),
  )
})

describe('where clouds tell a machine about itself', () => {
  test.each([
    ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ...['fd00:ec2::254', 'fd20:ce::254', 'fe80::a9fe:a9fe', 'fe80::1%eth0'],
    ...['::ffff:169.254.169.254', '::169.254.169.254', '64:ff9b::a9fe:a9fe', '::ffff:0:169.254.169.254'],
  ])('%s', (address) => expect(isMetadataAddress(address)).toBe(true))

  test.each([
    '127.0.0.1',
    '10.0.0.7',
    '192.168.1.9',
    '::1',
    '::ffff:127.0.0.1',
    'fd12::1',
    '8.8.8.8',
    '2606:4700::1',
  ])('not %s', (address) => expect(isMetadataAddress(address)).toBe(false))
})
