import { useRef, useState, useLayoutEffect } from 'react'
import type { Row } from '../listing/rows.ts'

/** The column of the focused cell. */
export type Column = 'select' | 'name'

/**
 * The single cell of the list that the Tab key reaches. It follows its row when the row moves, and keeps its
 * position when the row is gone.
 */
export const useActiveCell = (rows: readonly Row[]) => {
  const [{ key, place, column }, setCell] = useState<{ key: string; place: number; column: Column }>({
    key: '',
    place: 0,
    column: 'name',
  })
  const wanted = useRef<string>(undefined)
  const found = rows.findIndex((row) => row.key === key)
  const index = found === -1 ? Math.min(place, Math.max(0, rows.length - 1)) : found

  const focus = (next: number, column: Column) => {
    const row = rows[next]
    if (!row) return
    wanted.current = row.key
    setCell({ key: row.key, place: next, column })
  }
  return {
    index,
    column: rows[index]?.kind === 'folder' ? ('name' as const) : column,
    /** Whether a newly rendered row should take the focus; true only once. */
    claimFocus: (key: string) => {
      if (wanted.current !== key) return false
      wanted.current = undefined
      return true
    },
    set: (key: string, column: Column) =>
      setCell({ key, place: rows.findIndex((row) => row.key === key), column }),
    focus,
    /** Moves the focus to a row that is about to be added. */
    focusKey: (key: string) => {
      wanted.current = key
      setCell({ key, place: index, column: 'name' })
    },
    /** Call before rows are removed: moves the focus to the nearest remaining row. */
    focusBeside: (leaving: readonly string[]) => {
      const gone = new Set(leaving)
      const stays = (row: Row | undefined) => row !== undefined && !gone.has(row.key)
      const first = rows.findIndex((row) => gone.has(row.key))
      const after = rows.findIndex((row, at) => at > first && stays(row))
      focus(after === -1 ? rows.findLastIndex(stays) : after, 'name')
    },
  }
}

export type ActiveCell = ReturnType<typeof useActiveCell>

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
