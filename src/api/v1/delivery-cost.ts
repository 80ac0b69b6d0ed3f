import Type, { type Static } from 'typebox'
import { isZipcodeOf } from '../../core/addresses/zipcode.ts'
import { deliveryCost, type PricedHandover } from '../../core/orders/delivery-cost.ts'
import { invalidField, type RuleStep } from '../../core/problems.ts'
import { sendNotFound } from '../shared/answer-errors.ts'
import { shows } from '../shared/preview.ts'
import { Day } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'

const DeliveryCostQuery = Type.Object({
  is_pickup: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description: '1 means pick-up.' }),
  zipcode: Type.String({ format: 'line', minLength: 1, maxLength: 20 }),
  country: Type.String({ format: 'country', examples: ['FR'] }),
  bottle_quantity: Type.Integer({ minimum: 1, maximum: 100_000 }),
  delivery_date: Day,
  explain: Type.Optional(
    Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], description: '1 adds the rules applied.' }),
  ),
})

const DeliveryCostShape = Type.Object({
  cost: Type.Number({ description: 'Euro.' }),
  explain: Type.Optional(
    Type.Array(
      Type.Object({
        rule: Type.String(),
        words: Type.String(),
        data: Type.Unsafe<RuleStep['data']>({ type: 'object', additionalProperties: true }),
      }),
    ),
  ),
})

function toHandover(query: Static<typeof DeliveryCostQuery>): PricedHandover {
  const { zipcode, country } = query
  if (!isZipcodeOf(country, zipcode))
    throw invalidField(
      'zipcode',
      country === 'FR' ? 'must be five digits for an address in France' : 'must not be blank',
    )
  if (query.is_pickup === 1) return { kind: 'pickup' }
  return {
    kind: 'delivery',
    zipcode,
    country,
    bottleCount: query.bottle_quantity,
    deliveryDate: query.delivery_date,
  }
}

export function deliveryCostRoutes(app: TypedApp): void {
  app.get(
    '/get-out-requests/delivery-cost',
    {
      schema: {
        summary: 'What a delivery would cost',
        querystring: DeliveryCostQuery,
        response: { 200: DeliveryCostShape },
      },
    },
    async (request): Promise<Static<typeof DeliveryCostShape>> => {
      const priced = await deliveryCost(request.deps.db, toHandover(request.query))
      const { cost, steps } = shows(request, 'deliveryCost', priced)
      // The sum is done; as a JSON number it is only written down.
      const answer = { cost: Number(cost) }
      return request.query.explain === '1' ? { ...answer, explain: steps } : answer
    },
  )

  // The address is a service and not the id of a request, so there is nothing to edit or delete at it.
  app.route({
    method: ['PUT', 'DELETE'],
    url: '/get-out-requests/delivery-cost',
    schema: { hide: true },
    handler: sendNotFound,
  })
}
