import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Tells when a row leaves the page, or its place on it, with the focus in it. */
export const useLeavingFocus = (onLeave: () => void): RefObject<HTMLLIElement | null> => {
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const row = element.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      // Afterwards: while a dialog of the row is open, nothing outside of it can take the focus.
      queueMicrotask(() => {
        if (!row.isConnected) onLeave()
      })
    }
  }, [onLeave])
  return element
}
