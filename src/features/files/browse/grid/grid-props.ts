import type { Row } from '../listing/rows.ts'
import type { Place } from '../place.ts'
import type { Selection } from './selection.ts'
import type { Pictures } from './thumbnail.tsx'
import type { ActiveCell } from './use-active-cell.ts'

/** What a grid of files shows, and what can be done in it. */
export type FileGridProps = {
  rows: readonly Row[]
  place: Place
  /** There are no more rows than these. */
  isWhole: boolean
  selection: Selection
  /** Undefined where no pictures are fetched. */
  pictures: Pictures | undefined
  active: ActiveCell
  onSelect: (selection: Selection) => void
  onOpen: (row: Row) => void
  onDelete: (keys: readonly string[]) => void
  onRename: (key: string) => void
  /** The person is near the last row. */
  onEnd: () => void
}
