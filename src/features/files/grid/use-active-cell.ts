import { useRef, useState, useLayoutEffect } from 'react'
import type { Row } from '../listing/rows.ts'

/** The column of the focused cell. */
export type Column = 'select' | 'name'

/** A cell, by the key and the last known index of its row. */
type Cell = { key: string; lastIndex: number; column: Column }

/**
 * Tracks the single cell of the list that the Tab key reaches. It follows its row when the row moves, and
 * keeps its position when the row is removed.
 */
export const useActiveCell = (rows: readonly Row[]) => {
  const [cell, setCell] = useState<Cell>({ key: '', lastIndex: 0, column: 'name' })
  /** The key of the row that takes the focus once it is rendered. */
  const keyToFocus = useRef<string>(undefined)
  const currentIndex = rows.findIndex((row) => row.key === cell.key)
  const lastRowIndex = Math.max(0, rows.length - 1)
  // If the row was removed, the row that took its position becomes active.
  const index = currentIndex === -1 ? Math.min(cell.lastIndex, lastRowIndex) : currentIndex

  /** Makes a cell active, and moves the focus there. */
  const focus = (newIndex: number, column: Column) => {
    const row = rows[newIndex]
    if (!row) return
    keyToFocus.current = row.key
    setCell({ key: row.key, lastIndex: newIndex, column })
  }
  return {
    index,
    // A folder has no checkbox.
    column: rows[index]?.kind === 'folder' ? ('name' as const) : cell.column,
    /** Whether the row with this key should take the focus now; true only once. */
    claimFocus: (key: string) => {
      if (keyToFocus.current !== key) return false
      keyToFocus.current = undefined
      return true
    },
    /** Makes the cell active that has just received the focus. */
    activate: (key: string, column: Column) =>
      setCell({ key, lastIndex: rows.findIndex((row) => row.key === key), column }),
    focus,
    /** Moves the focus to a row that is about to be added. Until then, the active cell keeps its position. */
    focusKey: (key: string) => {
      keyToFocus.current = key
      setCell({ key, lastIndex: index, column: 'name' })
    },
    /** Call before rows are removed: moves the focus to the nearest remaining row. */
    focusBeside: (keys: readonly string[]) => {
      const removedKeys = new Set(keys)
      const firstRemoved = rows.findIndex((row) => removedKeys.has(row.key))
      const nextRemaining = rows.findIndex(
        (row, rowIndex) => rowIndex > firstRemoved && !removedKeys.has(row.key),
      )
      const lastRemaining = rows.findLastIndex((row) => !removedKeys.has(row.key))
      focus(nextRemaining === -1 ? lastRemaining : nextRemaining, 'name')
    },
  }
}

export type ActiveCell = ReturnType<typeof useActiveCell>

export type CellFocus = {
  activeCell: ActiveCell
  /** Scrolls to the active row, whose element this is. */
  scrollToActiveRow: (element: HTMLElement) => void
}

/**
 * Focuses a cell when `useActiveCell` has asked for it, even if its row was not rendered before. Returns the
 * ref for the element of the cell.
 */
export const useCellFocus = (
  key: string,
  isActive: boolean,
  { activeCell, scrollToActiveRow }: CellFocus,
) => {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isActive || !element.current || !activeCell.claimFocus(key)) return
    scrollToActiveRow(element.current)
    element.current.focus({ preventScroll: true })
  })
  return (node: HTMLElement | null) => {
    element.current = node
  }
}
