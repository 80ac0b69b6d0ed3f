import Type from 'typebox'
import { parseFormat } from '../../core/catalogue/format.ts'
import { invalidField } from '../../core/problems.ts'

/** Litres as a number, in whole millilitres: 0.75, 0.375, 1.5. */
export const FormatNumber = Type.Number({
  exclusiveMinimum: 0,
  maximum: 30,
  examples: [0.75],
  description: 'Litres.',
})

export function numberToMl(litres: number): number {
  // Through text, because a binary fraction of a litre is not quite what was written.
  const formatMl = parseFormat(String(litres))
  if (formatMl === undefined) throw invalidField('format', 'must be litres such as 0.75, to the millilitre')
  return formatMl
}
