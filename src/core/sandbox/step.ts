import type { Deps } from '../deps.ts'

/** The record that something happened to. `refusal` is why it did not happen as far as it should have. */
export type Taken = { id: number; refusal?: string }

/** Something that has to happen to an account at a moment of its clock. */
export type Step = {
  /** Tells it from every other; a step that was tried in vain is not tried again on the same way. */
  key: string
  at: Date
  what: string
  /** The record that it is about, or 0 when that is only made by it. */
  id: number
  /** Whether nothing but having tried it tells that it was taken. The status of an order tells it of most steps. */
  isOnce?: boolean
  /** Undefined when there was nothing to do after all. */
  run: (deps: Deps) => Promise<Taken | undefined>
}

/** What had to happen since `since` and up to `until`; steps whose keys are in `tried` are not to be tried again. */
export type Span = { since: Date; until: Date; isAuto: boolean; tried: ReadonlySet<string> }
