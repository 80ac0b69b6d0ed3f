import Type, { type Static } from 'typebox'
import type { DeliveryCost } from '../../core/orders/price-delivery.ts'
import { ExplainShape } from '../shared/explain.ts'

export const CostShape = Type.Object({
  cost: Type.Number({ description: 'Euro.' }),
  explain: Type.Optional(ExplainShape),
})

// The sum is done; as a JSON number it is only written down.
export const fromCost = ({ cost, steps }: DeliveryCost, explained: boolean): Static<typeof CostShape> => ({
  cost: Number(cost),
  ...(explained && { explain: [...steps] }),
})
