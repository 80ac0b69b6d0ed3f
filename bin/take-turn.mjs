import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './refusal.mjs'

const longestWaitMs = 15 * 60_000

/**
 * Waits until no other copy of Caveau does the same to this folder; `name` is for the machine, `doing` for people. The turn is a
 * socket in the abstract namespace of Linux: the kernel frees it when its holder dies, however that happens.
 */
export async function takeTurn(folder, { name, doing }) {
  if (process.platform !== 'linux') return undefined
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)
  // Older versions of Node fill the name up to this length with zeros, so all must use it in full.
  const path = `\0caveau-${name}-${hash}`.padEnd(108, '-')
  const start = Date.now()
  for (let isFirst = true; Date.now() - start < longestWaitMs; isFirst = false) {
    const turn = await tryToListen(path)
    if (turn) return turn
    if (isFirst) console.error(`Another copy of Caveau is ${doing}: waiting for it.`)
    await pause(200)
  }
  throw new Refusal(`Another copy of Caveau has been ${doing} for very long: end it and start again.`)
}

function tryToListen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer((caller) => caller.destroy())
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}
