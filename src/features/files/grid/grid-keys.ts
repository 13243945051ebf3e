import type { KeyboardEvent } from 'react'
import type { FileGridProps } from './grid-props.ts'
import { extendTo, noSelection, listSelectedKeys, selectAll } from './selection.ts'

/** The number of rows that Page Up and Page Down move. */
const rowsPerPage = 10

/** Returns the index of the row that a pressed key moves to, or undefined for any other key. */
const findTargetIndex = (pressedKey: string, index: number, count: number): number | undefined => {
  const targets: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - rowsPerPage,
    PageDown: index + rowsPerPage,
    Home: 0,
    End: count - 1,
  }
  const target = targets[pressedKey]
  return target === undefined ? undefined : Math.max(0, Math.min(count - 1, target))
}

/** Moves the focus to a row; with Shift, also selects all files on the way. */
const moveTo = (
  targetIndex: number,
  { rows, selection, activeCell, onSelect }: FileGridProps,
  hasShift: boolean,
): void => {
  const activeRow = rows[activeCell.index]
  const targetRow = rows[targetIndex]
  if (!targetRow) return
  if (hasShift && activeRow) {
    // Without an anchor, the range begins at the active row.
    const anchored = { anchor: activeRow.key, ...selection }
    onSelect(extendTo(anchored, rows, targetRow.key))
  }
  activeCell.focus(targetIndex, activeCell.column)
}

type Action = () => void

/**
 * Creates the actions of the pressed keys that do not move to another row. An action is undefined if it has
 * nothing to act on.
 */
const createActions = (props: FileGridProps, hasCommandKey: boolean): Record<string, Action | undefined> => {
  const { rows, selection, activeCell, onSelect, onDelete, onRename } = props
  const row = rows[activeCell.index]
  const fileKey = row?.kind === 'file' ? row.key : undefined
  const selectedKeys = listSelectedKeys(selection, rows)
  // If no file is selected, the Delete key deletes the file of the active row.
  const keysToDelete = selectedKeys.length > 0 || fileKey === undefined ? selectedKeys : [fileKey]
  return {
    ArrowLeft: () => activeCell.focus(activeCell.index, 'select'),
    ArrowRight: () => activeCell.focus(activeCell.index, 'name'),
    Escape: selectedKeys.length > 0 ? () => onSelect(noSelection) : undefined,
    Delete: keysToDelete.length > 0 ? () => onDelete(keysToDelete) : undefined,
    F2: fileKey === undefined ? undefined : () => onRename(fileKey),
    a: hasCommandKey ? () => onSelect(selectAll(rows)) : undefined,
  }
}

/** Handles the pressed keys of the list: those that move the focus, and those that act on files. */
export const onGridKey = (props: FileGridProps, event: KeyboardEvent): void => {
  const { rows, activeCell } = props
  const { key: pressedKey, altKey, shiftKey } = event
  const hasCommandKey = event.ctrlKey || event.metaKey
  const targetIndex = findTargetIndex(pressedKey, activeCell.index, rows.length)
  const action =
    targetIndex === undefined
      ? createActions(props, hasCommandKey)[pressedKey]
      : () => moveTo(targetIndex, props, shiftKey)
  // With Alt, the arrow keys belong to the browser: they go back and forward.
  if (!action || altKey) return
  event.preventDefault()
  action()
}
