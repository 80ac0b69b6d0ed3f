import Type, { type Static } from 'typebox'
import type { Environment } from '../../config.ts'
import { parisTimestamp } from '../../core/calendar/paris-time.ts'
import type { Happened } from '../../core/sandbox/play-time.ts'
import type { Sandbox, ShownClock } from '../../core/sandbox/sandbox.ts'
import { OrNull } from '../shared/schemas.ts'

const Moment = (description: string) => Type.String({ description, examples: ['2027-07-13T12:59:00+02:00'] })

export const clockFields = {
  now: Moment('What the clock of the account shows, in Paris.'),
  real_now: Moment('The real time, in Paris.'),
  frozen: Type.Boolean({ description: 'Whether it stands still until it is moved.' }),
  real: Type.Boolean({ description: 'Whether it follows the real time.' }),
  next_working_day: OrNull(
    Type.String({
      description: 'The first working day after the day that it shows; null while the operator is closed.',
      examples: ['2027-07-15'],
    }),
  ),
}
export const ClockShape = Type.Object(clockFields)

export const fromClock = (clock: ShownClock): Static<typeof ClockShape> => ({
  now: parisTimestamp(clock.now),
  real_now: parisTimestamp(clock.realNow),
  frozen: clock.isFrozen,
  real: clock.isReal,
  next_working_day: clock.nextWorkingDay,
})

const mostHappened = 200

const HappenedShape = Type.Object({
  at: Moment('When it happened, by the clock of the account.'),
  what: Type.String({ examples: ['order.ship'] }),
  id: Type.Integer({ description: 'The record that it happened to.' }),
  refusal: OrNull(Type.String({ description: 'Why it could not happen.' })),
})
export const MovedClockShape = Type.Object({
  ...clockFields,
  happened: Type.Array(HappenedShape, {
    description: `What happened on the way, the last ${mostHappened} of it.`,
  }),
  happened_total: Type.Integer(),
})

export const fromMovedClock = (
  clock: ShownClock,
  happened: readonly Happened[],
): Static<typeof MovedClockShape> => ({
  ...fromClock(clock),
  happened: happened
    .slice(-mostHappened)
    .map(({ at, what, id, refusal = null }) => ({ at: parisTimestamp(at), what, id, refusal })),
  happened_total: happened.length,
})

export const SandboxShape = Type.Object({
  environment: Type.String(),
  account: Type.Object({ id: Type.Integer(), name: Type.String() }),
  clock: ClockShape,
  auto: Type.Boolean({ description: 'Whether the warehouse works by itself as the clock passes.' }),
  scenario: OrNull(Type.Object({ name: Type.String(), loaded_at: Type.String() })),
})

export const fromSandbox = (
  environment: Environment,
  accountId: number,
  { accountName, clock, isAuto, scenario }: Sandbox,
): Static<typeof SandboxShape> => ({
  environment,
  account: { id: accountId, name: accountName },
  clock: fromClock(clock),
  auto: isAuto,
  scenario: scenario && { name: scenario.name, loaded_at: parisTimestamp(scenario.loadedAt) },
})
