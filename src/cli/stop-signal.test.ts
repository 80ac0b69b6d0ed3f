import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { stopSignal } from './stop-signal.ts'

test('the first signal stops, its echo within a second is passed over, and a later one hurries', async () => {
  const source = new EventEmitter()
  let timeMs = 0
  const hurried: number[] = []
  const stopped = stopSignal(
    () => hurried.push(timeMs),
    source,
    () => timeMs,
  )
  for (const [at, signal] of [
    [5, 'SIGINT'],
    [6, 'SIGINT'],
    [7, 'SIGTERM'],
    [1004, 'SIGINT'],
    [1005, 'SIGTERM'],
    [3000, 'SIGHUP'],
  ] as const) {
    timeMs = at
    source.emit(signal, signal)
  }
  expect(await stopped).toBe('SIGINT')
  expect(hurried).toEqual([1005, 3000])
})
