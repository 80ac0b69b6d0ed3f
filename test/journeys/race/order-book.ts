import type { Content } from './content.ts'

/** What was done to an order: its content from then on, or null for a delete. A lost answer comes at no time. */
type Change = { content: Content | null; sentAt: number; answeredAt: number }
export type KnownOrder = { id: number; content: Content; madeBy: string | undefined }
/** A create whose answer never came. */
export type LostCreate = { content: Content; body: string; key: string | undefined }

const isTold = ({ answeredAt }: Change) => Number.isFinite(answeredAt)

/** What the clients of a race were told, and what they were not. */
export class OrderBook {
  /** By reference, since nobody knows whether they have an id. */
  readonly lostCreates = new Map<string, LostCreate>()
  readonly #changes = new Map<number, Change[]>()
  readonly #madeBy = new Map<number, string>()
  readonly #deletesSent = new Set<number>()

  /** An order that was acknowledged for the first time. */
  made(id: number, by: string, change: Change): void {
    this.#madeBy.set(id, by)
    this.told(id, change)
  }

  /** A change that was acknowledged. */
  told(id: number, change: Change): void {
    this.#changes.set(id, [...(this.#changes.get(id) ?? []), change])
  }

  /** A change that may have been made or not: the answer was lost. */
  lost(id: number, content: Content | null, sentAt: number): void {
    this.told(id, { content, sentAt, answeredAt: Number.POSITIVE_INFINITY })
  }

  deleteSent(id: number): void {
    this.#deletesSent.add(id)
  }

  mayBeDeleted(id: number): boolean {
    return this.#deletesSent.has(id)
  }

  /** Orders that can still be changed, with their last known content. Those with a lost answer are left alone. */
  open(): KnownOrder[] {
    return [...this.#changes].flatMap(([id, changes]) => {
      const { content } = changes.at(-1) ?? {}
      const isOpen = content && changes.every(isTold) && !this.mayBeDeleted(id)
      return isOpen ? [{ id, content, madeBy: this.#madeBy.get(id) }] : []
    })
  }

  ids(): number[] {
    return [...this.#changes.keys()]
  }

  /**
   * How the order may look now, null meaning that it is gone. Of changes that took turns the last one counts; of those that ran at
   * the same time any may have been the last. Whatever ran beside an acknowledged delete must have come before it.
   */
  possible(id: number): (Content | null)[] {
    const changes = this.#changes.get(id) ?? []
    if (changes.some((change) => change.content === null && isTold(change))) return [null]
    return changes
      .filter(({ answeredAt }) => !changes.some((later) => isTold(later) && later.sentAt > answeredAt))
      .map(({ content }) => content)
  }
}
