import { memo } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { UploadTask } from '../../../uploads/task.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { formatRowDetails, type Row } from '../listing/rows.ts'
import { formatUploadState } from '../queue/upload-state-text.ts'
import { getFolderText } from '../file-names.ts'
import type { FolderLocation } from '../folder-location.ts'
import styles from './file-grid.module.css'
import { useCellFocus, type CellFocus, type Column } from './use-active-cell.ts'
import { KindIcon, Thumbnail, type ImageSource } from './thumbnail.tsx'

type NameCellProps = CellFocus & {
  row: Row
  location: FolderLocation
  /** Undefined while thumbnails must not be fetched. */
  imageSource: ImageSource | undefined
  /** The column of the active cell, if it is in this row. */
  activeColumn: Column | undefined
  onOpen: (row: Row) => void
}

/** The name of a row. A press on it opens a folder through its URL, or a file in a dialog. */
const NameCell = (props: NameCellProps) => {
  const { row, location, imageSource, activeColumn, activeCell, onOpen } = props
  const t = useTranslate()
  const isActive = activeColumn === 'name'
  const focusRef = useCellFocus(row.key, isActive, props)
  const commonProps = {
    ref: focusRef,
    className: styles.name ?? '',
    tabIndex: isActive ? 0 : -1,
    onFocus: () => activeCell.activate(row.key, 'name'),
  }
  if (row.kind === 'folder') {
    const name = getFolderText(row.name, t)
    return (
      <LocaleLink
        {...commonProps}
        to="files"
        search={{ level: location.level, folder: row.key }}
        resetScroll={false}
        aria-label={t('files.browse.folder', { name })}
      >
        <KindIcon kind="folder" />
        <span className={styles.text} translate="no">
          {/* A folder has an empty name if its path contains `//`. */}
          {name || '/'}
        </span>
      </LocaleLink>
    )
  }
  return (
    <button type="button" {...commonProps} onClick={() => onOpen(row)}>
      <Thumbnail file={row.file} location={location} imageSource={imageSource} />
      <span className={styles.text} translate="no">
        {row.name}
      </span>
    </button>
  )
}

type FileGridRowProps = NameCellProps & {
  index: number
  isSelected: boolean
  /** The upload of the file, if it has just finished. */
  upload: UploadTask | undefined
  /** Measures the height of the row, which determines the rows that are visible. */
  measure: (element: HTMLTableRowElement | null) => void
  /** With `isRange`, selects all files from the anchor of the selection to this one. */
  onToggle: (key: string, isRange: boolean) => void
}

const SelectCheckbox = (props: FileGridRowProps) => {
  const { row, activeColumn, isSelected, activeCell, onToggle } = props
  const t = useTranslate()
  const isActive = activeColumn === 'select'
  const focusRef = useCellFocus(row.key, isActive, props)
  return (
    <label className={styles.box}>
      <input
        ref={focusRef}
        type="checkbox"
        aria-label={t('files.browse.select', { name: row.name })}
        tabIndex={isActive ? 0 : -1}
        checked={isSelected}
        onFocus={() => activeCell.activate(row.key, 'select')}
        onChange={({ nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          onToggle(row.key, isRange)
        }}
      />
    </label>
  )
}

/**
 * A file or a folder: a checkbox to select it, its name to open it, and its details. Memoised, so that
 * scrolling renders only new rows.
 */
export const FileGridRow = memo((props: FileGridRowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { row, index, isSelected, upload, measure } = props
  const { size, date, archived } = formatRowDetails(row, t, code)
  return (
    <tr
      ref={measure}
      // The virtualizer finds the row of a measured element by this attribute.
      data-index={index}
      // Counts from 1, and the head of the table is the first row.
      aria-rowindex={index + 2}
      aria-selected={row.kind === 'file' ? isSelected : undefined}
      className={classNames(styles.row, isSelected && styles.selected)}
    >
      <td className={styles.selectCell}>{row.kind === 'file' && <SelectCheckbox {...props} />}</td>
      <td className={classNames(styles.nameCell, row.kind === 'file' && styles.withFacts)}>
        <NameCell {...props} />
        {row.kind === 'file' && <p className={styles.facts}>{t('files.stored.facts', { size, date })}</p>}
        {upload && (
          <p className={styles.note}>
            {formatUploadState(upload, { t, locale: code, waitUntil: undefined })}
          </p>
        )}
        {archived !== undefined && <p className={styles.note}>{archived}</p>}
      </td>
      <td className={styles.sizeCell}>{size}</td>
      <td className={styles.dateCell}>{date}</td>
    </tr>
  )
})
FileGridRow.displayName = 'FileGridRow'
