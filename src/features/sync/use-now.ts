import { useSyncExternalStore } from 'react'

/** ms between two looks at the clock: "3 min ago" is right to the half minute */
const step = 30_000

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, step)
  return () => clearInterval(timer)
}

/** The time now, in whole steps: the component renders again at each step. ms since epoch */
export const useNow = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step) * step)
