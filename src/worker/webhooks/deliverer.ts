import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Deps } from '../../core/deps.ts'
import { type ClaimedDelivery, claimDelivery, leaseMs } from '../../core/webhooks/claim-delivery.ts'
import { renewLeases } from '../../core/webhooks/renew-leases.ts'
import {
  type NewAttempt,
  releaseDelivery,
  settleAndClaim,
  settleDelivery,
} from '../../core/webhooks/settle-delivery.ts'
import type { EndpointRef } from '../../core/webhooks/wake-endpoint.ts'
import { type Answer, type Sender, unanswered } from './send-message.ts'
import { Slots } from './slots.ts'
import { writeMessage } from './write-message.ts'

const mostRoundsOfEndpoint = 4
const mostEndpoints = 1000
const mostFurtherRounds = 100
const mostQueries = 3
const settlePausesMs = [200, 1000, 3000]
const graceMs = 3000
const turnMs = 20_000
const renewalMs = leaseMs / 4

type Parts = { deps: Deps; log: Logger; sender: Pick<Sender, 'send'> }
/** `turn` is for what is asked of the database: those of one address would only wait for each other there. */
type Rounds = { running: number; wokenAgain: boolean; turn: Slots }

/**
 * Sends what is due to addresses that it is woken for. A round takes one delivery after the other of one address until none is due.
 * While a receiver is waited for, the round holds no job and no connection to the database, so that receivers that hang keep
 * nothing from being done but what is for them. What a process holds when it dies is free again when its leases are over.
 */
export class Deliverer {
  readonly #parts: Parts
  readonly #rounds = new Map<string, Rounds>()
  // A place for each address, so that those that hang leave room for the others; and some more for those that are busy.
  readonly #places = new Slots(mostEndpoints)
  readonly #furtherPlaces = new Slots(mostFurtherRounds)
  readonly #queries = new Slots(mostQueries)
  readonly #underWay = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  readonly #held = new Set<ClaimedDelivery>()
  readonly #renewal: NodeJS.Timeout
  #isStopping = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#renewal = setInterval(() => void this.#renewLeases(), renewalMs)
  }

  /** Looks for something to send to this address, now. */
  wake(endpoint: EndpointRef): void {
    if (this.#isStopping) return
    const key = `${endpoint.accountId}/${endpoint.endpointId}`
    const rounds = this.#rounds.get(key) ?? { running: 0, wokenAgain: false, turn: new Slots(1) }
    this.#rounds.set(key, rounds)
    // Each of those that run may have looked a moment too early, so one of them must look again.
    if (rounds.running >= mostRoundsOfEndpoint) {
      rounds.wokenAgain = true
      return
    }
    const places = rounds.running === 0 ? this.#places : this.#furtherPlaces
    rounds.running += 1
    const round = places
      .within(() => this.#deliverAll(endpoint, rounds))
      .catch((error: unknown) =>
        this.#parts.log.warn({ err: error, ...endpoint }, 'deliveries to a webhook were interrupted'),
      )
      .finally(() => {
        this.#underWay.delete(round)
        rounds.running -= 1
        if (rounds.wokenAgain) {
          rounds.wokenAgain = false
          this.wake(endpoint)
        } else if (rounds.running === 0) this.#rounds.delete(key)
      })
    this.#underWay.add(round)
  }

  /** Takes nothing more up. What is under way gets a moment to end; the rest is given back. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const cutOff = setTimeout(() => this.#stop.abort(), graceMs)
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    clearTimeout(cutOff)
    clearInterval(this.#renewal)
  }

  async #deliverAll(endpoint: EndpointRef, { turn }: Rounds): Promise<void> {
    const until = performance.now() + turnMs
    let delivery = await this.#ask(turn, (deps) => claimDelivery(deps, endpoint))
    while (delivery) {
      if (delivery.hasMore) this.wake(endpoint)
      const next: ClaimedDelivery | undefined = await this.#deliver(delivery, turn)
      // Others may wait for a place; this address gets in line again.
      if (next && (this.#isStopping || performance.now() > until)) {
        await this.#ask(turn, (deps) => releaseDelivery(deps, next))
        return this.wake(endpoint)
      }
      delivery = next
    }
  }

  /** Asks the database something about an address, in turn. */
  #ask<T>(turn: Slots, work: (deps: Deps) => Promise<T>): Promise<T> {
    return turn.within(() => this.#queries.within(() => work(this.#parts.deps)))
  }

  /** Gives the next one of the address; none when there was no time to find out what came of it. */
  async #deliver(delivery: ClaimedDelivery, turn: Slots): Promise<ClaimedDelivery | undefined> {
    this.#held.add(delivery)
    try {
      const attempt = await this.#attempt(delivery)
      if (attempt) return await this.#settle(delivery, attempt, turn)
      await this.#ask(turn, (deps) => releaseDelivery(deps, delivery))
      return undefined
    } finally {
      this.#held.delete(delivery)
    }
  }

  async #renewLeases(): Promise<void> {
    if (this.#held.size === 0) return
    try {
      await renewLeases(this.#parts.deps, [...this.#held])
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'leases of webhooks could not be renewed')
    }
  }

  /** What came of sending it, or undefined when there was no time to find out. */
  async #attempt(delivery: ClaimedDelivery): Promise<NewAttempt | undefined> {
    const signedAt = Math.floor(Date.now() / 1000)
    const begin = performance.now()
    const answer = await this.#send(delivery, signedAt)
    if (!answer) return undefined
    const durationMs = Math.round(performance.now() - begin)
    const { accountId, endpointId, id, url } = delivery
    this.#parts.log.debug({ accountId, endpointId, id, status: answer.status, durationMs }, 'sent a webhook')
    return { durationMs, url, signedAt, ...answer }
  }

  async #send(delivery: ClaimedDelivery, signedAt: number): Promise<Answer | undefined> {
    const { deps, log, sender } = this.#parts
    try {
      return await sender.send(writeMessage(deps.settings, delivery, signedAt), this.#stop.signal)
    } catch (error) {
      if (this.#stop.signal.aborted) return undefined
      // A fault of ours. It goes the way of all failures, so that what follows on it does not wait for ever.
      log.error({ err: error, id: delivery.id }, 'a webhook could not be written')
      return unanswered('The message could not be written.')
    }
  }

  /** A connection that breaks at this moment must not make a message go out twice. */
  async #settle(
    delivery: ClaimedDelivery,
    attempt: NewAttempt,
    turn: Slots,
  ): Promise<ClaimedDelivery | undefined> {
    const chance = Math.random()
    const settle = () =>
      this.#ask(turn, (deps) =>
        this.#isStopping
          ? settleDelivery(deps, delivery, attempt, chance).then(() => undefined)
          : settleAndClaim(deps, delivery, attempt, chance),
      )
    for (const pauseMs of settlePausesMs)
      try {
        return await settle()
      } catch (error) {
        this.#parts.log.warn({ err: error, id: delivery.id }, 'an attempt could not be written down')
        await pause(pauseMs)
      }
    return settle()
  }
}
