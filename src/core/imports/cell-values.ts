import { parseDay, startOfParisDay } from '../calendar/paris-time.ts'
import { parseFormat } from '../catalogue/format.ts'

/** A kind of value: how it is read out of a cell that is not empty, and what is said about one that cannot be. */
export type CellKind<T> = { read: (cell: string) => T | undefined; words: string }

const lengthOf = (text: string) => [...text].length

// Line breaks are the only control characters that belong into a text.
const hasControl = (text: string) => /[\p{Cc}\p{Cs}]/u.test(text.replaceAll(/[\n\t]/g, ''))

/** Text in one line; white space that a spreadsheet let in is one space. */
export const oneLine = (longest: number): CellKind<string> => ({
  read: (cell) => {
    if (hasControl(cell)) return undefined
    const text = cell.normalize('NFC').replaceAll(/\s+/g, ' ')
    return lengthOf(text) <= longest ? text : undefined
  },
  words: `must be text of at most ${longest} characters, without control characters`,
})

export const paragraphs = (longest: number): CellKind<string> => ({
  read: (cell) => {
    const text = cell.normalize('NFC')
    return !hasControl(text) && lengthOf(text) <= longest ? text : undefined
  },
  words: `must be text of at most ${longest} characters, without control characters`,
})

/** A whole number. `12.0` is one, as some programs write it; `1.000` may be one or a thousand, and is none. */
const wholeNumber = (cell: string): number | undefined => {
  const [, digits] = /^(\d{1,15})(?:[.,]0{1,2})?$/.exec(cell) ?? []
  return digits === undefined ? undefined : Number(digits)
}
const between = (least: number, most: number, value: number | undefined) =>
  value !== undefined && value >= least && value <= most ? value : undefined

export const largestQuantity = 10_000

export const quantity: CellKind<number> = {
  read: (cell) => between(1, largestQuantity, wholeNumber(cell)),
  words: `must be a whole number between 1 and ${largestQuantity}`,
}

export const recordId: CellKind<number> = {
  read: (cell) => between(1, Number.MAX_SAFE_INTEGER, wholeNumber(cell)),
  words: 'must be the number of a wine',
}

export const vintage: CellKind<number> = {
  read: (cell) => {
    if (/^(0|-|n\.?\s?v\.?|n\.?\s?m\.?|s\.?\s?a\.?)$/i.test(cell)) return 0
    return between(1700, 2200, wholeNumber(cell))
  },
  words: 'must be a year between 1700 and 2200, or empty for a wine without one',
}

/** Percent of volume as exact decimal text. */
export const alcohol: CellKind<string> = {
  read: (cell) => {
    const [, whole, places = ''] =
      /^(\d{1,2})(?:[.,](\d{1,2})0*)?\s*(?:%|°)?\s*(?:vol\.?)?$/i.exec(cell) ?? []
    if (whole === undefined) return undefined
    const text = places === '' ? whole : `${whole}.${places}`
    return Number(text) <= 99 ? text : undefined
  },
  words: 'must be a percentage between 0 and 99 with at most two places, such as 13.5',
}

export const lwin: CellKind<string> = {
  read: (cell) => (/^\d{7}(\d{4}(\d{5}(\d{2})?)?)?$/.test(cell) ? cell : undefined),
  words: 'must be an LWIN of 7, 11, 16 or 18 digits',
}

const millilitres: Record<string, number> = { ml: 1, cl: 10, l: 1000 }

/** Litres as they are, or with a unit: `0.75`, `0,75 l`, `75cl` and `750 ml` are one. Given back in millilitres. */
export const format: CellKind<number> = {
  read: (cell) => {
    const [, number, unit = 'l'] = /^(\d{1,5}(?:[.,]\d{1,6})?)\s*(ml|cl|l)?$/i.exec(cell) ?? []
    const factor = millilitres[unit.toLowerCase()]
    if (number === undefined || factor === undefined) return undefined
    if (factor === 1000) return parseFormat(number)
    const exact = Number(number.replace(',', '.')) * factor
    const ml = Math.round(exact)
    return Math.abs(exact - ml) < 1e-6 ? between(1, 30_000, ml) : undefined
  },
  words: 'must be litres such as 0.75, or a number with its unit such as 75cl or 750ml',
}

export const boxCode: CellKind<string> = {
  read: (cell) => (/^[A-Z0-9]{1,20}$/i.test(cell) ? cell.toUpperCase() : undefined),
  words: 'must be a box code such as CBO6, or empty for loose bottles',
}

export const locationCode: CellKind<string> = {
  read: (cell) => (/^[A-Z0-9][A-Z0-9-]{0,29}$/i.test(cell) ? cell.toUpperCase() : undefined),
  words: 'must be the code of a location such as A-01',
}

const earliestDay = '1900-01-01'
const mostRemembered = 10_000

/**
 * A day up to today, as `2026-11-30` or as the French write it, `30/11/2026`, and the moment from which bottles of that day are in
 * stock: null for today, since what comes in today comes in now. Files repeat their days, so each is worked out once.
 */
export function storedSince(today: string): CellKind<{ since: Date | null }> {
  const known = new Map<string, { since: Date | null } | undefined>()
  const workOut = (cell: string) => {
    const [, date, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(cell) ?? []
    const day = parseDay(
      date && month && year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : cell,
    )
    if (!day || day < earliestDay || day > today) return undefined
    return { since: day === today ? null : startOfParisDay(day) }
  }
  return {
    read: (cell) => {
      if (known.has(cell)) return known.get(cell)
      if (known.size >= mostRemembered) known.clear()
      const since = workOut(cell)
      known.set(cell, since)
      return since
    },
    words: `must be a day such as ${today} or ${today.split('-').reverse().join('/')}, and not in the future`,
  }
}
