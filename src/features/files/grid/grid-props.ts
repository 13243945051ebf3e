import type { Row } from '../listing/rows.ts'
import type { FolderLocation } from '../folder-location.ts'
import type { Selection } from './selection.ts'
import type { ImageSource } from './thumbnail.tsx'
import type { ActiveCell } from './use-active-cell.ts'

export type FileGridProps = {
  rows: readonly Row[]
  location: FolderLocation
  /** Whether all rows are loaded. */
  isComplete: boolean
  selection: Selection
  /** Undefined while thumbnails must not be fetched. */
  imageSource: ImageSource | undefined
  activeCell: ActiveCell
  onSelect: (selection: Selection) => void
  onOpen: (row: Row) => void
  onDelete: (keys: readonly string[]) => void
  onRename: (key: string) => void
  /** Called when the coach has scrolled near to the last row. */
  onEnd: () => void
}
