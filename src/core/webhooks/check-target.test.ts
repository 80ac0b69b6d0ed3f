import { describe, expect, test } from 'vitest'
import { faultInTarget } from './check-target.ts'

describe('with public targets only', () => {
  test.each([
    'https://example.com/hooks',
    'https://example.com:8443/hooks?x=1',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/hooks',
    'HTTPS://EXAMPLE.COM',
  ])('%s is taken', (url) => expect(faultInTarget(url, 'public')).toBeUndefined())

  test.each([
    ['http://example.com/', 'must start with https://'],
    ['ftp://example.com/', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['example.com', 'must be an address'],
    ['', 'must be an address'],
    ['https://', 'must be an address'],
    ['https://user@example.com/', 'user name or a password'],
    ['https://user:pass@example.com/', 'user name or a password'],
    ['https://:pass@example.com/', 'user name or a password'],
    ['https://example.com:0/', 'port 0'],
    ['https://localhost/', 'public address'],
    ['https://LOCALHOST./', 'public address'],
    ['https://a.localhost/', 'public address'],
    ['https://127.0.0.1/', 'public address'],
    ['https://127.1/', 'public address'],
    ['https://2130706433/', 'public address'],
    ['https://0x7f000001/', 'public address'],
    ['https://0177.0.0.1/', 'public address'],
    ['https://0/', 'public address'],
    ['https://１２７.0.0.1/', 'public address'],
    ['https://169.254.169.254/latest/meta-data', 'public address'],
    ['https://[::1]/', 'public address'],
    ['https://[::ffff:127.0.0.1]/', 'public address'],
    ['https://[::ffff:a9fe:a9fe]/', 'public address'],
    ['https://[64:ff9b::7f00:1]/', 'public address'],
    ['https://[2002:7f00:1::]/', 'public address'],
    ['https://[fd00:ec2::254]/', 'public address'],
  ])('%s is not', (url, words) => expect(faultInTarget(url, 'public')).toContain(words))
})

describe('with any target', () => {
  test.each(['http://127.0.0.1:8080/', 'http://localhost/', 'https://[::1]/', 'https://10.0.0.1/x'])(
    '%s is taken',
    (url) => expect(faultInTarget(url, 'any')).toBeUndefined(),
  )
  test.each([
    ...['ftp://127.0.0.1/', 'http://user:pass@127.0.0.1/', 'file:///etc/passwd', 'http://a:0/'],
    ...['http://169.254.169.254/latest/', 'http://2852039166/', 'http://[::ffff:169.254.169.254]/'],
    ...['http://[fd00:ec2::254]/', 'http://[fe80::1]/', 'http://100.100.100.200/'],
  ])('%s is not', (url) => expect(faultInTarget(url, 'any')).toBeDefined())
})
