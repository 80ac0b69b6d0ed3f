import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../core/deps.ts'
import { isBeyond } from '../../core/events/cursor.ts'
import { type AccountEvent, listEventsAfter } from '../../core/events/event-reads.ts'

/** Somebody who hears of the events of an account, from a cursor on. */
export type Listener = {
  cursor: string
  tell: (event: AccountEvent) => void
  /** Whether some of what it was told is still to be read. */
  hasUnread: () => boolean
  whenRead: () => Promise<void>
  end: () => void
}

const pollMs = 1000
const batch = 200

/** The listeners of one account, and how far those have come that are up to date. */
type Feed = { listeners: Set<Listener>; cursor: string }

/**
 * Tells listeners of events as they are written. However many listen to an account, it is read once a second in a process; who
 * comes with an older cursor, or does not read as fast as the others, reads by itself until it has caught up.
 */
export class EventFeeds {
  readonly #deps: Deps
  readonly #isOpen: () => boolean
  readonly #feeds = new Map<number, Feed>()
  readonly #joining = new Set<Listener>()
  #polling: Promise<void> | undefined
  #isClosed = false

  constructor(deps: Deps, isOpen: () => boolean) {
    this.#deps = deps
    this.#isOpen = isOpen
  }

  add(accountId: number, listener: Listener): void {
    this.#joining.add(listener)
    this.#polling ??= this.#poll()
    void this.#catchUp(accountId, listener).catch(() => listener.end())
  }

  #fallBehind(accountId: number, listener: Listener): void {
    this.remove(accountId, listener)
    this.add(accountId, listener)
  }

  remove(accountId: number, listener: Listener): void {
    this.#joining.delete(listener)
    const feed = this.#feeds.get(accountId)
    feed?.listeners.delete(listener)
    if (feed?.listeners.size === 0) this.#feeds.delete(accountId)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#endAll()
    await this.#polling
  }

  async #catchUp(accountId: number, listener: Listener): Promise<void> {
    while (this.#joining.has(listener)) {
      const events = await listEventsAfter(this.#deps.db, accountId, listener.cursor, batch)
      for (const event of events) {
        if (!this.#joining.has(listener)) return
        listener.tell(event)
        await listener.whenRead()
      }
      if (events.length < batch) break
    }
    if (!this.#joining.delete(listener)) return
    const feed = this.#feeds.get(accountId)
    // Between them may lie what the feed has told already, so the feed goes back to whoever is behind.
    if (!feed) this.#feeds.set(accountId, { listeners: new Set([listener]), cursor: listener.cursor })
    else {
      feed.listeners.add(listener)
      if (isBeyond(feed.cursor, listener.cursor)) feed.cursor = listener.cursor
    }
  }

  async #poll(): Promise<void> {
    while ((this.#feeds.size > 0 || this.#joining.size > 0) && !this.#isClosed) {
      // The server closes when its requests have ended, and these never do.
      if (!this.#isOpen()) this.#endAll()
      await Promise.all([...this.#feeds].map(([accountId, feed]) => this.#read(accountId, feed)))
      await pause(pollMs, undefined, { ref: false })
    }
    this.#polling = undefined
  }

  async #read(accountId: number, feed: Feed): Promise<void> {
    try {
      for (let isBehind = true; isBehind && feed.listeners.size > 0; ) {
        const { cursor } = feed
        const events = await listEventsAfter(this.#deps.db, accountId, cursor, batch)
        for (const event of events)
          for (const listener of feed.listeners)
            if (isBeyond(event.cursor, listener.cursor)) {
              if (listener.hasUnread()) this.#fallBehind(accountId, listener)
              else listener.tell(event)
            }
        // Somebody may have joined meanwhile who is further behind.
        if (feed.cursor === cursor) feed.cursor = events.at(-1)?.cursor ?? cursor
        isBehind = events.length === batch
      }
    } catch {
      // The database is away; the next round tries again from the same place.
    }
  }

  #endAll(): void {
    for (const listener of this.#joining) listener.end()
    for (const { listeners } of this.#feeds.values()) for (const listener of listeners) listener.end()
  }
}
