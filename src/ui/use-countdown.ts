import { useSyncExternalStore } from 'react'

/** Counts down to a moment (ms since epoch); returns the whole seconds that are left. */
export const useCountdown = (until: number): number => {
  // Reads the clock at each tick and each render: a phone that slept does not count what it missed, and a countdown that
  // begins on a screen which was open for a while is not longer by that.
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))

  const tick = (onTick: () => void) => {
    const timer = setInterval(() => {
      onTick()
      if (left() === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }

  return useSyncExternalStore(tick, left, left)
}
