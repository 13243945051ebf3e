import { useSyncExternalStore } from 'react'

/** ms between two readings of the clock. */
const tickInterval = 250

/** Counts down to a time (ms since epoch). Returns the remaining whole seconds. */
export const useCountdown = (until: number): number => {
  // Reads the clock at each tick and each render. So a phone that slept skips the time that it missed, and a
  // countdown that starts on a screen that was open for a while is not longer by that time.
  const readSecondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))

  const subscribe = (onTick: () => void) => {
    const timer = setInterval(() => {
      onTick()
      if (readSecondsLeft() === 0) clearInterval(timer)
    }, tickInterval)
    return () => clearInterval(timer)
  }

  return useSyncExternalStore(subscribe, readSecondsLeft, readSecondsLeft)
}
