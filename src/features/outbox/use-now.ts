import { useSyncExternalStore } from 'react'

/** ms between two readings of the clock: "3 min ago" is accurate to half a minute. */
const step = 30_000

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, step)
  return () => clearInterval(timer)
}

/** The current time in ms since epoch, in whole steps. The component renders again at each step. */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step)
