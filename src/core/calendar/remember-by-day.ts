const mostDays = 5000

/**
 * Keeps what was found about a day. Reading a day from its text costs microseconds, and the orders of a week ask about the same few
 * days many times each. Dates come from callers, so the memory is emptied before it grows.
 */
export function rememberByDay<T extends string | number>(find: (day: string) => T): (day: string) => T {
  const known = new Map<string, T>()
  return (day) => {
    const remembered = known.get(day)
    if (remembered !== undefined) return remembered
    const found = find(day)
    if (known.size >= mostDays) known.clear()
    known.set(day, found)
    return found
  }
}
