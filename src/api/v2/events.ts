import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { requireCursor } from '../../core/events/cursor.ts'
import { listEventsAfter } from '../../core/events/event-reads.ts'
import { linksFor } from '../shared/links.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { EventShape, fromEvent } from './event-shape.ts'
import { eventStreamRoute } from './event-stream.ts'

const mostEvents = 1000
const EventQuery = Type.Object({
  cursor: Type.Optional(Type.String({ pattern: '^\\d{1,20}-\\d{1,19}$', examples: ['74210-1204'] })),
  count: Type.Integer({ minimum: 1, maximum: mostEvents, default: 100 }),
})
// With its default it may be left out.
type EventQuery = Static<typeof EventQuery>

const EventListShape = Type.Object({
  events: Type.Array(EventShape),
  next_cursor: Type.String({ description: 'To be given next time; also when there was nothing new.' }),
  has_more: Type.Boolean(),
})

export function eventRoutes(app: TypedApp, deps: Deps): void {
  app.get(
    '/events',
    {
      schema: {
        summary: 'What became of orders, putaways, invoices and stock, oldest first',
        description:
          'The same bodies that webhooks get, from a cursor on or from the oldest that is kept, for 30 days. None is skipped. As a stream of server-sent events they come from /api/v2/events/stream.',
        querystring: Type.Unsafe<EventQuery>({ ...EventQuery, required: [] }),
        response: { 200: EventListShape },
      },
    },
    async (request) => {
      const { cursor, count } = request.query
      if (cursor !== undefined) requireCursor('cursor', cursor)
      const found = await listEventsAfter(request.deps.db, request.caller.accountId, cursor, count + 1)
      const events = found.slice(0, count)
      const links = linksFor(request)
      return {
        events: events.map((event) => fromEvent(event, links)) as Static<typeof EventShape>[],
        next_cursor: events.at(-1)?.cursor ?? cursor ?? '0-0',
        has_more: found.length > count,
      }
    },
  )
  eventStreamRoute(app, deps)
}
