import { useEffect, useRef } from 'react'

/** Returns a function for callbacks. It returns a signal that aborts when the coach leaves the page. */
export const useLeaveSignal = (): (() => AbortSignal | undefined) => {
  const signal = useRef<AbortSignal>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    signal.current = controller.signal
    return () => controller.abort()
  }, [])
  return () => signal.current
}
