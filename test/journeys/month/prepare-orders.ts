import type { Month, Owner } from './open-month.ts'

type Stop = {
  location: string
  wine_id: number
  format: string
  box: string
  quantity: number
  bottle_ids: number[]
}
type PickList = { picked_count: number; bottle_count: number; stops: Stop[] }
type Summary = {
  id: number
  account: { id: number }
  status: string
  handover: string
  hold_reason: string | null
}
type Sent = { id: number; sentOn: string }

/** The warehouse's day: its list, the shelves with all that can go wrong there, the door. */
export function preparation(month: Month) {
  const { done, operate, random, places, owners, ledger } = month
  const onTheWay: Sent[] = []
  const outcome = {
    held: 0,
    stopped: 0,
    lost: 0,
    replaced: 0,
    short: 0,
    shipped: 0,
    withdrawn: 0,
    delivered: 0,
  }
  const leftOrders = new Set<number>()
  const work = (path: string, body: Record<string, unknown> = {}) =>
    done<Record<string, unknown>>('POST', path, { as: 'warehouse', body })
  const ownerOf = (summary: Summary): Owner => {
    const owner = owners.find(({ id }) => id === summary.account.id)
    if (!owner) throw new Error(`Nobody owns order ${summary.id}`)
    return owner
  }

  async function begin({ id }: Summary): Promise<void> {
    if (random.chance(6)) {
      await work(`/orders/${id}/hold`, { reason: 'Payment to be confirmed' })
      const held = await operate('POST', `/orders/${id}/start`, { as: 'warehouse', body: {} })
      if (held.status !== 409) throw new Error(`An order on hold was started: ${held.text}`)
      await done('DELETE', `/orders/${id}/hold`, { as: 'warehouse', body: {} })
      outcome.held += 1
    }
    await work(`/orders/${id}/start`)
    const second = await operate('POST', `/orders/${id}/start`, { as: 'admin', body: {} })
    if (second.status !== 409) throw new Error(`Two people started order ${id}: ${second.text}`)
    if (random.chance(5)) {
      await work(`/orders/${id}/stop`)
      await work(`/orders/${id}/start`)
      outcome.stopped += 1
    }
  }

  /** Takes what is at one stop, or reports it. Tells whether anything is left of the order. */
  async function pick(order: Summary, stop: Stop): Promise<boolean> {
    const [first] = stop.bottle_ids
    if (first !== undefined && random.chance(3)) {
      const reason = random.pick(['missing', 'broken'])
      const loss = await work(`/orders/${order.id}/losses`, { bottle_id: first, reason })
      ownerOf(order).inWarehouse -= 1
      ledger.lost += 1
      outcome.lost += 1
      if (loss.short) outcome.short += 1
      else outcome.replaced += 1
      return !loss.order_deleted
    }
    const { wine_id, format, box, quantity } = stop
    if (random.chance(50))
      await work(`/orders/${order.id}/picks`, { scan: stop.location, wine_id, format, box, quantity })
    else for (const bottle of stop.bottle_ids) await work(`/orders/${order.id}/picks`, { scan: `B${bottle}` })
    return true
  }

  async function prepare(order: Summary): Promise<void> {
    await begin(order)
    for (;;) {
      const list = await done<PickList>('GET', `/orders/${order.id}/pick-list`, { as: 'warehouse' })
      const [stop] = list.stops
      if (!stop) break
      if (!(await pick(order, stop))) return
    }
    await work(`/orders/${order.id}/ready`)
  }

  async function send(order: Summary, today: string): Promise<void> {
    const sheet = await done<{ bottle_count: number }>('GET', `/orders/${order.id}`)
    if (order.handover === 'delivery') {
      await work(`/orders/${order.id}/ship`, { carrier: 'Chronopost', tracking_numbers: [`T${order.id}`] })
      onTheWay.push({ id: order.id, sentOn: today })
      outcome.shipped += 1
    } else {
      await work(`/orders/${order.id}/withdraw`, { collected_by: 'A neighbour' })
      outcome.withdrawn += 1
    }
    leftOrders.add(order.id)
    ownerOf(order).inWarehouse -= sheet.bottle_count
    ledger.left += sheet.bottle_count
  }

  async function workThrough(today: string): Promise<void> {
    for (const { id } of places) {
      const path = `/work-list?warehouse_id=${id}&date=${today}`
      const list = async () => (await done<{ orders: Summary[] }>('GET', path, { as: 'warehouse' })).orders
      for (const order of await list()) if (order.status === 'new') await prepare(order)
      for (const order of await list())
        if (order.status === 'ready' && random.chance(90)) await send(order, today)
    }
  }

  async function deliver(today: string): Promise<void> {
    for (const sent of onTheWay.filter(({ sentOn }) => sentOn < today)) {
      if (random.chance(15)) continue
      await work(`/orders/${sent.id}/deliver`)
      outcome.delivered += 1
      onTheWay.splice(onTheWay.indexOf(sent), 1)
    }
  }
  return { workThrough, deliver, outcome, leftOrders }
}
