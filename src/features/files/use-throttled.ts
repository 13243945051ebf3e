import { useEffect, useRef, useState } from 'react'

/** A value that follows another at most once per `ms`: for a screen reader, or to limit requests. */
export const useThrottled = <T>(value: T, ms: number): T => {
  const [slow, setSlow] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    if (value === slow) return undefined
    const wait = Math.max(0, changedAt.current + ms - Date.now())
    const timer = setTimeout(() => {
      changedAt.current = Date.now()
      setSlow(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, slow, ms])
  return slow
}
