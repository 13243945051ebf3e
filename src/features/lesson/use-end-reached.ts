import { useEffect, useRef, type RefObject } from 'react'

/** Hears once when an element at the end of a text comes on screen: put the reference on it. */
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
