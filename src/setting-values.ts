import { isIP } from 'node:net'
import { StartRefusal } from './start-refusal.ts'

export type RateLimit = { perSecond: number; burst: number } | 'off'

/* How the text of a setting becomes its value. Each refuses what it cannot read, in a sentence that names the setting. */

export const refusal = (name: string, expected: string) =>
  new StartRefusal(`The setting ${name} must be ${expected}.`)

export const wholeNumber = (from: number, to: number) => (name: string, value: string) => {
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= from && number <= to))
    throw refusal(name, `a whole number from ${from} to ${to}, not "${value}"`)
  return number
}
export const oneOf =
  <T extends string>(...choices: readonly T[]) =>
  (name: string, value: string): T => {
    const choice = choices.find((each) => each === value)
    if (!choice) throw refusal(name, `${choices.join(' or ')}, not "${value}"`)
    return choice
  }
export const asText = (_name: string, value: string) => value
export const onOff = (name: string, value: string) => oneOf('on', 'off')(name, value) === 'on'
export const webAddress = (name: string, value: string) => {
  if (!URL.canParse(value) || !/^https?:/.test(value))
    throw refusal(name, `an http or https address, not "${value}"`)
  return value.replace(/\/+$/, '')
}
/** Origins as browsers send them, to the letter; a star alone for all. */
export const originList = (name: string, value: string): '*' | readonly string[] => {
  if (value === '*') return '*'
  const origins = value.split(',').map((each) => each.trim())
  const wrong = origins.find((each) => !/^https?:[^*]*$/.test(each) || URL.parse(each)?.origin !== each)
  if (wrong !== undefined)
    throw refusal(name, `origins such as https://shop.example.com, separated by commas, not "${wrong}"`)
  return origins
}
/** Addresses, ranges such as 10.0.0.0/8, or one of the three names for ranges that every machine knows. */
export const proxyList = (name: string, value: string): readonly string[] => {
  const ranges = value.split(',').map((each) => each.trim())
  const wrong = ranges.find((each) => !isRange(each))
  if (wrong !== undefined)
    throw refusal(name, `addresses or ranges such as 10.0.0.0/8, separated by commas, not "${wrong}"`)
  return ranges
}
const isRange = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', bits = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
}
export const databaseAddress = (name: string, value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value)) throw refusal(name, 'an address that starts with postgres://')
  return value
}
export const mailServer = (name: string, value: string) => {
  if (!URL.canParse(value) || !/^smtps?:/.test(value))
    throw refusal(name, 'an address that starts with smtp:// or smtps://')
  return value
}
export const rateLimit = (name: string, value: string): RateLimit => {
  if (value === 'off') return 'off'
  const [, perSecond, burst] = /^(\d{1,6})\/(\d{1,6})$/.exec(value) ?? []
  if (!Number(perSecond) || !Number(burst))
    throw refusal(name, `"off" or requests per second/burst such as 50/200, not "${value}"`)
  return { perSecond: Number(perSecond), burst: Number(burst) }
}
export const portOrOff = (name: string, value: string) =>
  value === 'off' ? ('off' as const) : wholeNumber(0, 65_535)(name, value)
