import type { Database } from '../../db/database.ts'
import { bool, int, orNull, statement, text } from '../../db/statement.ts'
import type { OrderLine } from '../orders/new-order.ts'
import { refuse, type Shortage } from '../problems.ts'

const shortageFacts = statement(
  'bottles.shortage-facts',
  `select l.position, w.name as "wineName", w.vintage, x.code is not null as "boxIsKnown", exists (
       select from bottles b where b.account_id = $1 and b.wine_id = l.wine_id and b.format_ml = l.format_ml
         and b.state = 'stored' and b.order_id is null) as "isHeld"
   from unnest($2::bigint[], $3::int[], $4::text[]) with ordinality as l (wine_id, format_ml, box_code, position)
     left join wines w on w.id = l.wine_id left join box_codes x on x.code = l.box_code
   order by l.position`,
  { position: int, wineName: orNull(text), vintage: orNull(int), boxIsKnown: bool, isHeld: bool },
)

/** The lines that got fewer bottles than they asked for, with what a person needs to be told about each. */
export async function findShortages(
  db: Database,
  accountId: number,
  lines: readonly OrderLine[],
  found: readonly number[],
): Promise<Shortage[]> {
  const short = lines
    .map((line, index) => ({ ...line, asked: line.quantity, found: found[index] ?? 0 }))
    .filter((line) => line.found < line.asked)
  if (short.length === 0) return []
  const facts = await db.rows(shortageFacts, [
    accountId,
    short.map((line) => line.wineId),
    short.map((line) => line.formatMl),
    short.map((line) => line.boxCode),
  ])
  refuseUnknownBoxes(short.filter((_, index) => !facts[index]?.boxIsKnown))
  return short.map(({ wineId, formatMl, boxCode, asked, found: taken }, index) => {
    const { wineName = null, vintage = null, isHeld = false } = facts[index] ?? {}
    const wine = wineName === null || vintage === null ? null : { name: wineName, vintage }
    return { wineId, formatMl, boxCode, asked, found: taken, wine, isHeld }
  })
}

function refuseUnknownBoxes(lines: readonly OrderLine[]): void {
  if (lines.length === 0) return
  const codes = [...new Set(lines.map(({ boxCode }) => boxCode))]
  throw refuse({
    code: 'fields_invalid',
    fields: codes.map((code) => ({ field: `boxes.${code}`, message: 'is not a known box code' })),
  })
}
