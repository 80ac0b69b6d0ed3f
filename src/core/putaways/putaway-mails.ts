import { dayInWords } from '../calendar/day-in-words.ts'
import { formatLitres } from '../catalogue/format.ts'
import type { Goods } from '../catalogue/goods.ts'
import { countBottles, goodsKey } from './putaway.ts'
import type { PutawayDetail } from './putaway-detail-reads.ts'

type Words = { subject: string; body: string }
type Line = PutawayDetail['lines'][number]

export function announcedInWords(putaway: PutawayDetail): Words {
  const announced = putaway.lines.map((line) => ({ line, quantity: line.announced }))
  return {
    subject: `Putaway ${putaway.id}: ${bottles(countBottles(announced))} announced`,
    body: paragraphs([
      [
        `${putaway.warehouse.publicName} expects ${bottles(countBottles(announced))} for you${arrivalDay(putaway)}.`,
        ...origin(putaway),
      ],
      announced.map(({ line, quantity }) => `- ${quantity} × ${wineInWords(line)}`),
      ['You will hear from us when they are in your cellar.'],
    ]),
  }
}

export function receivedInWords(putaway: PutawayDetail): Words {
  const came = putaway.lines.map((line) => ({ line, quantity: line.received }))
  const differences = putaway.lines.flatMap((line) => differencesInWords(line, putaway.lines))
  return {
    subject: `Putaway ${putaway.id}: ${bottles(countBottles(came))} received`,
    body: paragraphs([
      [
        `${bottles(countBottles(came))} came to ${putaway.warehouse.publicName} and are in your cellar now.`,
        ...origin(putaway),
      ],
      came
        .filter(({ quantity }) => quantity > 0)
        .map(({ line, quantity }) => `- ${quantity} × ${wineInWords(line)}`),
      differences.length > 0
        ? ['This differs from what was announced:', ...differences.map((each) => `- ${each}`)]
        : ['This is what was announced.'],
    ]),
  }
}

export function refusedInWords(putaway: PutawayDetail): Words {
  const announced = putaway.lines.map((line) => ({ line, quantity: line.announced }))
  return {
    subject: `Putaway ${putaway.id}: refused`,
    body: paragraphs([
      [
        `${putaway.warehouse.publicName} did not take ${bottles(countBottles(announced))} of putaway ${putaway.id} into your cellar.`,
        ...origin(putaway),
      ],
      [`Reason: ${putaway.refusal}`],
      announced.map(({ line, quantity }) => `- ${quantity} × ${wineInWords(line)}`),
    ]),
  }
}

export function differencesInWords(line: Line, lines: readonly Line[]): string[] {
  const wine = wineInWords(line)
  const { missing, broken, over, isUnexpected, announced } = line
  const found: string[] = []
  if (missing > 0) found.push(`${missing} of ${announced} did not come: ${wine}`)
  if (broken > 0) found.push(`${broken} broken on arrival: ${wine}`)
  if (isUnexpected) found.push(`${over} not announced: ${wine}${likenessInWords(line, lines)}`)
  else if (over > 0) found.push(`${over} more than the ${announced} announced: ${wine}`)
  return found
}

const likenesses = {
  wrong_packing: 'packed otherwise than',
  wrong_format: 'another format of',
  wrong_vintage: 'another vintage of',
}

function likenessInWords({ looksLike }: Line, lines: readonly Line[]): string {
  if (!looksLike) return ''
  const { mistake, insteadOf } = looksLike
  const meant = lines.find((line) => goodsKey(line) === goodsKey(insteadOf))
  return meant ? `, perhaps ${likenesses[mistake]} ${wineInWords(meant)}` : ''
}

function wineInWords({ wine, formatMl, boxCode }: Goods & Pick<Line, 'wine'>): string {
  const name = [wine.name, wine.vintage || 'without vintage'].join(' ')
  return [name, wine.appellation, `${formatLitres(formatMl)} l`, boxCode].filter(Boolean).join(', ')
}

const bottles = (count: number) => `${count} bottle${count === 1 ? '' : 's'}`
const arrivalDay = ({ expectedOn }: PutawayDetail) => (expectedOn ? ` on ${dayInWords(expectedOn)}` : '')
const origin = ({ shipper, reference }: PutawayDetail) => [
  ...(shipper ? [`Shipper: ${shipper}`] : []),
  ...(reference ? [`Reference: ${reference}`] : []),
]
const paragraphs = (parts: readonly (readonly string[])[]) =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
