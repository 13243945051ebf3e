import { useSyncExternalStore } from 'react'

/** The time between two readings of the clock: "3 min ago" is accurate to half a minute. */
const stepMs = 30_000

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, stepMs)
  return () => clearInterval(timer)
}

/**
 * Returns the current time in ms since the epoch, in whole steps. The component renders again at each step.
 */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / stepMs) * stepMs)
