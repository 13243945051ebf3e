import { defaultRangeExtractor, useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useState, type RefObject } from 'react'
import type { FileGridProps } from './grid-props.ts'

/** In px. Replaced by the measured height of a row. */
const estimatedRowHeight = 58
/** The next page is requested this many rows before the last row. */
const loadMoreDistance = 100
/** Rows rendered above and below the visible rows, so that scrolling shows no gaps. */
const overscan = 8

/** Returns the distance in px of the list from the top of the page. Content above the list can change it. */
const useOffsetTop = (list: RefObject<HTMLElement | null>): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () =>
      setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [list])
  return top
}

/** Returns the rows to render: the visible rows, and the row with the active cell. Heights are in px. */
export const useRowWindow = (
  list: RefObject<HTMLElement | null>,
  { rows, activeCell, onEnd }: Pick<FileGridProps, 'rows' | 'activeCell' | 'onEnd'>,
) => {
  'use no memo'
  const scrollMargin = useOffsetTop(list)
  // 'use no memo' above makes the React compiler skip this hook: the virtualizer is one mutable object, and
  // the compiler would memoise its old values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => estimatedRowHeight,
    overscan,
    scrollMargin,
    // Without the page's smooth scrolling, which would pass thousands of rows and move each correction late.
    scrollToFn: (offset, options, instance) =>
      windowScroll(offset, { ...options, behavior: 'instant' }, instance),
    getItemKey: (index) => rows[index]?.key ?? index,
    // Also renders the row with the active cell, because removing it would lose the focus.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (activeCell.index >= rows.length || indexes.includes(activeCell.index)) return indexes
      return [...indexes, activeCell.index].sort((a, b) => a - b)
    },
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - loadMoreDistance) onEnd()
    },
  })
  /** Scrolls to the active row, whose element this is. */
  const { index } = activeCell
  const scrollToActiveRow = useCallback(
    (element: HTMLElement) => {
      const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {}
      if (index >= startIndex - overscan && index <= endIndex + overscan)
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      // The rows around a distant row have not been measured. In WebKit, which does not anchor the scroll
      // position, their heights would push it out of view. The virtualizer follows the row until it rests.
      else virtualizer.scrollToIndex(index, { align: 'center' })
    },
    [virtualizer, index],
  )
  return {
    scrollToActiveRow,
    virtualItems: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    scrollMargin,
    measure: virtualizer.measureElement,
  }
}
