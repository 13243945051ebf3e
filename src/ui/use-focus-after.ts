import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Moves the focus to `next` when the focused element is removed, such as the button of an entry that was
 * sent. Otherwise the focus would be lost, and the next Tab would start at the top of the page. Returns a
 * focus handler for the surrounding element.
 */
export const useFocusAfter = (next: RefObject<HTMLElement | null>) => {
  const last = useRef<Element>(undefined)
  useEffect(() => {
    if (last.current?.isConnected !== false) return
    last.current = undefined
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
  })
  return (event: FocusEvent) => {
    last.current = event.target
  }
}
