import { setTimeout as pause } from 'node:timers/promises'

/** How long anything here may take before the start is given up. */
export const patienceMs = 30_000

const pollEveryMs = 25

/** Asks again and again until there is an answer; undefined when the time is over. */
export async function waitFor<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs: number | (() => number) = patienceMs,
): Promise<T | undefined> {
  const start = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    const allowedMs = typeof timeoutMs === 'number' ? timeoutMs : timeoutMs()
    if (performance.now() - start > allowedMs) return undefined
    await pause(pollEveryMs)
  }
}
