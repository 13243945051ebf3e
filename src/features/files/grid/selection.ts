import type { Row } from '../listing/rows.ts'

/** The keys of the selected files, and the row where a range begins. */
export type Selection = { keys: ReadonlySet<string>; anchor?: string }

export const noSelection: Selection = { keys: new Set() }

const fileKeys = (rows: readonly Row[]): string[] =>
  rows.filter(({ kind }) => kind === 'file').map(({ key }) => key)

export const toggle = ({ keys }: Selection, key: string): Selection => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** Also selects all files between the last selected file and this one. */
export const extendTo = ({ keys, anchor }: Selection, rows: readonly Row[], key: string): Selection => {
  const from = Math.max(
    0,
    rows.findIndex((row) => row.key === (anchor ?? key)),
  )
  const to = rows.findIndex((row) => row.key === key)
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { keys: new Set([...keys, ...fileKeys(between)]), anchor: anchor ?? key }
}

/** Selects all files, or none if all were selected. */
export const toggleAll = ({ keys }: Selection, rows: readonly Row[]): Selection => {
  const all = fileKeys(rows)
  return all.every((key) => keys.has(key)) ? noSelection : { keys: new Set(all) }
}

/**
 * The selected files that are on the list: files that were filtered out, or deleted elsewhere, are not acted
 * on.
 */
export const chosenOf = ({ keys }: Selection, rows: readonly Row[]): string[] =>
  fileKeys(rows).filter((key) => keys.has(key))
