import { expect } from 'vitest'

/** Tells what is wrong with a value, or nothing. */
export type Check = (value: unknown, path: string) => string[]
/** A table of the document: names in its order, each with its type. A field may be left out only where the document says so. */
export type FieldTable = readonly (readonly [name: string, check: Check, presence?: 'optional'])[]

const kind =
  (name: string, holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${name}`]
const matching = (name: string, pattern: RegExp) =>
  kind(name, (value) => typeof value === 'string' && pattern.test(value))

export const string = kind('string', (value) => typeof value === 'string')
export const integer = kind('integer', Number.isSafeInteger)
export const number = kind('number', Number.isFinite)
export const boolean = kind('boolean', (value) => typeof value === 'boolean')
export const nothing = kind('null', (value) => value === null)
export const timestamp = matching('timestamp', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
export const midnight = matching('timestamp at midnight', /^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/)
export const phpDate = matching('date of PHP', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
export const countryCode = matching('country code', /^[A-Z]{2}$/)
export const litres = matching('format', /^(0\.\d*[1-9]|[1-9]\d?(\.\d*[1-9])?)$/)
export const decimalText = matching('decimal as text', /^\d+\.\d\d$/)
export const oneOf = (...values: unknown[]) => kind(values.join(' or '), (value) => values.includes(value))
export const nonEmpty = matching('text', /./)

export const orNull =
  (check: Check): Check =>
  (value, path) =>
    value === null ? [] : check(value, path)

export const listOf =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => check(each, `${path}[${index}]`))
      : [`${path} is no array`]

/** An object whose names are data, such as box codes. */
export const mapOf =
  (check: Check, key: Check = string): Check =>
  (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => [
          ...key(name, `${path} key`),
          ...check(each, `${path}.${name}`),
        ])
      : [`${path} is no object`]

/** Exactly these names, in this order, each of its type. */
export const record =
  (table: FieldTable): Check =>
  (value, path) => {
    if (!isRecord(value)) return [`${path} is no object`]
    const expected = table
      .filter(([name, , presence]) => !presence || Object.hasOwn(value, name))
      .map(([name]) => name)
    const names = Object.keys(value)
    if (names.join() !== expected.join()) return [`${path} has ${names.join()}, not ${expected.join()}`]
    return table.flatMap(([name, check]) =>
      Object.hasOwn(value, name) ? check(value[name], `${path}.${name}`) : [],
    )
  }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const expectShape = (value: unknown, check: Check): void => expect(check(value, 'body')).toEqual([])
