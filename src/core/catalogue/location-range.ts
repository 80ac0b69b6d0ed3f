import { invalidField } from '../problems.ts'

export const mostLocations = 5000
const longestCode = 30

type Part = { text: string } | { first: number; last: number; width: number }

/**
 * Every code from the first to the last, each number in it counted by itself: A-01-01 to A-02-03 are six codes. Numbers are
 * written with as many digits as in the first code.
 */
export function expandRange(from: string, to: string): string[] {
  const [starts, ends] = [partsOf(from), partsOf(to)]
  if (starts.length !== ends.length)
    throw invalidField('to', `must have the form of ${from}, with other numbers`)
  const parts = starts.map((start, index) => partBetween(start, ends[index] ?? '', from))
  const count = parts.reduce((product, part) => product * sizeOf(part), 1)
  if (count > mostLocations)
    throw invalidField('to', `must make at most ${mostLocations} locations, not ${count}`)
  const codes = parts.reduce<string[]>(
    (begun, part) => begun.flatMap((code) => valuesOf(part).map((value) => code + value)),
    [''],
  )
  if (codes.some((code) => code.length > longestCode))
    throw invalidField('to', `must make codes of at most ${longestCode} characters`)
  return codes
}

const partsOf = (code: string): string[] => code.match(/\d+|\D+/g) ?? []

function partBetween(start: string, end: string, from: string): Part {
  if (start === end) return { text: start }
  const [first, last] = [Number(start), Number(end)]
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    throw invalidField('to', `must differ from ${from} in small numbers only`)
  if (last < first) throw invalidField('to', `must not have a smaller number than ${from}`)
  return { first, last, width: start.length }
}

const sizeOf = (part: Part): number => ('text' in part ? 1 : part.last - part.first + 1)

const valuesOf = (part: Part): string[] =>
  'text' in part
    ? [part.text]
    : Array.from({ length: sizeOf(part) }, (_, index) => String(part.first + index).padStart(part.width, '0'))
