import type { KeyboardEvent } from 'react'
import type { FileGridProps } from './file-grid.tsx'
import { chosenOf, extendTo, noSelection, toggleAll } from './selection.ts'

/** Rows that a page key goes over. */
const pageRows = 10

/** The row that a key leads to; undefined for the keys that lead nowhere. */
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

type Deed = () => void

/** Goes to a row; with Shift, all files on the way are chosen. */
const move = ({ rows, selection, active, onSelect }: FileGridProps, to: number, isRange: boolean) => {
  const [from, target] = [rows[active.index], rows[to]]
  if (!target) return
  if (isRange && from) onSelect(extendTo({ anchor: from.key, ...selection }, rows, target.key))
  active.focus(to, active.column)
}

/** What the other keys do, as far as there is something to do it to. */
const deedsOf = (props: FileGridProps, isCommand: boolean): Record<string, Deed | undefined> => {
  const { rows, selection, active, onSelect, onDelete, onRename } = props
  const row = rows[active.index]
  const file = row?.kind === 'file' ? row.key : undefined
  const chosen = chosenOf(selection, rows)
  const doomed = chosen.length > 0 || file === undefined ? chosen : [file]
  return {
    ArrowLeft: () => active.focus(active.index, 'select'),
    ArrowRight: () => active.focus(active.index, 'name'),
    Escape: chosen.length > 0 ? () => onSelect(noSelection) : undefined,
    Delete: doomed.length > 0 ? () => onDelete(doomed) : undefined,
    F2: file === undefined ? undefined : () => onRename(file),
    a: isCommand ? () => onSelect(toggleAll(noSelection, rows)) : undefined,
  }
}

/** The keys of the list: those that move, and those that do something to files. */
export const onGridKey = (props: FileGridProps, event: KeyboardEvent): void => {
  const { rows, active } = props
  const to = rowAfter(event.key, active.index, rows.length)
  const deeds = new Map(Object.entries(deedsOf(props, event.ctrlKey || event.metaKey)))
  const deed = to === undefined ? deeds.get(event.key) : () => move(props, to, event.shiftKey)
  if (!deed || event.altKey) return
  event.preventDefault()
  deed()
}
