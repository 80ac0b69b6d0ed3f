import type { Deps } from '../deps.ts'

/** Something that has to happen to an account at a moment of its clock. */
export type Step = { at: Date; what: string; id: number; run: (deps: Deps) => Promise<unknown> }

/** What had to happen since `since` and up to `until`; steps whose keys are in `refused` were tried in vain. */
export type Span = { since: Date; until: Date; isAuto: boolean; refused: ReadonlySet<string> }

export const keyOf = ({ what, id }: Pick<Step, 'what' | 'id'>): string => `${what} ${id}`

/** The first thing that has to happen, or undefined when nothing is left to do. */
export async function findNextStep(_deps: Deps, _accountId: number, _span: Span): Promise<Step | undefined> {
  return undefined
}
