import type { Month } from './open-month.ts'

type Loss = { short: number; order_deleted: boolean }

/** The only bottle of a wine turns up, is ordered, and breaks in the picker's hand. Tells how the order's owner sees it now. */
export async function loseLastBottle({ done, call, owners, places, ledger }: Month): Promise<number> {
  const [owner, place] = [owners[0], places[0]]
  if (!owner || !place) throw new Error('There are owners and places')
  const body = {
    name: 'Cuvée unique',
    color: 'Rouge',
    country: 'France',
    region: '',
    appellation: '',
    vintage: 1982,
    alcohol: 13,
  }
  const { id: wine } = await done<{ id: number }>('POST', '/wines', { body })
  const found = { account_id: owner.id, warehouse_id: place.id, location: 'A-01' }
  const lines = [{ wine_id: wine, format: '0.75', quantity: 1 }]
  await done('POST', '/stock/finds', { as: 'warehouse', body: { ...found, lines } })
  ledger.found += 1
  const ordered = await call('POST', '/v1/get-out-requests', {
    keys: owner.keys,
    body: { bottles: { [wine]: { '0.75': 1 } }, half_day: 'am', is_pickup: 1 },
  })
  const { id } = ordered.body as { id: number }
  await done('POST', `/orders/${id}/start`, { as: 'warehouse', body: {} })
  const loss = await done<Loss>('POST', `/orders/${id}/losses`, {
    as: 'warehouse',
    body: { wine_id: wine, format: '0.75', reason: 'broken' },
  })
  if (!loss.order_deleted) throw new Error('An order of which nothing is left should be gone')
  ledger.lost += 1
  return (await call('GET', `/v1/get-out-requests/${id}`, { keys: owner.keys })).status
}
