import type { KeyboardEvent } from 'react'
import type { FileGridProps } from './grid-props.ts'
import { chosenOf, extendTo, noSelection, toggleAll } from './selection.ts'

/** The number of rows that a page key moves. */
const pageRows = 10

/** The row that a key moves to; undefined for every other key. */
const rowAfter = (key: string, index: number, count: number): number | undefined => {
  const places: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - pageRows,
    PageDown: index + pageRows,
    Home: 0,
    End: count - 1,
  }
  const place = places[key]
  return place === undefined ? undefined : Math.max(0, Math.min(count - 1, place))
}

type Action = () => void

/** Moves to a row; with Shift, also selects all files on the way. */
const move = ({ rows, selection, active, onSelect }: FileGridProps, to: number, isRange: boolean) => {
  const [from, target] = [rows[active.index], rows[to]]
  if (!target) return
  if (isRange && from) onSelect(extendTo({ anchor: from.key, ...selection }, rows, target.key))
  active.focus(to, active.column)
}

/** The actions of the other keys, if there is a file to act on. */
const actionsOf = (props: FileGridProps, isCommand: boolean): Record<string, Action | undefined> => {
  const { rows, selection, active, onSelect, onDelete, onRename } = props
  const row = rows[active.index]
  const file = row?.kind === 'file' ? row.key : undefined
  const chosen = chosenOf(selection, rows)
  const toDelete = chosen.length > 0 || file === undefined ? chosen : [file]
  return {
    ArrowLeft: () => active.focus(active.index, 'select'),
    ArrowRight: () => active.focus(active.index, 'name'),
    Escape: chosen.length > 0 ? () => onSelect(noSelection) : undefined,
    Delete: toDelete.length > 0 ? () => onDelete(toDelete) : undefined,
    F2: file === undefined ? undefined : () => onRename(file),
    a: isCommand ? () => onSelect(toggleAll(noSelection, rows)) : undefined,
  }
}

/** Handles the keys of the list: keys that move, and keys that act on files. */
export const onGridKey = (props: FileGridProps, event: KeyboardEvent): void => {
  const { rows, active } = props
  const to = rowAfter(event.key, active.index, rows.length)
  const actions = new Map(Object.entries(actionsOf(props, event.ctrlKey || event.metaKey)))
  const action = to === undefined ? actions.get(event.key) : () => move(props, to, event.shiftKey)
  if (!action || event.altKey) return
  event.preventDefault()
  action()
}
