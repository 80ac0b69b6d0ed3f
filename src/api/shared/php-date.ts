import Type, { type Static } from 'typebox'
import { parisTimestamp, timeZone } from '../../core/calendar/paris-time.ts'

/** A moment as an object, the way PHP writes one: every date in v2, and `validatedAt` in v1. */
export const PhpDate = Type.Object({
  date: Type.String({ examples: ['2026-11-30 09:30:00.000000'] }),
  timezone_type: Type.Integer(),
  timezone: Type.String(),
})

export const phpDate = (moment: Date): Static<typeof PhpDate> => ({
  date: `${parisTimestamp(moment).slice(0, 19).replace('T', ' ')}.${String(moment.getUTCMilliseconds()).padStart(3, '0')}000`,
  timezone_type: 3,
  timezone: timeZone,
})
