import { setTimeout as pause } from 'node:timers/promises'

/** Answers no sooner than after so many milliseconds, so that the time of an answer does not tell what there was to do. */
export async function inEvenTime(leastMs: number, work: () => Promise<void>): Promise<void> {
  const [outcome] = await Promise.allSettled([work(), pause(leastMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}
