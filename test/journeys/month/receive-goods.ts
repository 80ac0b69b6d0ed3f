import type { Month, Owner, Place } from './open-month.ts'

type Goods = { wine_id: number; format: string; box: string }
type Announced = {
  id: number
  owner: Owner
  place: Place
  lines: (Goods & { quantity: number })[]
  dueOn: string
}

const formats = ['0.75', '1.5', '0.375']

/** Announcements of the day, and what becomes of those that are due: counted in with all that can differ, or refused. */
export function goodsIn(month: Month) {
  const { done, operate, random, wines, places, owners, ledger } = month
  const waiting: Announced[] = []
  const outcome = { announced: 0, validated: 0, refused: 0, short: 0, over: 0, broken: 0, wrongVintage: 0 }

  async function announce(dueOn: string): Promise<void> {
    const owner = random.pick(owners)
    const place = random.pick(places)
    const lines = random
      .shuffled(wines)
      .slice(0, random.between(1, 3))
      .map((wine) => ({
        wine_id: wine.id,
        format: random.pick(formats),
        box: random.chance(20) ? 'CBO6' : '',
        quantity: random.between(3, 12),
      }))
    const body = { account_id: owner.id, warehouse_id: place.id, shipper: 'Transports Roux', lines }
    const { id } = await done<{ id: number }>('POST', '/putaways', { as: 'warehouse', body })
    outcome.announced += 1
    waiting.push({ id, owner, place, lines, dueOn })
  }

  const countIn = ({ lines, place }: Announced) =>
    lines.map(({ quantity, ...goods }, index) => {
      const fate = random.weighted([
        ['whole', 70],
        ['short', 10],
        ['over', 10],
        ['broken', 10],
      ] as const)
      const came = { whole: quantity, short: quantity - 1, over: quantity + 2, broken: quantity - 1 }[fate]
      if (fate !== 'whole') outcome[fate] += 1
      const isOther = index === 0 && random.chance(10)
      const wine = isOther ? wines.find(({ id }) => lines.every((line) => line.wine_id !== id)) : undefined
      if (wine) outcome.wrongVintage += 1
      const first = random.between(0, came)
      const spread = [
        { location: random.pick(place.codes.slice(0, 4)), quantity: first },
        { location: random.pick(place.codes.slice(4)), quantity: came - first },
      ].filter((part) => part.quantity > 0)
      return {
        ...goods,
        ...(wine && { wine_id: wine.id }),
        received: spread,
        broken: fate === 'broken' ? 1 : 0,
      }
    })

  async function receive(putaway: Announced): Promise<void> {
    const path = `/putaways/${putaway.id}`
    const early = await operate('POST', `${path}/validate`, { as: 'warehouse' })
    if (early.status !== 409) throw new Error(`A putaway that has not arrived was validated: ${early.text}`)
    if (random.chance(8)) {
      await done('POST', `${path}/refuse`, { as: 'warehouse', body: { reason: 'Never came' } })
      outcome.refused += 1
      return
    }
    await done('POST', `${path}/arrive`, { as: 'warehouse', body: { parcels: random.between(1, 4) } })
    const lines = countIn(putaway)
    await done('PUT', `${path}/check`, { as: 'warehouse', body: { lines } })
    // Two people press the button at once; the bottles come in once.
    const both = await Promise.all([
      operate('POST', `${path}/validate`, { as: 'warehouse' }),
      operate('POST', `${path}/validate`, { as: 'admin' }),
    ])
    const statuses = both.map(({ status }) => status).toSorted()
    if (statuses.join() !== '200,409') throw new Error(`Validating twice gave ${statuses}: ${both[0]?.text}`)
    const came = lines.flatMap(({ received }) => received).reduce((sum, { quantity }) => sum + quantity, 0)
    putaway.owner.inWarehouse += came
    ledger.received += came
    outcome.validated += 1
  }

  async function receiveDue(today: string): Promise<void> {
    for (const putaway of waiting.filter(({ dueOn }) => dueOn <= today)) {
      await receive(putaway)
      waiting.splice(waiting.indexOf(putaway), 1)
    }
  }
  return { announce, receiveDue, outcome }
}
