import { useRef, useState } from 'react'
import type { Row } from '../listing/rows.ts'

/** Where the focus is in a row. */
export type Column = 'select' | 'name'

/** The one cell of the list that the Tab key reaches: it stays on a row wherever that moves, and in its place where it is gone. */
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
    /** Whether a row that is on the page now is the one that is to have the focus; true once. */
    claimFocus: (key: string) => {
      if (wanted.current !== key) return false
      wanted.current = undefined
      return true
    },
    set: (key: string, column: Column) =>
      setCell({ key, place: rows.findIndex((row) => row.key === key), column }),
    focus,
    /** The focus goes to a row that is about to come. */
    focusKey: (key: string) => {
      wanted.current = key
      setCell({ key, place: index, column: 'name' })
    },
    /** Before rows leave: the focus goes to the nearest that stays. */
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
