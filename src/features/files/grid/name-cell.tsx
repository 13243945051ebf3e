import { useTranslate } from '../../../i18n/use-translate.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from './name-cell.module.css'
import type { Row } from '../listing/rows.ts'
import { folderText } from '../folder-text.ts'
import type { Place } from '../place.ts'
import { FolderSign, Thumbnail, type Pictures } from './thumbnail.tsx'
import type { ActiveCell, Column } from './use-active-cell.ts'
import { useCellFocus } from './use-cell-focus.ts'

export type NameCellProps = {
  row: Row
  place: Place
  /** Undefined if no pictures are fetched. */
  pictures: Pictures | undefined
  /** The column of the active cell, if it is in this row. */
  activeColumn: Column | undefined
  active: ActiveCell
  onOpen: (row: Row) => void
}

/** The name of a row, which opens it: a folder through its address, a file in a dialog. */
export const NameCell = ({ row, place, pictures, activeColumn, active, onOpen }: NameCellProps) => {
  const t = useTranslate()
  const isActive = activeColumn === 'name'
  const focus = useCellFocus(row.key, isActive, active)
  const common = {
    ref: focus,
    className: styles.name ?? '',
    tabIndex: isActive ? 0 : -1,
    onFocus: () => active.set(row.key, 'name'),
  }
  if (row.kind === 'folder') {
    const name = folderText(row.name, t)
    return (
      <LocaleLink
        {...common}
        to="files"
        search={{ level: place.level, folder: row.key }}
        resetScroll={false}
        aria-label={t('files.browse.folder', { name })}
      >
        <FolderSign />
        <span className={styles.text} translate="no">
          {name || '/'}
        </span>
      </LocaleLink>
    )
  }
  return (
    <button type="button" {...common} onClick={() => onOpen(row)}>
      <Thumbnail file={row.file} place={place} pictures={pictures} />
      <span className={styles.text} translate="no">
        {row.name}
      </span>
    </button>
  )
}
