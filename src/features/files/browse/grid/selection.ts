import type { Row } from '../listing/rows.ts'

/** Keys of the chosen files, and the row where a range begins. */
export type Selection = { keys: ReadonlySet<string>; anchor?: string }

export const noSelection: Selection = { keys: new Set() }

const fileKeys = (rows: readonly Row[]): string[] =>
  rows.filter(({ kind }) => kind === 'file').map(({ key }) => key)

/** One file is chosen, or no longer. */
export const toggle = ({ keys }: Selection, key: string): Selection => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key }
}

/** All files between the last one that was chosen and this one are chosen as well. */
export const extendTo = ({ keys, anchor }: Selection, rows: readonly Row[], key: string): Selection => {
  const from = Math.max(
    0,
    rows.findIndex((row) => row.key === (anchor ?? key)),
  )
  const to = rows.findIndex((row) => row.key === key)
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { keys: new Set([...keys, ...fileKeys(between)]), anchor: anchor ?? key }
}

/** All files are chosen, or none where all were. */
export const toggleAll = ({ keys }: Selection, rows: readonly Row[]): Selection => {
  const all = fileKeys(rows)
  return all.every((key) => keys.has(key)) ? noSelection : { keys: new Set(all) }
}

/** What is chosen and on the list: what somebody filtered away or deleted elsewhere is not acted on. */
export const chosenOf = ({ keys }: Selection, rows: readonly Row[]): string[] =>
  fileKeys(rows).filter((key) => keys.has(key))
