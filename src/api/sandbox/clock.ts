import type { FastifyRequest } from 'fastify'
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import { timeZone } from '../../core/calendar/paris-time.ts'
import { invalidField } from '../../core/problems.ts'
import { advanceClock, resetClock, setClock } from '../../core/sandbox/move-clock.ts'
import type { Happened } from '../../core/sandbox/play-time.ts'
import { getSandbox } from '../../core/sandbox/sandbox.ts'
import type { TypedApp } from '../shared/typed-app.ts'
import { ClockShape, fromClock, fromMovedClock, MovedClockShape } from './sandbox-shape.ts'

const ClockBody = Type.Object(
  {
    now: Type.String({
      maxLength: 40,
      description: 'A time of ISO 8601. Without an offset it is a time in Paris.',
      examples: ['2027-07-13T12:59:00'],
    }),
    frozen: Type.Optional(
      Type.Boolean({ description: 'Whether it stands still from then on. It runs unless told otherwise.' }),
    ),
  },
  { additionalProperties: false },
)
const AdvanceBody = Type.Object(
  {
    by: Type.String({
      maxLength: 60,
      description: 'A duration of ISO 8601. A day is a day of the calendar, also when it has 23 or 25 hours.',
      examples: ['PT26H', 'P1D'],
    }),
  },
  { additionalProperties: false },
)

export function clockRoutes(app: TypedApp): void {
  app.get(
    '/clock',
    { schema: { summary: 'What the clock of the account shows', response: { 200: ClockShape } } },
    async ({ deps, caller }) => fromClock((await getSandbox(deps, caller.accountId)).clock),
  )
  app.put(
    '/clock',
    {
      schema: {
        summary: 'Set the clock of the account',
        description:
          'Only this account follows it. Set forward, everything happens on the way that had to: storage is billed at the end of each month, and in auto mode the warehouse does its work. Set back, nothing is undone.',
        body: ClockBody,
        response: { 200: MovedClockShape },
      },
    },
    async (request) => {
      const { now, frozen = false } = request.body
      const goal = { shownAt: readMoment(now), isFrozen: frozen }
      return tell(request, await setClock(request.deps, request.caller.accountId, goal))
    },
  )
  app.post(
    '/clock/advance',
    {
      schema: {
        summary: 'Move the clock of the account forward',
        description: 'It stands still or runs on as before.',
        body: AdvanceBody,
        response: { 200: MovedClockShape },
      },
    },
    async (request) =>
      tell(
        request,
        await advanceClock(request.deps, request.caller.accountId, readDuration(request.body.by)),
      ),
  )
  app.delete(
    '/clock',
    {
      schema: {
        summary: 'Let the clock of the account follow the real time again',
        response: { 200: MovedClockShape },
      },
    },
    async (request) => tell(request, await resetClock(request.deps, request.caller.accountId)),
  )
}

async function tell({ deps, caller }: FastifyRequest, happened: readonly Happened[]) {
  return fromMovedClock((await getSandbox(deps, caller.accountId)).clock, happened)
}

function readMoment(text: string): Date {
  try {
    // Of an hour that the clocks skip or repeat, the earlier reading counts, as on the warehouse's wall.
    const moment = /(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text.replace(/^[^T]*/, ''))
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone).toInstant()
    return new Date(moment.epochMilliseconds)
  } catch {
    throw invalidField('now', 'must be a time such as 2027-07-13T12:59:00 or 2027-07-13T12:59:00+02:00')
  }
}

function readDuration(text: string): Temporal.Duration {
  let duration: Temporal.Duration
  try {
    duration = Temporal.Duration.from(text)
  } catch {
    throw invalidField('by', 'must be a duration such as PT26H, P1D or PT90M')
  }
  if (duration.sign <= 0) throw invalidField('by', 'must lead forward; PUT /sandbox/clock sets a time back')
  return duration
}
