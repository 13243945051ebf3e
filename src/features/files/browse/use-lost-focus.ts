import { useEffect, useRef, type RefObject } from 'react'

/** Takes the focus when the folder changes and what had it is gone with the old one. */
export const useLostFocus = (heading: RefObject<HTMLElement | null>, folder: string): void => {
  const shown = useRef(folder)
  useEffect(() => {
    if (folder === shown.current) return
    shown.current = folder
    if (document.activeElement !== document.body) return
    heading.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [heading, folder])
}
