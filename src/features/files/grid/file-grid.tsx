import type { VirtualItem } from '@tanstack/react-virtual'
import { Fragment, use, useId, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { ListedUploads } from '../listing/use-listed-uploads.ts'
import styles from './file-grid.module.css'
import type { FileGridProps } from './grid-props.ts'
import { FileGridRow } from './file-grid-row.tsx'
import { onGridKey } from './grid-keys.ts'
import { extendTo, listSelectedKeys, toggle, toggleAll } from './selection.ts'
import { useRowWindow } from './use-row-window.ts'

/** The names of the columns, and a checkbox for all files. */
const FileGridHead = ({
  rows,
  selection,
  onSelect,
}: Pick<FileGridProps, 'rows' | 'selection' | 'onSelect'>) => {
  const t = useTranslate()
  const fileCount = rows.filter(({ kind }) => kind === 'file').length
  const selectedCount = listSelectedKeys(selection, rows).length
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.selectCell}>
          <label className={styles.box}>
            <input
              type="checkbox"
              aria-label={t('files.browse.selectAll')}
              disabled={fileCount === 0}
              checked={fileCount > 0 && selectedCount === fileCount}
              ref={(checkbox) => {
                if (checkbox) checkbox.indeterminate = selectedCount > 0 && selectedCount < fileCount
              }}
              onChange={() => onSelect(toggleAll(selection, rows))}
            />
          </label>
        </th>
        <th scope="col">{t('files.browse.column.name')}</th>
        <th scope="col" className={styles.sizeCell}>
          {t('files.browse.column.size')}
        </th>
        <th scope="col" className={styles.dateCell}>
          {t('files.browse.column.changed')}
        </th>
      </tr>
    </thead>
  )
}

/**
 * Adds to each rendered row the height in px of the omitted rows before it (`gap`). `listTop` is the position
 * of the list. All positions are distances from the top of the page.
 */
const withGaps = (
  virtualItems: readonly VirtualItem[],
  listTop: number,
): (VirtualItem & { gap: number })[] => {
  let previousEnd = listTop
  return virtualItems.map((item) => {
    const gap = item.start - previousEnd
    previousEnd = item.end
    return { ...item, gap }
  })
}

/** Takes the place of rows that are not rendered. */
const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className={styles.gap}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is empty */}
      <td style={{ height }} />
    </tr>
  )

const Rows = (props: FileGridProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows, location, selection, activeCell, imageSource, onSelect, onOpen } = props
  const { virtualItems, totalHeight, scrollMargin, measure, scrollToActiveRow } = useRowWindow(body, props)
  // The finished uploads of files on this list. The row of a file also shows the outcome of its upload.
  const uploadsByKey = new Map([...use(ListedUploads)].map((task) => [task.key, task]))
  // `scrollMargin` is the position of the list, which its total height does not include.
  const renderedEnd = virtualItems.at(-1)?.end ?? scrollMargin
  const heightBelow = totalHeight - (renderedEnd - scrollMargin)
  const onToggle = (key: string, isRange: boolean) =>
    onSelect(isRange ? extendTo(selection, rows, key) : toggle(selection, key))
  return (
    <tbody ref={body}>
      {withGaps(virtualItems, scrollMargin).map(({ key, index, gap }) => {
        const row = rows[index]
        return (
          row && (
            <Fragment key={key}>
              <Gap height={gap} />
              <FileGridRow
                row={row}
                index={index}
                location={location}
                imageSource={imageSource}
                measure={measure}
                activeCell={activeCell}
                scrollToActiveRow={scrollToActiveRow}
                onToggle={onToggle}
                onOpen={onOpen}
                upload={uploadsByKey.get(row.key)}
                activeColumn={index === activeCell.index ? activeCell.column : undefined}
                isSelected={selection.keys.has(row.key)}
              />
            </Fragment>
          )
        )
      })}
      <Gap height={heightBelow} />
    </tbody>
  )
}

/**
 * A table of any length that renders only the visible rows. The Tab key reaches one cell, and the arrow keys
 * move from there, as in the grid pattern of ARIA.
 */
export const FileGrid = (props: FileGridProps) => {
  const t = useTranslate()
  const keysHintId = useId()
  const { rows, location, isComplete, selection, onSelect } = props
  const label = location.folder === '' ? t(`files.tab.${location.level}`) : location.folder
  return (
    <>
      {/* Only for screen readers. */}
      <p id={keysHintId} className={styles.heard}>
        {t('files.browse.keys')}
      </p>
      <Disclosure lazy className={styles.keys} summary={t('files.browse.keysTitle')}>
        <p>{t('files.browse.keys')}</p>
      </Disclosure>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with cells to move in
        role="grid"
        className={styles.grid}
        aria-label={t('files.browse.table', { place: label })}
        aria-describedby={keysHintId}
        aria-multiselectable="true"
        // The rows and the head of the table, or -1 while their number is unknown.
        aria-rowcount={isComplete ? rows.length + 1 : -1}
        onKeyDown={(event) => onGridKey(props, event)}
      >
        <FileGridHead rows={rows} selection={selection} onSelect={onSelect} />
        <Rows {...props} />
      </table>
    </>
  )
}
