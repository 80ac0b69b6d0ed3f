import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { isEmail } from '../../core/accounts/email.ts'
import { isCountry } from '../../core/addresses/countries.ts'
import { parseDay } from '../../core/calendar/paris-time.ts'
import { parseFormat } from '../../core/catalogue/format.ts'

// What PostgreSQL can keep and give back as it was.
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The kinds of text a field can ask for: how each is checked, and what a caller is told who got it wrong. */
const formats: Record<string, { accepts: (text: string) => boolean; words: string }> = {
  date: {
    accepts: (text) => parseDay(text) !== undefined,
    words: 'must be a day of the calendar such as 2026-11-30',
  },
  litres: {
    accepts: (text) => parseFormat(text) !== undefined,
    words: 'must be litres as a decimal number such as 0.75',
  },
  price: {
    accepts: (text) => /^\d{1,10}(\.\d{1,2})?$/.test(text),
    words: 'must be a decimal number of 0 or more with at most two places such as 12.50',
  },
  text: {
    accepts: (text) => isStorable(text),
    words: 'must be text without a NUL character or half of a surrogate pair',
  },
  filled: {
    accepts: (text) => isStorable(text) && text.trim() !== '',
    words: 'must not be blank, nor contain a NUL character or half of a surrogate pair',
  },
  line: {
    accepts: (text) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text),
    words: 'must be one line of text without control characters',
  },
  country: { accepts: isCountry, words: 'must be an ISO 3166-1 alpha-2 code such as FR' },
  email: {
    accepts: isEmail,
    words: 'must be an e-mail address',
  },
}

export const formatWords = (format: string): string => formats[format]?.words ?? `must be a ${format}`

// Union types are how a nullable field is written, because anyOf would slow the serialiser down.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, useDefaults: true, strictTypes: false })
for (const [name, { accepts }] of Object.entries(formats)) ajv.addFormat(name, accepts)

type PartOfRequest = { schema: unknown; httpPart?: string }

/** Paths and queries are text, so their whole numbers are read out of it first; in a body "6" is not 6. */
export function validatorCompiler({ schema, httpPart }: PartOfRequest): ValidateFunction {
  const validate = ajv.compile(schema as TSchema)
  if (httpPart === 'body') return validate
  const integers = integerNames(schema as TSchema)
  const validateText = (data: Record<string, unknown>) => {
    for (const name of integers) {
      const value = data[name]
      if (typeof value === 'string' && /^-?\d{1,30}$/.test(value)) data[name] = Number(value)
    }
    const valid = validate(data)
    validateText.errors = validate.errors
    return valid
  }
  validateText.errors = validate.errors
  return validateText as unknown as ValidateFunction
}

const integerNames = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: unknown }> }).properties ?? {})
    .filter(([, { type }]) => type === 'integer')
    .map(([name]) => name)
