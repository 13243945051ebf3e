import type { KeyboardEvent } from 'react'
import type { FileGridProps } from './grid-props.ts'
import { extendTo, noSelection, listSelectedKeys, toggleAll } from './selection.ts'

/** The number of rows that Page Up and Page Down move. */
const rowsPerPage = 10

/** Returns the index of the row that a key moves to, or undefined if the key does not move. */
const findTargetIndex = (key: string, index: number, count: number): number | undefined => {
  const targets: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - rowsPerPage,
    PageDown: index + rowsPerPage,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}

/** Moves to a row; with Shift, also selects all files on the way. */
const moveTo = (
  targetIndex: number,
  { rows, selection, active, onSelect }: FileGridProps,
  hasShift: boolean,
): void => {
  const activeRow = rows[active.index]
  const targetRow = rows[targetIndex]
  if (!targetRow) return
  if (hasShift && activeRow) {
    // Without an anchor, the range begins at the active row.
    const anchored = { anchor: activeRow.key, ...selection }
    onSelect(extendTo(anchored, rows, targetRow.key))
  }
  active.focus(targetIndex, active.column)
}

type Action = () => void

/** Creates the actions of the keys that stay in the row. Returns undefined if a key has nothing to act on. */
const createActions = (props: FileGridProps, hasCommandKey: boolean): Record<string, Action | undefined> => {
  const { rows, selection, active, onSelect, onDelete, onRename } = props
  const row = rows[active.index]
  const fileKey = row?.kind === 'file' ? row.key : undefined
  const selectedKeys = listSelectedKeys(selection, rows)
  const keysToDelete = selectedKeys.length > 0 || fileKey === undefined ? selectedKeys : [fileKey]
  return {
    ArrowLeft: () => active.focus(active.index, 'select'),
    ArrowRight: () => active.focus(active.index, 'name'),
    Escape: selectedKeys.length > 0 ? () => onSelect(noSelection) : undefined,
    Delete: keysToDelete.length > 0 ? () => onDelete(keysToDelete) : undefined,
    F2: fileKey === undefined ? undefined : () => onRename(fileKey),
    a: hasCommandKey ? () => onSelect(toggleAll(noSelection, rows)) : undefined,
  }
}

/** Handles the keys of the list: keys that move, and keys that act on files. */
export const onGridKey = (props: FileGridProps, event: KeyboardEvent): void => {
  const { rows, active } = props
  const { key, altKey, shiftKey } = event
  const hasCommandKey = event.ctrlKey || event.metaKey
  const targetIndex = findTargetIndex(key, active.index, rows.length)
  const action =
    targetIndex === undefined
      ? createActions(props, hasCommandKey)[key]
      : () => moveTo(targetIndex, props, shiftKey)
  if (!action || altKey) return
  event.preventDefault()
  action()
}
