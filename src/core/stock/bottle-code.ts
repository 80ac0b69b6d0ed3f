import { bottleCode } from '../preparation/read-scan.ts'

/** For text that a schema has already found to be the code of a bottle. */
export const bottleIdOf = (code: string): number => Number(code.slice(1))

/** Some codes of a list that may be long, for a sentence. */
export function codesInWords(bottleIds: readonly number[]): string {
  const most = 10
  const shown = bottleIds.slice(0, most).map(bottleCode).join(', ')
  return bottleIds.length > most ? `${shown} and ${bottleIds.length - most} more` : shown
}
