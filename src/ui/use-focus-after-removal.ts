import { useEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Moves the focus to `target` when the focused element is removed, for example the button of an entry that
 * was sent. Otherwise the focus would be lost, and the Tab key would start at the top of the page. Returns an
 * `onFocus` handler for the surrounding element.
 */
export const useFocusAfterRemoval = (target: RefObject<HTMLElement | null>) => {
  const lastFocused = useRef<Element>(undefined)
  // No dependencies, because any render may have removed the element.
  useEffect(() => {
    if (lastFocused.current?.isConnected !== false) return
    lastFocused.current = undefined
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  })
  return (event: FocusEvent) => {
    lastFocused.current = event.target
  }
}
