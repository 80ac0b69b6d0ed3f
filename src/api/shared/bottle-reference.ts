import { formatLitres, parseFormat } from '../../core/catalogue/format.ts'
import type { Goods } from '../../core/catalogue/goods.ts'

const loose = 'bottles'

/** What one row of stock is called: `412|0.75|bottles`, or with a box code in the last place. */
export const referenceOf = ({ wineId, formatMl, boxCode }: Goods): string =>
  `${wineId}|${formatLitres(formatMl)}|${boxCode || loose}`

export const boxWord = (boxCode: string): string => boxCode || loose

/** The goods that a reference names, or undefined when it names none. */
export function parseReference(reference: string): Goods | undefined {
  const [, wine = '', format = '', box = ''] =
    /^([1-9]\d{0,14})\|([\d.,]+)\|(bottles|[A-Z0-9]{1,20})$/.exec(reference) ?? []
  const formatMl = parseFormat(format)
  if (!wine || formatMl === undefined) return undefined
  return { wineId: Number(wine), formatMl, boxCode: box === loose ? '' : box }
}

/** What somebody is told whose reference names nothing. */
export const referenceWords = 'must be wine id, format and "bottles" or a box code, such as 412|0.75|bottles'
