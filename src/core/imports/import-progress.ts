import type { Deps } from '../deps.ts'
import type { Progress } from './import.ts'
import { keepProgress } from './import-writes.ts'

/**
 * Tells how far an import is while its own transaction is open, by a connection of its own. While one note is being written only the
 * newest of those that come is kept, and one that cannot be written is no reason to stop.
 */
export class ImportProgress {
  readonly #deps: Deps
  readonly #importId: number
  readonly #listen: (progress: Progress) => void
  #newest: Progress | undefined
  #writing: Promise<void> | undefined

  constructor(deps: Deps, importId: number, listen: (progress: Progress) => void) {
    this.#deps = deps
    this.#importId = importId
    this.#listen = listen
  }

  note(progress: Progress): void {
    this.#listen(progress)
    this.#newest = progress
    this.#writing ??= this.#write()
  }

  /** To be waited for before the record is written by others. */
  async settle(): Promise<void> {
    this.#newest = undefined
    await this.#writing
  }

  async #write(): Promise<void> {
    while (this.#newest) {
      const progress = this.#newest
      this.#newest = undefined
      await keepProgress(this.#deps.db, this.#importId, progress).catch(() => {})
    }
    this.#writing = undefined
  }
}
