import type { LineError } from './import.ts'

export const mostErrors = 1000
const longestValue = 60

/** What is wrong with the lines of a file. All are counted, and the first are kept. */
export class LineErrors {
  #kept: LineError[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  add({ value, ...error }: LineError): void {
    this.#count += 1
    if (this.#kept.length < mostErrors) this.#kept.push({ ...error, value: value && shortened(value) })
  }

  /** Those that were found later, in the database; `count` is how many there are in all. */
  addFound(found: readonly LineError[], count: number): void {
    this.#count += count
    const added = found.map(({ value, ...error }) => ({ ...error, value: value && shortened(value) }))
    this.#kept = [...this.#kept, ...added]
  }

  /** In the order of the file. */
  first(): LineError[] {
    return this.#kept.toSorted((one, other) => one.line - other.line).slice(0, mostErrors)
  }
}

function shortened(value: string): string {
  const characters = [...value.replaceAll(/[\p{C}\s]+/gu, ' ')]
  return characters.length > longestValue
    ? `${characters.slice(0, longestValue).join('')}…`
    : characters.join('')
}
