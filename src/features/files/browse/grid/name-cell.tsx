import { useTranslate } from '../../../../i18n/use-translate.ts'
import { LocaleLink } from '../../../../ui/locale-link.tsx'
import styles from './name-cell.module.css'
import type { Row } from '../listing/rows.ts'
import { folderText } from '../folder-text.ts'
import type { Place } from '../place.ts'
import type { ActiveCell, Column } from './use-active-cell.ts'
import { useCellFocus } from './use-cell-focus.ts'

const FolderPicture = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" className={styles.picture} aria-hidden="true">
    <path d="M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z" />
  </svg>
)

export type NameCellProps = {
  row: Row
  place: Place
  /** Where the focus is, or would be, if it is in this row */
  activeColumn: Column | undefined
  active: ActiveCell
  onOpen: (row: Row) => void
}

/** The name of a row, which opens it: a folder by its address, a file in a dialog. */
export const NameCell = ({ row, place, activeColumn, active, onOpen }: NameCellProps) => {
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
        <FolderPicture />
        <span>{name || '/'}</span>
      </LocaleLink>
    )
  }
  return (
    <button type="button" {...common} onClick={() => onOpen(row)}>
      <span>{row.name}</span>
    </button>
  )
}
