import { type InvalidField, refuse } from '../problems.ts'

/** A part of a day, `HH:MM` to `HH:MM`. */
export type Span = { start: string; end: string }

/** Monday first, as ISO 8601 numbers them from 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]
/** When a warehouse is open; on a day without a span it is closed. */
export type OpeningHours = Record<Weekday, readonly Span[]>

export const handovers = ['pickup', 'delivery'] as const
/** The times of day for which goods are promised. The first of a kind is taken when none is asked for. */
export type Slots = Record<(typeof handovers)[number], readonly Span[]>

const workingDay: readonly Span[] = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '17:00' },
]
const halfDays: readonly Span[] = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '18:00' },
]

/** What a warehouse has of which nothing else is said. */
export const usualHours: OpeningHours = {
  monday: workingDay,
  tuesday: workingDay,
  wednesday: workingDay,
  thursday: workingDay,
  friday: workingDay,
  saturday: [],
  sunday: [],
}
export const usualSlots: Slots = { pickup: halfDays, delivery: halfDays }

/** Refuses a span that ends before it starts, and two that overlap. Where one ends the next may start. */
export function refuseMuddledTimes(hours: OpeningHours, slots: Slots): void {
  const fields = [
    ...weekdays.flatMap((day) => faultsIn(hours[day], `opening_hours.${day}`)),
    ...handovers.flatMap((handover) => faultsIn(slots[handover], `slots.${handover}`)),
  ]
  if (fields.length > 0) throw refuse({ code: 'fields_invalid', fields })
}

const faultsIn = (spans: readonly Span[], field: string): InvalidField[] =>
  spans.flatMap((span, index): InvalidField[] => {
    const at = `${field}.${index}`
    if (span.start >= span.end) return [{ field: at, message: 'must end after it starts' }]
    const overlapped = spans.findIndex(
      (other, earlier) => earlier < index && other.start < span.end && span.start < other.end,
    )
    return overlapped < 0 ? [] : [{ field: at, message: `must not overlap with ${field}.${overlapped}` }]
  })
