import { useSyncExternalStore } from 'react'

/** The time between two readings of the clock. */
const tickIntervalMs = 250

/** Counts down to a time, in ms since the epoch. Returns the remaining whole seconds. */
export const useCountdown = (until: number): number => {
  // Reads the clock at each tick and each render, instead of counting ticks. So the countdown is right after
  // a phone was asleep, and when it starts long after the screen was opened.
  const readSecondsLeft = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))

  const subscribe = (onTick: () => void) => {
    const timer = setInterval(() => {
      onTick()
      if (readSecondsLeft() === 0) clearInterval(timer)
    }, tickIntervalMs)
    return () => clearInterval(timer)
  }

  return useSyncExternalStore(subscribe, readSecondsLeft, readSecondsLeft)
}
