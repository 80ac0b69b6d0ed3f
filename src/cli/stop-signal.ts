import type { EventEmitter } from 'node:events'

const echoMs = 1000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP; a second one calls `hurry`. Within a second it is an echo: the terminal sends
 * Ctrl-C to every process of the group, and npm and bin/caveau.mjs pass it on.
 */
export function stopSignal(
  hurry: () => void,
  source: EventEmitter = process,
  nowMs: () => number = () => performance.now(),
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let askedAtMs: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (askedAtMs === undefined) resolve(signal)
      else if (nowMs() - askedAtMs >= echoMs) hurry()
      askedAtMs ??= nowMs()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) source.on(signal, onSignal)
  })
}
