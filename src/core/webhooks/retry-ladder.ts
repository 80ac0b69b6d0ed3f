const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long to wait after the first failure, the second, and so on. After the last of them there is one more attempt and no other. */
export const retryLadderMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

export const mostAttempts = retryLadderMs.length + 1

/**
 * How long to wait after so many failed attempts, or undefined when that was the last. Up to a tenth is added by chance, so that
 * what failed together does not come back together. `chance` is from 0 to 1.
 */
export function retryDelayMs(failedAttempts: number, chance: number): number | undefined {
  const step = retryLadderMs[failedAttempts - 1]
  return step === undefined ? undefined : Math.round(step * (1 + chance / 10))
}
