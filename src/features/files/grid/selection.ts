import type { Row } from '../listing/rows.ts'

/** The keys of the selected files. A range begins at `anchor`, the key of the row that was toggled last. */
export type Selection = { keys: ReadonlySet<string>; anchor?: string }

export const noSelection: Selection = { keys: new Set() }

const listFileKeys = (rows: readonly Row[]): string[] =>
  rows.filter(({ kind }) => kind === 'file').map(({ key }) => key)

/** Selects a file, or removes it from the selection. */
export const toggle = ({ keys }: Selection, key: string): Selection => {
  const newKeys = new Set(keys)
  if (!newKeys.delete(key)) newKeys.add(key)
  return { keys: newKeys, anchor: key }
}

/** Adds all files from the anchor to this file, which becomes the anchor if there is none. */
export const extendTo = (selection: Selection, rows: readonly Row[], key: string): Selection => {
  const { keys, anchor = key } = selection
  // If the row of the anchor was deleted, the range begins at the first row.
  const anchorIndex = Math.max(
    0,
    rows.findIndex((row) => row.key === anchor),
  )
  const index = rows.findIndex((row) => row.key === key)
  const range = rows.slice(Math.min(anchorIndex, index), Math.max(anchorIndex, index) + 1)
  return { keys: new Set([...keys, ...listFileKeys(range)]), anchor }
}

/** Selects all files, or none if all are selected. */
export const toggleAll = ({ keys }: Selection, rows: readonly Row[]): Selection => {
  const fileKeys = listFileKeys(rows)
  return fileKeys.every((key) => keys.has(key)) ? noSelection : { keys: new Set(fileKeys) }
}

export const selectAll = (rows: readonly Row[]): Selection => toggleAll(noSelection, rows)

/**
 * Returns the keys of the selected files that are on the list. Actions must not affect files that the search
 * hides, or that were deleted elsewhere.
 */
export const listSelectedKeys = ({ keys }: Selection, rows: readonly Row[]): string[] =>
  listFileKeys(rows).filter((key) => keys.has(key))
