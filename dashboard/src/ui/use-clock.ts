import { useSyncExternalStore } from 'react'

function everySecond(tell: () => void): () => void {
  const timer = setInterval(tell, 1000)
  return () => clearInterval(timer)
}
const wholeSecond = () => Math.floor(Date.now() / 1000) * 1000

/** The time of this machine, anew every second. */
export const useSecond = () => useSyncExternalStore(everySecond, wholeSecond)
