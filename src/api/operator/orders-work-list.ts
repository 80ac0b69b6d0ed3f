import Type from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { getWorkList } from '../../core/preparation/work-list.ts'
import { Day, Id } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { readBy } from './auth.ts'
import { fromOrderSummary, OrderSummaryShape } from './orders-summary-shape.ts'

const WorkListQuery = Type.Object({ warehouse_id: Id, date: Type.Optional(Day) })
const WorkListShape = Type.Object({
  warehouse_id: Type.Integer(),
  date: Type.String(),
  total: Type.Integer({ description: 'How many there are; the list holds the first 1000 of them.' }),
  orders: Type.Array(
    Type.Object({
      ...OrderSummaryShape.properties,
      overdue: Type.Boolean({ description: 'Its day of preparation is over and it is not ready.' }),
    }),
  ),
})

export function workListRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/work-list',
    {
      config: readBy(),
      schema: {
        summary: 'What a warehouse has to prepare and send by the end of a day, today unless told otherwise',
        querystring: WorkListQuery,
        response: { 200: WorkListShape },
      },
    },
    async (request) => {
      const { warehouse_id, date } = request.query
      const { day, total, orders } = await getWorkList(deps, warehouse_id, date)
      return {
        warehouse_id,
        date: day,
        total,
        orders: orders.map((order) => ({ ...fromOrderSummary(order), overdue: order.isOverdue })),
      }
    },
  )
}
