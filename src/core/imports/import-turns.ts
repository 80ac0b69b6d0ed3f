// An import holds a connection for as long as it runs, and another one now and then to tell how far it is. Those of one process wait
// here for their turn, where they hold none: many at once must not empty the pool for everybody else.
const mostAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

export async function inImportTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The turn is passed on as it is, so that nobody can come in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
