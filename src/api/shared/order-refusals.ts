import { formatLitres } from '../../core/catalogue/format.ts'
import type { InvalidField, Problem, Shortage } from '../../core/problems.ts'
import type { Failure } from './failures.ts'

const wireNames: Record<string, string> = {
  firstName: 'firstname',
  lastName: 'lastname',
  vatNumber: 'vat_number',
  addressDetail: 'detail',
}

/** A fault of an address, under the name that the wire has for the field. */
export const inWireNames = (fault: InvalidField): InvalidField => ({
  ...fault,
  field: wireNames[fault.field] ?? fault.field,
})

const isUnknown = ({ isHeld, wine }: Shortage) => !isHeld || wine === null

// Both sentences are the document's own, to the letter.
function sentence(shortage: Shortage): string {
  const { wineId, formatMl, found, wine } = shortage
  const format = formatLitres(formatMl)
  if (isUnknown(shortage) || !wine) return `No bottle exist for wine ${wineId} and format ${format}`
  const vintage = wine.vintage === 0 ? '' : ` ${wine.vintage}`
  return `Vous ne pouvez pas sortir plus de ${found} bouteille(s) de ${wine.name}${vintage} ${format}`
}

/** `fieldOf` tells which field of the version's body a line came from. */
export function describeShortages(
  shortages: readonly Shortage[],
  fieldOf: (line: Shortage) => string,
): Failure {
  const [first] = shortages
  if (!first) throw new Error('A shortage names at least one line')
  return {
    status: 400,
    name: isUnknown(first) ? 'bottle_not_found' : 'quantity_unavailable',
    message: sentence(first),
    details: shortages.map((shortage) => ({ field: fieldOf(shortage), message: sentence(shortage) })),
  }
}

type DateProblem = Extract<Problem, { code: 'delivery_date_invalid' }>

export function describeDate({ reason, earliestDate, steps }: DateProblem): Failure {
  const why = {
    not_a_working_day: 'weekend or public day',
    too_early: `the earliest possible date is ${earliestDate}`,
    no_working_day: 'the operator is closed for the time being',
  }[reason]
  const message = `The delivery date is not valid (${why})`
  return {
    status: 400,
    name: 'delivery_date_invalid',
    message,
    details: [{ field: 'delivery_date', message }],
    explain: steps,
  }
}
