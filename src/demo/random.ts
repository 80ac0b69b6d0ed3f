/** Chance that repeats itself: one name gives one sequence, so the demo cellar is the same on every machine. */
export type Random = {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  chance(percent: number): boolean
  pick<T>(items: readonly T[]): T
  /** Picks by weight: `[['red', 3], ['white', 1]]` gives red three times out of four. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  shuffled<T>(items: readonly T[]): T[]
}

export function seededRandom(name: string): Random {
  const next = mulberry32(fnv1a(name))
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error(`Nothing to pick from (${name})`)
    return item
  }
  return {
    between,
    pick,
    chance: (percent) => next() * 100 < percent,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      const chosen = choices.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      return (chosen ?? pick(choices))[0]
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
