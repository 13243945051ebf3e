import { useLayoutEffect, useRef } from 'react'
import type { ActiveCell } from './use-active-cell.ts'

/** Focuses the cell that should have the focus, even if its row was not rendered before. */
export const useCellFocus = (
  key: string,
  isActive: boolean,
  { claimFocus }: Pick<ActiveCell, 'claimFocus'>,
) => {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isActive || !element.current || !claimFocus(key)) return
    // Scrolls instantly: the page's smooth scrolling would pass thousands of rows.
    element.current.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    element.current.focus({ preventScroll: true })
  })
  return (node: HTMLElement | null) => {
    element.current = node
  }
}
