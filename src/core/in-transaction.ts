import type { Deps } from './deps.ts'

/** Everything that `work` does with what it is given happens, or nothing of it. */
export const inTransaction = <T>(deps: Deps, work: (within: Deps) => Promise<T>): Promise<T> =>
  deps.db.transaction((db) => work({ ...deps, db }))
