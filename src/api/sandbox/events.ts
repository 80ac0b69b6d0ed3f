import Type, { type Static } from 'typebox'
import { newestCount, readNewestEvents } from '../../core/sandbox/newest-records.ts'
import { linksFor } from '../shared/links.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { EventShape, fromEvent } from '../v2/event-shape.ts'

export function eventRoutes(app: TypedApp): void {
  app.get(
    '/events',
    {
      schema: {
        summary: `The newest ${newestCount} events, newest first`,
        description: 'As version 2 lists them and webhooks get them.',
        response: { 200: Type.Array(EventShape) },
      },
    },
    async (request) => {
      const links = linksFor(request)
      const events = await readNewestEvents(request.deps.db, request.caller.accountId)
      return events.map((event) => fromEvent(event, links)) as Static<typeof EventShape>[]
    },
  )
}
