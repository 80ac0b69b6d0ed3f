import type { Month } from './open-month.ts'

type Content = {
  bottle_id: number
  account_id: number
  order_id: number | null
  wine_id: number
  format: string
  box: string
}

/** What happens to stock beside goods in and orders out: moves, accidents, and counts that nobody tells what to find. */
export function stockKeeping(month: Month) {
  const { done, random, places, owners, ledger } = month
  const outcome = { moved: 0, broken: 0, counts: 0, countLost: 0, countFound: 0 }
  const change = (accountId: number, by: number) => {
    const owner = owners.find(({ id }) => id === accountId)
    if (owner) owner.inWarehouse += by
  }
  const contentOf = (warehouse: number, code: string) =>
    done<Content[]>('GET', `/warehouses/${warehouse}/locations/${code}/bottles?count=1000`)

  async function moveSome(): Promise<void> {
    const { id, codes } = random.pick(places)
    const [from, to] = random.shuffled(codes)
    const content = await contentOf(id, from ?? '')
    const [bottle] = content
    if (!bottle) return
    const moved = content.filter(({ account_id }) => account_id === bottle.account_id).slice(0, 3)
    const body = {
      account_id: bottle.account_id,
      warehouse_id: id,
      to,
      bottle_ids: moved.map((each) => each.bottle_id),
    }
    await done('POST', '/stock/moves', { as: 'warehouse', body })
    outcome.moved += moved.length
    ledger.moved += moved.length
  }

  async function breakOne(): Promise<void> {
    const { id, codes } = random.pick(places)
    const content = await contentOf(id, random.pick(codes))
    const bottle = content.find(({ order_id }) => order_id === null)
    if (!bottle) return
    const body = {
      account_id: bottle.account_id,
      bottle_ids: [bottle.bottle_id],
      reason: 'broken',
      comment: 'Fell',
    }
    await done('POST', '/stock/losses', { as: 'warehouse', body })
    change(bottle.account_id, -1)
    outcome.broken += 1
    ledger.lost += 1
  }

  /** The counter sees one bottle too few or too many now and then; a reserved one is never the one that is missing. */
  async function countOne(): Promise<void> {
    const { id, codes } = random.pick(places)
    const location = random.pick(codes)
    const content = await contentOf(id, location)
    const lost = random.chance(40) ? content.find(({ order_id }) => order_id === null) : undefined
    const extra = random.chance(30) ? content[0] : undefined
    const count = await done<{ id: number }>('POST', '/counts', {
      as: 'warehouse',
      body: { warehouse_id: id, location },
    })
    const seen = new Map<
      string,
      { account_id: number; wine_id: number; format: string; box: string; quantity: number }
    >()
    const see = ({ account_id, wine_id, format, box }: Content) => {
      const key = `${account_id} ${wine_id} ${format} ${box}`
      const known = seen.get(key)
      seen.set(key, { account_id, wine_id, format, box, quantity: (known?.quantity ?? 0) + 1 })
    }
    for (const bottle of content) if (bottle !== lost) see(bottle)
    if (extra) see(extra)
    await done('PUT', `/counts/${count.id}/lines`, { as: 'warehouse', body: { lines: [...seen.values()] } })
    const posted = await done<{
      lost: number
      found: number
      differences: { account_id: number; difference: number }[]
    }>('POST', `/counts/${count.id}/post`, { as: 'warehouse', body: { reason: 'Monthly count' } })
    for (const { account_id, difference } of posted.differences) change(account_id, difference)
    ledger.lost += posted.lost
    ledger.found += posted.found
    outcome.counts += 1
    outcome.countLost += posted.lost
    outcome.countFound += posted.found
  }
  return { moveSome, breakOne, countOne, outcome }
}
