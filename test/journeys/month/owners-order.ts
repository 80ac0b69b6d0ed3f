import type { Month, Owner } from './open-month.ts'

type Entry = { id: number; format: string; quantity: number; boxes?: Record<string, number> }
type Record_ = {
  id: number
  children: Record<string, unknown>
  'bottle-quantity': number
  errors?: unknown[]
}

const addresses = [
  { zipcode: '75011', city: 'Paris', country: 'FR' },
  { zipcode: '33000', city: 'Bordeaux', country: 'FR' },
  { zipcode: '1000', city: 'Bruxelles', country: 'BE' },
]

/** What owners do in a day: order, change their mind, take an order back. */
export function ordersOf(month: Month) {
  const { call, random, owners } = month
  const placed: { id: number; owner: Owner }[] = []
  const outcome = { placed: 0, refused: 0, split: 0, partial: 0, edited: 0, deleted: 0 }

  async function content(owner: Owner) {
    const reply = await call('GET', '/v1/bottles/consolidated', { keys: owner.keys })
    const chosen = random.shuffled(reply.body as Entry[]).slice(0, random.between(1, 3))
    const bottles: Record<string, Record<string, number>> = {}
    const boxes: Record<string, typeof bottles> = {}
    for (const { id, format, quantity, boxes: packed = {} } of chosen) {
      const [code, inBoxes] = Object.entries(packed)[0] ?? []
      const loose = quantity - Object.values(packed).reduce((sum, each) => sum + each, 0)
      // Now and then more than there is, so that partial orders and refusals happen too.
      const greed = random.chance(8) ? 3 : 0
      if (code && inBoxes && random.chance(50)) {
        const box = boxes[code] ?? {}
        boxes[code] = { ...box, [id]: { ...box[id], [format]: random.between(1, Math.min(6, inBoxes)) } }
      } else if (loose > 0)
        bottles[id] = { ...bottles[id], [format]: random.between(1, Math.min(5, loose)) + greed }
    }
    return { bottles, boxes }
  }

  async function place(): Promise<void> {
    const owner = random.pick(owners)
    const isPickup = random.chance(35)
    const address = isPickup
      ? {}
      : { ...random.pick(addresses), street1: '3 rue des Lilas', company: 'Chez Léon' }
    const body = {
      ...(await content(owner)),
      ...address,
      is_pickup: isPickup ? 1 : 0,
      half_day: random.pick(['am', 'pm']),
      auto_qty: random.chance(50) ? 1 : 0,
      reference: `R-${placed.length}`,
    }
    const reply = await call('POST', '/v1/get-out-requests', { keys: owner.keys, body })
    if (reply.status === 400) {
      outcome.refused += 1
      return
    }
    if (reply.status !== 201) throw new Error(`Placing an order gave ${reply.status}: ${reply.text}`)
    const order = reply.body as Record_
    outcome.placed += 1
    if (Object.keys(order.children).length > 0) outcome.split += 1
    if (order.errors) outcome.partial += 1
    placed.push({ id: order.id, owner })
  }

  /** Only an order that nobody prepares can be changed; the others say so. */
  async function changeMinds(): Promise<void> {
    for (const { id, owner } of random.shuffled(placed.slice(-10)).slice(0, 2)) {
      const path = `/v1/get-out-requests/${id}`
      const isEdit = random.chance(50)
      const reply = isEdit
        ? await call('PUT', path, { keys: owner.keys, body: { ...(await content(owner)), auto_qty: 1 } })
        : await call('DELETE', path, { keys: owner.keys })
      if (reply.status === 200) outcome[isEdit ? 'edited' : 'deleted'] += 1
      else if (![400, 404, 409].includes(reply.status)) throw new Error(`${reply.status}: ${reply.text}`)
    }
  }
  return { place, changeMinds, placed, outcome }
}
