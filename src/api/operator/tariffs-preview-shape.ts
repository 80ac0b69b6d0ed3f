import Type, { type Static } from 'typebox'
import type { PriceChange, TariffPreview } from '../../core/orders/tariff-preview.ts'
import { OrNull } from '../shared/schemas.ts'
import { fromSupplement, SupplementShape } from './tariffs-shape.ts'

const changeShape = {
  old_price: OrNull(Type.String()),
  new_price: OrNull(Type.String()),
  difference: OrNull(Type.String()),
}
const fromChange = ({ oldPrice, newPrice, difference }: PriceChange) => ({
  old_price: oldPrice,
  new_price: newPrice,
  difference,
})
export const PreviewShape = Type.Object({
  compared_with: Type.Object({ name: Type.String(), valid_from: Type.String() }),
  zones: Type.Array(
    Type.Object({ zone: Type.String(), label: Type.String(), bottles: Type.Integer(), ...changeShape }),
  ),
  countries: Type.Array(
    Type.Object({ country: Type.String(), old_zone: Type.String(), new_zone: Type.String() }),
  ),
  ended_supplements: Type.Array(SupplementShape),
  new_supplements: Type.Array(SupplementShape),
  orders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      account_id: Type.Integer(),
      delivery_date: Type.String(),
      country: Type.String(),
      zipcode: Type.String(),
      bottles: Type.Integer(),
      ...changeShape,
    }),
  ),
})
export const fromPreview = (preview: TariffPreview): Static<typeof PreviewShape> => ({
  compared_with: { name: preview.comparedWith.name, valid_from: preview.comparedWith.validFrom },
  zones: preview.zones.map((change) => ({
    zone: change.zone,
    label: change.label,
    bottles: change.bottleCount,
    ...fromChange(change),
  })),
  countries: preview.countries.map(({ country, oldZone, newZone }) => ({
    country,
    old_zone: oldZone,
    new_zone: newZone,
  })),
  ended_supplements: preview.endedSupplements.map(fromSupplement),
  new_supplements: preview.newSupplements.map(fromSupplement),
  orders: preview.orders.map((order) => ({
    id: order.id,
    account_id: order.accountId,
    delivery_date: order.deliveryDate,
    country: order.country,
    zipcode: order.zipcode,
    bottles: order.bottleCount,
    ...fromChange(order),
  })),
})
