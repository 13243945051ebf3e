import { useEffect, useRef, type RefObject } from 'react'

/**
 * Calls `onEnd` once when an element at the end of a text becomes visible. Attach the returned ref to that
 * element.
 */
export const useEndReached = (onEnd: (() => void) | undefined): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      latest.current?.()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return end
}
