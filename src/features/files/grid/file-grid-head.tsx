import { useTranslate } from '../../../i18n/use-translate.ts'
import styles from './file-grid.module.css'
import type { FileGridProps } from './grid-props.ts'
import { chosenOf, toggleAll } from './selection.ts'

type Props = Pick<FileGridProps, 'rows' | 'selection' | 'onSelect'>

/** The names of the columns, and a checkbox for all files. */
export const FileGridHead = ({ rows, selection, onSelect }: Props) => {
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
