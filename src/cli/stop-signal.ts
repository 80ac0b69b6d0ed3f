/** Resolves at the first SIGINT, SIGTERM or SIGHUP; a second one calls `hurry`. */
export function stopSignal(hurry: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const onSignal = (signal: NodeJS.Signals) => {
      if (asked) hurry()
      asked = true
      resolve(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}
