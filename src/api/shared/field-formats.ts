import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { isCountry } from '../../core/addresses/countries.ts'
import { parseDay } from '../../core/calendar/paris-time.ts'
import { parseFormat } from '../../core/catalogue/format.ts'

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
  text: { accepts: (text) => !text.includes('\0'), words: 'must not contain a NUL character' },
  line: {
    accepts: (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
    words: 'must be one line of text without control characters',
  },
  country: { accepts: isCountry, words: 'must be an ISO 3166-1 alpha-2 code such as FR' },
  email: {
    accepts: (text) => /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/.test(text),
    words: 'must be an e-mail address',
  },
}

export const formatWords = (format: string): string => formats[format]?.words ?? `must be a ${format}`

function makeAjv(coerceTypes: boolean): Ajv {
  // Union types are how a nullable field is written, because anyOf would slow the serialiser down.
  const ajv = new Ajv({
    coerceTypes,
    allErrors: true,
    allowUnionTypes: true,
    useDefaults: true,
    strictTypes: false,
  })
  for (const [name, { accepts }] of Object.entries(formats)) ajv.addFormat(name, accepts)
  return ajv
}

// A query is text, so its numbers are read out of it; in a body "6" is not 6.
const queryAjv = makeAjv(true)
const bodyAjv = makeAjv(false)

export const validatorCompiler = ({
  schema,
  httpPart,
}: {
  schema: unknown
  httpPart?: string
}): ValidateFunction => (httpPart === 'body' ? bodyAjv : queryAjv).compile(schema as TSchema)
