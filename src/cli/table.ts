export type Column<T> = {
  title: string
  of: (row: T) => string | number | null
  /** Numbers stand below each other. */
  isNumber?: boolean
}

const gap = '  '
const narrowest = 8

/** Rows below their titles, in the width of the terminal where there is one: the widest columns give way first. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[], width?: number): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ of }) => printable(of(row) ?? ''))),
  ]
  const widths = fitted(
    columns.map((_column, index) => Math.max(...cells.map((line) => lengthOf(line[index] ?? '')))),
    width,
  )
  return cells.map((line) => line.map(cellOf(columns, widths)).join(gap).trimEnd()).join('\n')
}

const cellOf =
  (columns: readonly { isNumber?: boolean }[], widths: readonly number[]) =>
  (text: string, index: number) => {
    const width = widths[index] ?? 0
    const cut = lengthOf(text) > width ? `${[...text].slice(0, width - 1).join('')}…` : text
    const filler = ' '.repeat(width - lengthOf(cut))
    return columns[index]?.isNumber ? filler + cut : cut + filler
  }

function fitted(widths: number[], available: number | undefined): number[] {
  if (available === undefined) return widths
  const fit = [...widths]
  for (;;) {
    const excess = fit.reduce((sum, each) => sum + each + gap.length, -gap.length) - available
    const widest = Math.max(...fit)
    if (excess <= 0 || widest <= narrowest) return fit
    fit[fit.indexOf(widest)] = widest - 1
  }
}

/** Texts come from people and may hold what a terminal takes for a command. */
export const printable = (value: string | number): string =>
  String(value)
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')

const lengthOf = (text: string) => [...text].length

/** `1 bottle`, `6 bottles`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
