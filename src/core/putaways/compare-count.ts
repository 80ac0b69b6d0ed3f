import { type Goods, sameGoods } from '../catalogue/goods.ts'

/** A line of a putaway beside what was counted of it. */
export type CountedLine = Goods & {
  wine: { name: string; appellation: string; vintage: number }
  /** How many bottles a box of the line's code holds; 1 for loose bottles. */
  bottlesPerBox: number
  announced: number
  received: number
  broken: number
}

/** What bottles that nobody announced were probably meant to be. */
export type LooksLike = { mistake: 'wrong_packing' | 'wrong_format' | 'wrong_vintage'; insteadOf: Goods }
export type Difference = {
  missing: number
  /** More than announced, broken ones included. */
  over: number
  isUnexpected: boolean
  looksLike: LooksLike | null
  warnings: string[]
}

/** Sets each line beside its announcement. Before the count there is only the announcement to warn of. */
export function compareCount<L extends CountedLine>(
  lines: readonly L[],
  isCounted: boolean,
): (L & Difference)[] {
  return lines.map((line) => {
    const came = line.received + line.broken
    const isUnexpected = line.announced === 0 && came > 0
    return {
      ...line,
      missing: Math.max(0, line.announced - came),
      over: Math.max(0, came - line.announced),
      isUnexpected,
      looksLike: isUnexpected ? findLikeness(line, lines) : null,
      warnings: warningsOf(line, isCounted ? line.received : line.announced),
    }
  })
}

const lower = (text: string) => text.trim().toLowerCase()

type Fits = (came: CountedLine, announced: CountedLine) => boolean
const isSameWine: Fits = (came, announced) => came.wineId === announced.wineId
const isSameFormat: Fits = (came, announced) => came.formatMl === announced.formatMl
const isOtherVintage: Fits = ({ wine: came }, { wine: announced }) =>
  came.vintage !== announced.vintage &&
  lower(came.name) === lower(announced.name) &&
  lower(came.appellation) === lower(announced.appellation)

// From the likeliest on.
const mistakes: [LooksLike['mistake'], Fits][] = [
  ['wrong_packing', (came, announced) => isSameWine(came, announced) && isSameFormat(came, announced)],
  ['wrong_format', isSameWine],
  ['wrong_vintage', (came, announced) => isOtherVintage(came, announced) && isSameFormat(came, announced)],
  ['wrong_vintage', isOtherVintage],
]

function findLikeness(came: CountedLine, lines: readonly CountedLine[]): LooksLike | null {
  const others = lines.filter((line) => line.announced > 0 && !sameGoods(line, came))
  // What is missing is more likely to have been mistaken than what came in full.
  const isShort = ({ announced, received, broken }: CountedLine) => announced > received + broken
  const candidates = [...others.filter(isShort), ...others.filter((line) => !isShort(line))]
  for (const [mistake, fits] of mistakes) {
    const found = candidates.find((announced) => fits(came, announced))
    if (!found) continue
    const { wineId, formatMl, boxCode } = found
    return { mistake, insteadOf: { wineId, formatMl, boxCode } }
  }
  return null
}

function warningsOf({ boxCode, bottlesPerBox }: CountedLine, quantity: number): string[] {
  if (bottlesPerBox <= 1 || quantity % bottlesPerBox === 0) return []
  return [`${quantity} bottles do not fill whole boxes of ${boxCode}, which hold ${bottlesPerBox} each.`]
}
