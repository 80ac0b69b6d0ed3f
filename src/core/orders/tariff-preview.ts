import { day, int, statement, text } from '../../db/statement.ts'
import type { Deps } from '../deps.ts'
import { fromCents, toCents } from './cents.ts'
import type { Supplement, Tariff, TariffZone } from './delivery-tariff.ts'
import { priceDelivery } from './price-delivery.ts'
import { tariffInForce } from './tariff-reads.ts'
import { refuseFaults } from './tariff-writes.ts'

const usualCounts = [1, 6, 12, 24, 36, 60, 120]
const mostOrders = 1000

/** A price before and after, null where there is none, and what is added to it. */
export type PriceChange = { oldPrice: string | null; newPrice: string | null; difference: string | null }
export type ZoneChange = PriceChange & { zone: string; label: string; bottleCount: number }
export type CountryChange = { country: string; oldZone: string; newZone: string }
export type OrderChange = PriceChange & {
  id: number
  accountId: number
  deliveryDate: string
  country: string
  zipcode: string
  bottleCount: number
}
export type TariffPreview = {
  comparedWith: { name: string; validFrom: string }
  zones: ZoneChange[]
  countries: CountryChange[]
  endedSupplements: Supplement[]
  newSupplements: Supplement[]
  orders: OrderChange[]
}

// Up to the day on which a later tariff that is prepared already takes over.
const promisedDeliveries = statement(
  'delivery-tariffs.promised-deliveries',
  `select o.id, o.account_id as "accountId", o.delivery_date as "deliveryDate", o.country, o.zipcode,
     sum(l.quantity)::bigint as "bottleCount"
   from (
     select * from orders
     where delivery_date >= $1 and status in ('new', 'processing', 'ready') and deleted_at is null and parent_id is null
       and handover = 'delivery'
       and not exists (select from delivery_tariffs t where t.valid_from > $1 and t.valid_from <= delivery_date)
     order by delivery_date, id limit ${mostOrders}
   ) o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
   group by o.id, o.account_id, o.delivery_date, o.country, o.zipcode order by o.delivery_date, o.id`,
  { id: int, accountId: int, deliveryDate: day, country: text, zipcode: text, bottleCount: int },
)

/** What a tariff would change, compared with the one that counts on its first day now. Nothing is written. */
export async function previewTariff(deps: Deps, tariff: Tariff): Promise<TariffPreview> {
  refuseFaults(deps, tariff)
  const present = await tariffInForce(deps.db, tariff.validFrom)
  const promised = await deps.db.rows(promisedDeliveries, [tariff.validFrom])
  return {
    comparedWith: { name: present.name, validFrom: present.validFrom },
    zones: compareZones(present, tariff),
    countries: compareCountries(present, tariff),
    endedSupplements: withoutThose(present.supplements, tariff.supplements),
    newSupplements: withoutThose(tariff.supplements, present.supplements),
    orders: promised.map((order) => ({
      ...order,
      ...changeOf(priceDelivery(present, order).cost, priceDelivery(tariff, order).cost),
    })),
  }
}

/** The zones by their codes: those of the new tariff first, then those that it no longer has. */
export function compareZones(present: Tariff, next: Tariff): ZoneChange[] {
  const zones = new Map([...next.zones, ...present.zones].map(({ code }) => [code, zoneOf(next, code)]))
  return [...zones].flatMap(([code, zone]) => {
    const former = zoneOf(present, code)
    const label = (zone ?? former)?.label ?? code
    return countsOf(former, zone).map((bottleCount) => ({
      zone: code,
      label,
      bottleCount,
      ...changeOf(zonePrice(present, code, bottleCount), zonePrice(next, code, bottleCount)),
    }))
  })
}

const zoneOf = ({ zones }: Tariff, code: string): TariffZone | undefined =>
  zones.find((zone) => zone.code === code)

const countsOf = (...zones: (TariffZone | undefined)[]): number[] => {
  const starts = zones.flatMap((zone) => zone?.brackets.map(({ fromBottles }) => fromBottles) ?? [])
  return [...new Set([...usualCounts, ...starts])].sort((one, other) => one - other)
}

/** Of an address that only this zone has: its bracket and the supplements of the whole zone, and no country's. */
function zonePrice(tariff: Tariff, code: string, bottleCount: number): string | null {
  const zone = zoneOf(tariff, code)
  if (!zone) return null
  const nowhere = { country: 'nowhere', zipcode: '', deliveryDate: tariff.validFrom }
  const zones = [{ ...zone, countries: [nowhere.country] }, ...tariff.zones]
  return priceDelivery({ ...tariff, zones }, { ...nowhere, bottleCount }).cost
}

/** Countries that go into another zone; those that neither names stay in the rest of the world. */
function compareCountries(present: Tariff, next: Tariff): CountryChange[] {
  const countries = new Set([...present.zones, ...next.zones].flatMap((zone) => zone.countries))
  return [...countries]
    .sort()
    .map((country) => ({
      country,
      oldZone: zoneOfCountry(present, country),
      newZone: zoneOfCountry(next, country),
    }))
    .filter(({ oldZone, newZone }) => oldZone !== newZone)
}

const zoneOfCountry = ({ zones, restOfWorld }: Tariff, country: string): string =>
  zones.find(({ countries }) => countries.includes(country))?.code ?? restOfWorld

function withoutThose(supplements: readonly Supplement[], others: readonly Supplement[]): Supplement[] {
  const keyOf = ({ label, zone, country, zipPrefix, per, amount }: Supplement) =>
    JSON.stringify([label, zone, country, zipPrefix, per, amount])
  const keys = new Set(others.map(keyOf))
  return supplements.filter((supplement) => !keys.has(keyOf(supplement)))
}

function changeOf(oldPrice: string | null, newPrice: string | null): PriceChange {
  if (oldPrice === null || newPrice === null) return { oldPrice, newPrice, difference: null }
  const cents = toCents(newPrice) - toCents(oldPrice)
  const difference = cents < 0n ? `-${fromCents(-cents)}` : fromCents(cents)
  return { oldPrice, newPrice, difference }
}
