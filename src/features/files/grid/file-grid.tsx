import type { VirtualItem } from '@tanstack/react-virtual'
import { Fragment, use, useId, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Fold } from '../../../ui/layout/fold.tsx'
import styles from './file-grid.module.css'
import type { FileGridProps } from './grid-props.ts'
import { FileGridRow } from './file-grid-row.tsx'
import { ListedUploads } from '../listing/use-listed-uploads.ts'
import { onGridKey } from './grid-keys.ts'
import { extendTo, toggle, chosenOf, toggleAll } from './selection.ts'
import { useRowWindow } from './use-row-window.ts'

/** The names of the columns, and a checkbox for all files. */
const FileGridHead = ({
  rows,
  selection,
  onSelect,
}: Pick<FileGridProps, 'rows' | 'selection' | 'onSelect'>) => {
  const t = useTranslate()
  const files = rows.filter(({ kind }) => kind === 'file').length
  const chosen = chosenOf(selection, rows).length
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.selectCell}>
          <label className={styles.box}>
            <input
              type="checkbox"
              aria-label={t('files.browse.selectAll')}
              disabled={files === 0}
              checked={files > 0 && chosen === files}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < files
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

/** The rendered rows, and the height of the omitted rows before each. */
const withGaps = (shown: readonly VirtualItem[], from: number): (VirtualItem & { gap: number })[] => {
  let end = from
  return shown.map((item) => {
    const gap = item.start - end
    end = item.end
    return { ...item, gap }
  })
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className={styles.gap}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is empty */}
      <td style={{ height }} />
    </tr>
  )

const Rows = (props: FileGridProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows, place, selection, active, pictures, onSelect, onOpen } = props
  const { items, total, margin, measure } = useRowWindow(body, props)
  const uploads = new Map([...use(ListedUploads)].map((task) => [task.key, task]))
  const shown = withGaps(items, margin)
  const onToggle = (key: string, isRange: boolean) =>
    onSelect(isRange ? extendTo(selection, rows, key) : toggle(selection, key))
  return (
    <tbody ref={body}>
      {shown.map(({ key, index, gap }) => {
        const row = rows[index]
        return (
          row && (
            <Fragment key={key}>
              <Gap height={gap} />
              <FileGridRow
                {...{ row, index, place, pictures, measure, active, onToggle, onOpen }}
                upload={uploads.get(row.key)}
                activeColumn={index === active.index ? active.column : undefined}
                isSelected={selection.keys.has(row.key)}
              />
            </Fragment>
          )
        )
      })}
      <Gap height={total - ((shown.at(-1)?.end ?? margin) - margin)} />
    </tbody>
  )
}

/**
 * A table of any length that renders only the rows in sight. One cell is reached by the Tab key; arrow keys
 * move from there, as in the grid pattern of ARIA.
 */
export const FileGrid = (props: FileGridProps) => {
  const t = useTranslate()
  const keysHint = useId()
  const { rows, place, isWhole, selection, onSelect } = props
  const label = place.folder === '' ? t(`files.tab.${place.level}`) : place.folder
  return (
    <>
      <p id={keysHint} className={styles.heard}>
        {t('files.browse.keys')}
      </p>
      <Fold lazy className={styles.keys} summary={t('files.browse.keysTitle')}>
        <p>{t('files.browse.keys')}</p>
      </Fold>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with cells to move in
        role="grid"
        className={styles.grid}
        aria-label={t('files.browse.table', { place: label })}
        aria-describedby={keysHint}
        aria-multiselectable="true"
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        onKeyDown={(event) => onGridKey(props, event)}
      >
        <FileGridHead rows={rows} selection={selection} onSelect={onSelect} />
        <Rows {...props} />
      </table>
    </>
  )
}
