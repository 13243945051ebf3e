import { useEffect, useRef, useState } from 'react'

/**
 * Returns a value that follows `value`, but changes at most once per `intervalMs`: for announcements of a
 * screen reader, or to limit requests.
 */
export const useThrottled = <T>(value: T, intervalMs: number): T => {
  const [throttled, setThrottled] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    if (value === throttled) return undefined
    const delayMs = Math.max(0, changedAt.current + intervalMs - Date.now())
    const timer = setTimeout(() => {
      changedAt.current = Date.now()
      setThrottled(value)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [value, throttled, intervalMs])
  return throttled
}
