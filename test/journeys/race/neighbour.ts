import type { OrderRecord } from './answers.ts'
import { bodyFor, goods } from './content.ts'
import type { RaceClient } from './race-client.ts'

type Neighbour = { client: RaceClient; wineId: number; origin: () => string; isOver: () => boolean }

/**
 * Another owner of the same wine, who orders, changes and deletes over and over until the race is over. There is always enough for
 * them, so nothing of it may fail. Tells every outcome.
 */
export async function neighbourOrders({ client, wineId, origin, isOver }: Neighbour): Promise<string[]> {
  const outcomes: string[] = []
  const ask = (count: number) => bodyFor({ [goods(wineId)]: count }, { half_day: 'am' })
  while (!isOver()) {
    const made = await client.call(origin(), 'POST', '', { body: ask(2) })
    const { id } = made.body as OrderRecord
    const changed = await client.call(origin(), 'PUT', `/${id}`, { body: ask(3) })
    const deleted = await client.call(origin(), 'DELETE', `/${id}`)
    outcomes.push(`${made.status} ${changed.status} ${deleted.status}`)
  }
  return outcomes
}
