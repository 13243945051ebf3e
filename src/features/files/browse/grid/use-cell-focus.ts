import { useLayoutEffect, useRef } from 'react'
import type { ActiveCell } from './use-active-cell.ts'

/** Gives the focus to the cell that is to have it, also where its row was not on the page until now. */
export const useCellFocus = (
  key: string,
  isActive: boolean,
  { claimFocus }: Pick<ActiveCell, 'claimFocus'>,
) => {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isActive || !element.current || !claimFocus(key)) return
    // At once: the page's own smooth scrolling would run through thousands of rows.
    element.current.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    element.current.focus({ preventScroll: true })
  })
  return (node: HTMLElement | null) => {
    element.current = node
  }
}
