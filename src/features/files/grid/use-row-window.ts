import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import type { FileGridProps } from './grid-props.ts'

/** px; replaced by the measured height of a row. */
const usualHeight = 58
/** The number of rows before the last at which the next page is requested. */
const nearEnd = 100

/** The distance of the list from the top of the page, which changes with everything above it. */
const useTop = (list: RefObject<HTMLElement | null>): number => {
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

/** The rendered rows: the rows in sight, and the row with the active cell. */
export const useRowWindow = (
  list: RefObject<HTMLElement | null>,
  { rows, active, onEnd }: Pick<FileGridProps, 'rows' | 'active' | 'onEnd'>,
) => {
  'use no memo'
  const margin = useTop(list)
  // The virtualizer is one mutable object: the compiler would memoise stale values of it, so it skips this
  // hook.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => usualHeight,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (active.index >= rows.length || shown.includes(active.index)) return shown
      return [...shown, active.index].sort((a, b) => a - b)
    },
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - nearEnd) onEnd()
    },
  })
  return {
    items: virtualizer.getVirtualItems(),
    total: virtualizer.getTotalSize(),
    margin,
    measure: virtualizer.measureElement,
  }
}
