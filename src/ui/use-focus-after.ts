import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Where the focus goes when the element that has it leaves, as the button of an entry that was sent: else it would be
 * nowhere, and the next Tab would begin at the top of the page. Returns listeners for what is around them.
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
