import type { Database } from '../../db/database.ts'
import { bool, int, statement } from '../../db/statement.ts'
import { type InvalidField, invalidField, refuse } from '../problems.ts'
import type { NewLine } from './invoice-writes.ts'

/** A line that somebody writes: a product, or words of their own. A discount has a negative price or quantity. */
export type FreeLine = {
  productId: number | null
  label: string | null
  quantity: string
  unitPrice: string
  vatPercent: string
}

const largestEuro = 10_000_000n
const mostFreeLines = 1000

const unknownProducts = statement(
  'products.unknown',
  `select p.position from unnest($1::bigint[]) with ordinality as p (id, position)
   where p.id is not null and not exists (select from products k where k.id = p.id) order by p.position`,
  { position: int },
)
const freeLineRow = statement(
  'invoice-lines.is-free',
  'select source is null as "isFree" from invoice_lines where account_id = $1 and invoice_id = $2 and id = $3',
  { isFree: bool },
)
const freeLineCount = statement(
  'invoice-lines.count-free',
  'select count(*) as total from invoice_lines where account_id = $1 and invoice_id = $2 and source is null',
  { total: int },
)

export const toNewLine = (line: FreeLine): NewLine => ({ ...line, source: null, creditsLineId: null })

/** A decimal without its point, counted in units of ten to the power of minus `places`. */
function scaled(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`)
}

function faultsOf(line: FreeLine, at: (field: string) => string): InvalidField[] {
  const product = scaled(line.quantity, 3) * scaled(line.unitPrice, 4)
  const size = product < 0n ? -product : product
  return [
    ...((line.productId === null) === (line.label === null)
      ? [{ field: at('label'), message: 'must be given, or product_id, and not both' }]
      : []),
    ...(size > largestEuro * 10_000_000n
      ? [{ field: at('unit_price'), message: `times the quantity must not exceed ${largestEuro} euro` }]
      : []),
    ...(scaled(line.vatPercent, 2) > 10_000n
      ? [{ field: at('vat_percent'), message: 'must be 100 or less' }]
      : []),
  ]
}

/** Refuses what cannot be billed. `at` gives the name that a field of a line has on the wire. */
export async function refuseBadLines(
  db: Database,
  lines: readonly FreeLine[],
  at: (index: number, field: string) => string,
): Promise<void> {
  const fields = lines.flatMap((line, index) => faultsOf(line, (field) => at(index, field)))
  const unknown = await db.rows(unknownProducts, [lines.map(({ productId }) => productId)])
  for (const { position } of unknown)
    fields.push({ field: at(position - 1, 'product_id'), message: 'is no product' })
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
}

/** Undefined when the invoice has no such line; false for one that a run computed. */
export const isFreeLine = async (db: Database, accountId: number, invoiceId: number, lineId: number) =>
  (await db.row(freeLineRow, [accountId, invoiceId, lineId]))?.isFree

export async function refuseTooManyLines(
  db: Database,
  accountId: number,
  invoiceId: number,
  more: number,
): Promise<void> {
  const counted = await db.row(freeLineCount, [accountId, invoiceId])
  if ((counted?.total ?? 0) + more > mostFreeLines)
    throw invalidField('lines', `would be more than ${mostFreeLines} on one invoice`)
}
