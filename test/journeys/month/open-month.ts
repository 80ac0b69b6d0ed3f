import { Temporal } from 'temporal-polyfill'
import { issueAccessKey } from '../../../src/core/accounts/credentials.ts'
import { type Random, seededRandom } from '../../../src/demo/random.ts'
import { operatorService } from '../../support/operator-service.ts'
import type { Keys } from '../../support/service.ts'

export type Owner = { id: number; name: string; keys: Keys; inWarehouse: number }
export type Place = { id: number; codes: string[] }
type Ledger = Record<'received' | 'left' | 'lost' | 'found' | 'moved', number>

const paris = (day: string, time: string) =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/Paris').epochMilliseconds)

const wineTable = [
  'name;vintage;color;country;region;appellation;alcohol',
  ...Array.from(
    { length: 12 },
    (_, index) =>
      `Clos n° ${index + 1};${2010 + index};${index % 3 === 0 ? 'Blanc' : 'Rouge'};France;Loire;Chinon;12,5`,
  ),
].join('\r\n')

/** A new operator on their first morning: company, two warehouses, wines, four owners with stock of their own. */
export async function openMonth() {
  const service = await operatorService()
  const { done, clock, deps } = service
  const random: Random = seededRandom('a month of the warehouse')
  const at = (day: string, time: string) => {
    clock.now = paris(day, time)
  }
  at('2026-09-30', '08:00')
  const place = { street1: '1 quai', city: 'Paris', zipcode: '75012', country: 'FR' }
  await done('PUT', '/company', {
    body: {
      ...place,
      name: 'Entrepôts du mois',
      siret: '90123456100017',
      vat_number: 'FR94901234561',
      payment_days: 30,
      invoice_prefix: 'F',
      credit_note_prefix: 'A',
    },
  })
  await done('POST', '/box-codes', { body: { code: 'CBO6', bottle_count: 6, label: 'Wooden case of six' } })
  await done('POST', '/imports/wines', { rawBody: wineTable, headers: { 'content-type': 'text/csv' } })
  const wines = await done<{ id: number; name: string; vintage: number }[]>('GET', '/wines?count=100')

  const places: Place[] = []
  for (const name of ['Bercy', 'Ivry']) {
    const { id } = await done<{ id: number }>('POST', '/warehouses', {
      body: { ...place, name, public_name: name },
    })
    await done('POST', `/warehouses/${id}/locations`, { body: { from: 'A-01', to: 'A-08' } })
    places.push({ id, codes: Array.from({ length: 8 }, (_, index) => `A-0${index + 1}`) })
  }

  const owners: Owner[] = []
  for (const name of ['Ada', 'Bruno', 'Chloé', 'Denis']) {
    const email = `${name
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[^a-z]/g, '')}@month.example`
    const account = await done<{ id: number; people: { id: number }[] }>('POST', '/accounts', {
      body: { email, first_name: name, last_name: 'Cave', password: 'a long enough password' },
    })
    await done('PUT', `/accounts/${account.id}/billing`, {
      body: { ...place, first_name: name, last_name: 'Cave', payment_mode: 'cb' },
    })
    const person = { accountId: account.id, personId: Number(account.people[0]?.id) }
    const keys = await issueAccessKey(deps, { ...person, name: 'month', rights: 'write' })
    owners.push({ id: account.id, name, keys, inWarehouse: 0 })
  }
  const ledger: Ledger = { received: 0, left: 0, lost: 0, found: 0, moved: 0 }
  const month = { ...service, at, random, wines, places, owners, ledger }
  for (const owner of owners) for (const warehouse of places) await bringOpeningStock(month, owner, warehouse)
  return month
}
export type Month = Awaited<ReturnType<typeof openMonth>>

/** As a spreadsheet in a French office writes it: Latin-1, semicolons, a decimal comma. */
async function bringOpeningStock(
  { done, random, wines, ledger }: Pick<Month, 'done' | 'random' | 'wines' | 'ledger'>,
  owner: Owner,
  { id, codes }: Place,
): Promise<void> {
  const lines = wines.slice(0, 8).map((wine) => {
    const quantity = random.between(4, 18)
    owner.inWarehouse += quantity
    ledger.received += quantity
    return `${wine.id};0,75;${quantity};${random.pick(codes)};${random.chance(25) ? 'CBO6' : ''}`
  })
  const table = ['wine_id;contenance;quantité;emplacement;caisse', ...lines].join('\r\n')
  await done('POST', `/imports/stock?account_id=${owner.id}&warehouse_id=${id}`, {
    rawBody: Buffer.from(table, 'latin1') as unknown as string,
    headers: { 'content-type': 'text/csv' },
  })
}
