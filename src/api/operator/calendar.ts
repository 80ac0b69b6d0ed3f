import Type, { type Static } from 'typebox'
import { closeDay, type Promises, previewClosing, reopenDay } from '../../core/calendar/close-day.ts'
import { getDaysOff } from '../../core/calendar/days-off.ts'
import type { Deps } from '../../core/deps.ts'
import { Day, FilledText } from '../shared/schemas.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { audited } from './audited.ts'
import { readBy, writtenBy } from './auth.ts'

const closed = { additionalProperties: false }
const DayOffShape = Type.Object({
  day: Type.String(),
  kind: Type.String({ description: 'closed by the operator, or public' }),
  name: Type.String({ description: 'The reason, or the name of the public day' }),
})
const promisesShape = {
  day: Type.String(),
  order_count: Type.Integer(),
  orders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      account_id: Type.Integer(),
      status: Type.String(),
      handover: Type.String(),
      preparation_date: Type.String(),
      delivery_date: Type.String(),
    }),
  ),
}
const PromisesShape = Type.Object(promisesShape)
const ClosedShape = Type.Object({ ...promisesShape, reason: Type.String() })
const DayParams = Type.Object({ day: Day })

const fromPromises = ({ day, orderCount, orders }: Promises): Static<typeof PromisesShape> => ({
  day,
  order_count: orderCount,
  orders: orders.map((order) => ({
    id: order.id,
    account_id: order.accountId,
    status: order.status,
    handover: order.handover,
    preparation_date: order.preparationDate,
    delivery_date: order.deliveryDate,
  })),
})

export function calendarRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/closed-days',
    {
      config: readBy(),
      schema: {
        summary: 'Closed and public days, from today on for a year unless told otherwise',
        querystring: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
        response: { 200: Type.Array(DayOffShape) },
      },
    },
    async ({ query }) => getDaysOff(deps, query),
  )

  app.put(
    '/closed-days/:day',
    {
      config: writtenBy('closed-day.close'),
      schema: {
        summary: 'Close a day; the answer tells the orders that it was promised to',
        params: DayParams,
        body: Type.Object({ reason: FilledText(200) }, closed),
        response: { 200: ClosedShape, 201: ClosedShape },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const given = { day: request.params.day, reason: request.body.reason }
        const { isNew, ...promises } = await closeDay(within, given)
        return {
          status: isNew ? 201 : 200,
          body: { ...fromPromises(promises), reason: given.reason },
          detail: given,
        }
      }),
  )

  app.delete(
    '/closed-days/:day',
    {
      config: writtenBy('closed-day.open'),
      schema: {
        summary: 'Work on the day after all',
        params: DayParams,
        response: { 200: Type.Object({ day: Type.String() }) },
      },
    },
    (request, reply) =>
      audited(deps, request, reply, async (within) => {
        const { day } = request.params
        await reopenDay(within, day)
        return { status: 200, body: { day }, detail: { day } }
      }),
  )

  app.post(
    '/closed-days/preview',
    {
      // Nothing is written, so nothing is in the audit: it is a reading with a body.
      config: writtenBy('closed-day.preview', 'warehouse', 'billing'),
      schema: {
        summary: 'The orders that a day has been promised to',
        body: Type.Object({ day: Day }, closed),
        response: { 200: PromisesShape },
      },
    },
    async ({ body }) => fromPromises(await previewClosing(deps, body.day)),
  )
}
