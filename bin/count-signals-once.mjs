const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const windowMs = 1000

/**
 * Lets one press of Ctrl-C count once. The terminal sends the signal to every process of the group, npm sends
 * it on to its child, and so does bin/caveau.mjs; without this the service would take the echo for an
 * impatient second press and break off what it wanted to finish. Must run before the first signal listener.
 */
export function countSignalsOnce(emitter = process, now = () => performance.now()) {
  const lastCountedAt = new Map()
  const emit = emitter.emit
  emitter.emit = function (name, ...details) {
    if (signals.includes(name)) {
      if (now() - (lastCountedAt.get(name) ?? -Infinity) < windowMs) return true
      lastCountedAt.set(name, now())
    }
    return emit.call(this, name, ...details)
  }
}
