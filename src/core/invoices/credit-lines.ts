import { type InvalidField, refuse } from '../problems.ts'
import type { NewLine } from './invoice-writes.ts'
import { readCents, writeCents } from './signed-cents.ts'

/** A line of an invoice and what earlier credit notes have left of it, both in euro before VAT. */
export type CreditableLine = {
  id: number
  productId: number | null
  label: string | null
  quantity: string
  unitPrice: string
  vatPercent: string
  amount: string
  left: string
}
/** Without an amount, all that is left of the line. */
export type LineCredit = { lineId: number; amount: string | null }

/**
 * The lines of a credit note. A line that is taken back whole shows its quantity with the sign turned round; of another, one amount.
 * Discounts are taken back like everything else: their lines then add to what is owed.
 */
export function creditLines(
  lines: readonly CreditableLine[],
  asked: readonly LineCredit[] | null,
): NewLine[] {
  if (asked === null)
    return lines
      .filter(({ left }) => readCents(left) !== 0n)
      .map((line) => creditLine(line, readCents(line.left)))
  const faults: InvalidField[] = []
  const credited = asked.flatMap(({ lineId, amount }, index) => {
    const line = lines.find(({ id }) => id === lineId)
    const isRepeated = asked.findIndex((each) => each.lineId === lineId) < index
    if (!line || isRepeated) {
      const message = line ? 'stands in the list already' : 'is no line of this invoice'
      faults.push({ field: `lines.${index}.line_id`, message })
      return []
    }
    const left = readCents(line.left)
    const cents = amount === null ? left : readCents(amount)
    if (cents === 0n || !isWithin(cents, left)) {
      const message =
        left === 0n ? 'exceeds the line, which is credited whole' : `must lie between 0 and ${line.left}`
      faults.push({ field: `lines.${index}.amount`, message })
      return []
    }
    return [creditLine(line, cents)]
  })
  if (faults.length > 0) throw refuse({ code: 'fields_invalid', fields: faults })
  return credited
}

const isWithin = (cents: bigint, left: bigint) =>
  left > 0n ? cents > 0n && cents <= left : cents < 0n && cents >= left

function creditLine(line: CreditableLine, cents: bigint): NewLine {
  const { id, productId, label, vatPercent } = line
  const isWhole = cents === readCents(line.amount)
  const figures = isWhole
    ? { quantity: negated(line.quantity), unitPrice: line.unitPrice }
    : { quantity: '-1', unitPrice: writeCents(cents) }
  return { productId, label, ...figures, vatPercent, source: null, creditsLineId: id }
}

const negated = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)
