import { useEffect, useState } from 'react'

/** Counts down to a moment (ms since epoch); returns the whole seconds that are left. */
export const useCountdown = (until: number): number => {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / 1000))

  useEffect(() => {
    if (Date.now() >= until) return undefined
    // Reads the clock at each tick: a phone that slept does not count what it missed.
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])

  return left
}
