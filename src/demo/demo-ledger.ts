import type { DemoBottle, DemoOrder, DemoPutaway } from './demo-records.ts'
import type { DemoLocation } from './places.ts'

const stateAfter = {
  announced: 'announced',
  refused: 'gone',
  received: 'stored',
  found: 'stored',
  moved: 'stored',
  reserved: 'stored',
  released: 'stored',
  shipped: 'gone',
  withdrawn: 'gone',
  lost: 'gone',
} as const

export type DemoMove = {
  bottle: DemoBottle
  kind: keyof typeof stateAfter
  from: DemoLocation | null
  to: DemoLocation | null
  order: DemoOrder | null
  putaway: DemoPutaway | null
  comment: string
  at: Date
}

type Identity = Pick<DemoBottle, 'owner' | 'wine' | 'formatMl' | 'packing' | 'detail'>
type Step = { to: DemoLocation | null; order?: DemoOrder; comment?: string }

/** The only way to change a bottle of the demo, so that its row and its history cannot disagree. */
export class DemoLedger {
  readonly bottles: DemoBottle[] = []
  readonly moves: DemoMove[] = []

  announce(identity: Identity, putaway: DemoPutaway, at: Date): DemoBottle {
    const bottle = this.newBottle(identity, putaway, at)
    this.record(bottle, 'announced', at, { to: null })
    return bottle
  }
  receive(bottle: DemoBottle, to: DemoLocation, at: Date): void {
    this.record(bottle, 'received', at, { to })
  }
  refuse(bottle: DemoBottle, comment: string, at: Date): void {
    this.record(bottle, 'refused', at, { to: null, comment })
  }
  move(bottle: DemoBottle, to: DemoLocation, comment: string, at: Date): void {
    this.record(bottle, 'moved', at, { to, comment })
  }
  reserve(bottle: DemoBottle, order: DemoOrder, at: Date): void {
    this.record(bottle, 'reserved', at, { to: bottle.location, order })
    bottle.order = order
  }
  release(bottle: DemoBottle, order: DemoOrder, at: Date): void {
    this.record(bottle, 'released', at, { to: bottle.location, order })
    bottle.order = null
  }
  handOver(bottle: DemoBottle, order: DemoOrder, at: Date): void {
    this.record(bottle, order.recipient ? 'shipped' : 'withdrawn', at, { to: null, order })
  }
  find(identity: Identity, to: DemoLocation, comment: string, at: Date): void {
    this.record(this.newBottle(identity, null, at), 'found', at, { to, comment })
  }
  lose(bottle: DemoBottle, comment: string, at: Date): void {
    this.record(bottle, 'lost', at, { to: null, comment })
  }

  /** Ids must tell the order of events, but events are told owner by owner. */
  inChronologicalOrder(): { bottles: DemoBottle[]; moves: DemoMove[] } {
    return {
      bottles: this.bottles.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
      moves: this.moves.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    }
  }

  private newBottle(identity: Identity, putaway: DemoPutaway | null, at: Date): DemoBottle {
    const bottle: DemoBottle = {
      ...identity,
      state: 'announced',
      location: null,
      order: null,
      putaway,
      storedAt: null,
      createdAt: at,
      updatedAt: at,
    }
    this.bottles.push(bottle)
    return bottle
  }

  private record(bottle: DemoBottle, kind: DemoMove['kind'], at: Date, step: Step): void {
    if (at < bottle.updatedAt) throw new Error(`A bottle cannot be ${kind} before its last move`)
    const concernsPutaway = kind === 'announced' || kind === 'received' || kind === 'refused'
    this.moves.push({
      bottle,
      kind,
      from: bottle.location,
      to: step.to,
      order: step.order ?? null,
      putaway: concernsPutaway ? bottle.putaway : null,
      comment: step.comment ?? '',
      at,
    })
    bottle.state = stateAfter[kind]
    bottle.location = step.to
    if (kind === 'received' || kind === 'found') bottle.storedAt = at
    bottle.updatedAt = at
  }
}
