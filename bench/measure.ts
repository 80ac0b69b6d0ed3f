/** How often and how fast something was done by a number of clients at once. */
export type Figures = { perSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** Each client does one thing after the other until the time is up. A failure is counted and does not stop the run. */
export async function measure(
  clients: number,
  seconds: number,
  act: (client: number) => Promise<boolean>,
): Promise<Figures> {
  const tookMs: number[] = []
  let failures = 0
  const begin = performance.now()
  const until = begin + seconds * 1000
  const run = async (client: number) => {
    while (performance.now() < until) {
      const start = performance.now()
      if (await act(client)) tookMs.push(performance.now() - start)
      else failures += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  const elapsedS = (performance.now() - begin) / 1000
  tookMs.sort((one, other) => one - other)
  const at = (share: number) =>
    tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? Number.NaN
  return { perSecond: tookMs.length / elapsedS, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

/** A small generator with a seed, so that two runs order the same things. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
