/** A bottle's format is kept in whole millilitres, so that 0.75, 0.750 and 0,75 litres are one and the same. */
const litres = /^(\d{1,2})(?:[.,](\d{1,6}))?$/
const largestMl = 30_000

export function parseFormat(text: string): number | undefined {
  const match = litres.exec(text)
  if (!match) return undefined
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > 3) return undefined
  const ml = Number(match[1]) * 1000 + Number(fraction.padEnd(3, '0'))
  return ml >= 1 && ml <= largestMl ? ml : undefined
}

/** Litres as the wire writes them: `0.75`, `1`, `0.375`. */
export const formatLitres = (ml: number): string => String(ml / 1000)

/** For text that a schema has already found to be a format. */
export function litresToMl(text: string): number {
  const ml = parseFormat(text)
  if (ml === undefined) throw new Error(`${text} is no format`)
  return ml
}
